// Lets Node run the TypeScript sources as they are: `node --import ./scripts/typescript.mjs file.ts`.
import { register } from "node:module";

register("./typescript-hooks.mjs", import.meta.url);

/**
 * Where this example finds the generated code. In a copy of this folder it is the
 * line to change: to the folder that `npx mcp-gen --schema draft` wrote.
 */
export * from "../../out/draft/index.js";
export { legacy } from "../../out/draft/legacy.js";

/**
 * Where this example finds the generated code. In a copy of this folder it is the
 * place to change: to the folder that `npx mcp-gen --schema draft` wrote.
 */
export * from "../../out/draft/index.js";

import type { ClientOptions } from "../../out/draft/client.js";
import { legacy } from "../../out/draft/legacy.js";

/** Reaches servers that begin with a handshake, too. */
export const eras: Pick<ClientOptions, "legacy"> = { legacy };

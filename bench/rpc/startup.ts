/** What importing a server costs a process, next to one that does nothing. */
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Effort, type Timing, timeAll } from "./measure.js";
import { run, type Workspace } from "./programs.js";

/** Names of the rows. */
export const bundledImport = "mcp-gen server, one file";

/** Times whole processes. */
export function measureStartup(
  workspace: Workspace,
  rounds: Effort["rounds"],
): Promise<readonly Timing[]> {
  const sdk = fileURLToPath(
    new URL(
      "../node_modules/@modelcontextprotocol/server/dist/index.mjs",
      import.meta.url,
    ),
  );
  const importing = (name: string, file: string) => ({
    name,
    run: () =>
      void run(["-e", `import(${JSON.stringify(pathToFileURL(file))})`]),
  });
  return timeAll(
    [
      { name: "node -e 0", run: () => void run(["-e", "0"]) },
      importing(bundledImport, workspace.bundle),
      importing(
        "mcp-gen server, module by module",
        join(workspace.compiled, "server.js"),
      ),
      importing("SDK", sdk),
    ],
    { rounds, slice: 0 },
  );
}

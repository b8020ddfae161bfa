/** What a page takes for granted in the reader's project. */
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryPath } from "../shared.js";
import type { Project } from "./project.js";

const draft = readFileSync(
  join(repositoryPath, "schema/draft/schema.ts"),
  "utf8",
);

/** The draft, as an earlier revision might have been. */
const earlier = draft.replace(
  /(LATEST_PROTOCOL_VERSION = )"[^"]+"/,
  '$1"2025-11-25"',
);

/** The server of the page about servers, which is compiled next to the others. */
function startedServer(project: Project): void {
  project.write("server.js", 'import "../server/server.js";\n');
}

const preparations: Readonly<
  Record<string, (project: Project) => void | Promise<unknown>>
> = {
  "docs/both-eras.md": startedServer,
  "docs/client.md": startedServer,
  "docs/transports.md": startedServer,
  "docs/diff.md": async (project) => {
    project.write("schema/2025-11-25/schema.ts", earlier);
    project.write("old/schema.ts", earlier);
    project.write("new/schema.ts", draft);
    const commits = [earlier, `${earlier}// 2\n`, `${earlier}// 3\n`, draft];
    await project.type(["git init --quiet --initial-branch main ."]);
    for (const text of commits) {
      project.write("schema/draft/schema.ts", text);
      await project.type(["git add schema && git commit --quiet -m Schema"]);
    }
  },
  "docs/pull.md": async (project) => {
    project.write("mirror/draft/schema.ts", draft);
    await project.type(["mcp-gen pull draft --from mirror"]);
  },
  "docs/templates.md": (project) =>
    cpSync(
      join(repositoryPath, "examples/templates"),
      join(project.folder, "templates"),
      { recursive: true },
    ),
};

/** Prepares a project for the commands and code of a page. */
export async function prepare(page: string, project: Project): Promise<void> {
  await preparations[page]?.(project);
}

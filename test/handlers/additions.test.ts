/** What `--add` makes of people's files, whatever they look like. */
import { templates } from "../emit/context.js";
import { describe, expect, test } from "vitest";
import {
  type Additions,
  planAdditions,
} from "../../generator/handlers/additions.js";
import type { SkeletonOptions } from "../../generator/handlers/skeleton.js";
import { embeddedModel } from "../shared.js";
import { withMethods } from "./models.js";

const options: SkeletonOptions = {
  outputPath: "../out/draft",
  importExtension: ".js",
  legacy: true,
  templates,
};

function add(
  names: readonly string[],
  files: Readonly<Record<string, string>>,
  {
    model = embeddedModel(),
    ...others
  }: Partial<SkeletonOptions> & {
    model?: ReturnType<typeof embeddedModel>;
  } = {},
): Additions {
  return planAdditions(
    model,
    names,
    Object.entries(files).map(([path, text]) => ({ path, text })),
    { ...options, ...others },
  );
}

/** The text of a single file after `callTool` was added to it. */
function grown(before: string, path = "tools.ts"): string {
  const { updated } = add(["callTool"], { [path]: before });
  expect(updated.map((file) => file.path)).toEqual([path]);
  const after = updated[0]?.text ?? "";
  expectKept(before, after);
  return after;
}

/** All characters of `before` are in `after`, in at most four pieces. */
function expectKept(before: string, after: string): void {
  let rest = after;
  let kept = before;
  let pieces = 0;
  while (kept !== "" && pieces < 5) {
    pieces += 1;
    let length = kept.length;
    while (length > 0 && !rest.includes(kept.slice(0, length))) length -= 1;
    expect(length, `lost: ${JSON.stringify(kept)}`).toBeGreaterThan(0);
    const at = rest.indexOf(kept.slice(0, length));
    rest = rest.slice(at + length);
    kept = kept.slice(length);
  }
  expect(pieces).toBeLessThanOrEqual(4);
}

const head = 'import type { ServerHandlers } from "../out/draft/server.js";\n';
const imported =
  'import { McpMethodNotFoundError } from "../out/draft/errors.js";\n';

/** The stub with a typed object around it, as lines of its object. */
const stub = `  /**
   * Runs a tool.
   *
   * Answers \`tools/call\`.
   */
  callTool(_params, _context) {
    throw new McpMethodNotFoundError("tools/call is not implemented yet.");
  },
`;

/** The stub where nothing tells the types of its parameters. */
const untyped = stub
  .replace("(_params, _context)", "(): never")
  .replace("  },\n", "  }\n");

const table: readonly {
  readonly name: string;
  readonly given: string;
  readonly want: string;
}[] = [
  {
    name: "an object as it is written at first",
    given: `${head}
export const tools: ServerHandlers = {
  listTools() {
    return { tools: [] };
  },
};
`,
    want: `${head}${imported}
export const tools: ServerHandlers = {
  listTools() {
    return { tools: [] };
  },

${stub}};
`,
  },
  {
    name: "no comma, comments behind the last member",
    given: `${head}const tools: ServerHandlers = {
  listTools // all of them
  /* more to come */
} // end
`,
    want: `${head}${imported}const tools: ServerHandlers = {
  listTools, // all of them
  /* more to come */

${stub}} // end
`,
  },
  {
    name: "an empty object",
    given: `${head}export const tools: ServerHandlers = {};\n`,
    want: `${head}${imported}export const tools: ServerHandlers = {\n${stub}};\n`,
  },
  {
    name: "an empty object on two lines",
    given: `${head}export const tools: ServerHandlers = {\n};\n`,
    want: `${head}${imported}export const tools: ServerHandlers = {\n${stub}};\n`,
  },
  {
    name: "an object on one line",
    given: `${head}export const tools: ServerHandlers = { listTools };\n`,
    want: `${head}${imported}export const tools: ServerHandlers = { listTools,\n\n${stub} };\n`,
  },
  {
    name: "tabs, single quotes, no semicolons",
    given: `import type { ServerHandlers } from '../out/draft/server.js'
import { list } from './list.js' // where they are

export const tools: ServerHandlers = {
\tlistTools: list
}
`,
    want: `import type { ServerHandlers } from '../out/draft/server.js'
import { list } from './list.js' // where they are
import { McpMethodNotFoundError } from '../out/draft/errors.js'

export const tools: ServerHandlers = {
\tlistTools: list,

${stub
  .replace(/^ {4}(?=throw)/m, "\t\t")
  .replace(/^ {2}/gm, "\t")
  .replaceAll('"', "'")
  .replace(";\n", "\n")}}
`,
  },
  {
    name: "an object far to the right, with an alias for its type",
    given: `import type { ServerHandlers as H } from "../out/draft/server.js";
export function make() {
    return <H>{
        listTools: () => ({ tools: [] })
        };
}
`,
    want: `import type { ServerHandlers as H } from "../out/draft/server.js";
${imported}export function make() {
    return <H>{
        listTools: () => ({ tools: [] }),

${stub.replace(/^ {4}(?=throw)/m, "            ").replace(/^ {2}(?=\S| \*)/gm, "        ")}        };
}
`,
  },
  {
    name: "a class, and imports of errors that are there already",
    given: `import { McpError, isMcpError } from "../out/draft/errors.js";
import type { ServerHandlers } from "../out/draft/server.js";
class Tools implements ServerHandlers {
  listTools() { throw new McpError(1, String(isMcpError(1))); }
}
`,
    want: `import { McpError, isMcpError, McpMethodNotFoundError } from "../out/draft/errors.js";
import type { ServerHandlers } from "../out/draft/server.js";
class Tools implements ServerHandlers {
  listTools() { throw new McpError(1, String(isMcpError(1))); }

${untyped}}
`,
  },
  {
    name: "an object without a type, an error under another name",
    given: `import { McpMethodNotFoundError as Missing } from "../out/draft/index.ts";
export default { listTools() { throw new Missing(); } };
`,
    want: `import { McpMethodNotFoundError as Missing } from "../out/draft/index.ts";
export default { listTools() { throw new Missing(); },

${untyped.replace("McpMethodNotFoundError", "Missing").replace("  }\n", "  },\n")} };
`,
  },
  {
    name: "a name that is taken",
    given: `${head}class McpMethodNotFoundError {}
const tools: ServerHandlers = {};
`,
    want: `${head}${imported.replace("Error }", "Error as McpMethodNotFoundError2 }")}class McpMethodNotFoundError {}
const tools: ServerHandlers = {
${stub.replace("McpMethodNotFoundError(", "McpMethodNotFoundError2(")}};
`,
  },
  {
    name: "no imports, a licence on top",
    given: `#!/usr/bin/env node
// Licence: do what you like.

/** My tools. */
const tools = { listTools() {} };
`,
    want: `#!/usr/bin/env node
// Licence: do what you like.

${imported}/** My tools. */
const tools = { listTools() {},

${untyped.replace("  }\n", "  },\n")} };
`,
  },
];

describe("a stub goes in, and all else stays", () => {
  test.each(table)("$name", ({ given, want }) => {
    expect(grown(given)).toBe(want);
  });

  test.each(table)("$name, CRLF", ({ given, want }) => {
    const crlf = (text: string) => text.replaceAll("\n", "\r\n");
    expect(grown(crlf(given))).toBe(crlf(want));
  });

  test.each(table)("$name, twice", ({ want }) => {
    const again = add(["callTool"], { "tools.ts": want });
    expect(again).toMatchObject({
      added: [],
      present: [{ name: "callTool", file: "tools.ts" }],
      created: [],
      updated: [],
    });
  });

  test("a byte order mark stays at the start", () => {
    const after = grown("\uFEFFconst tools = { listTools() {} };\n");
    expect(after).toMatch(/^\uFEFFimport \{ McpMethodNotFoundError \}/);
  });

  test("JavaScript gets no types", () => {
    const after = grown(
      "export const tools = { listTools() {} };\n",
      "tools.js",
    );
    expect(after).toContain("callTool(_params, _context) {\n");
  });
});

describe("where stubs go", () => {
  const tools = `${head}export const tools: ServerHandlers = { listTools };\n`;
  const empty = `${head}export const tools: ServerHandlers = {};\n`;

  test("next to others of the feature, wherever those are", () => {
    const files = { "tools.ts": empty, "mine/all.ts": tools };
    const { added, updated } = add(["callTool"], files);
    expect(added).toEqual([{ name: "callTool", file: "mine/all.ts" }]);
    expect(updated[0]?.text).toContain('from "../../out/draft/errors.js";');
  });

  test("else into the feature's own file", () => {
    const files = { "a.ts": empty, "tools.ts": empty };
    expect(add(["callTool"], files).added).toEqual([
      { name: "callTool", file: "tools.ts" },
    ]);
  });

  test("several at once: one import, the order of the schema, wire names too", () => {
    const files = { "tools.ts": empty };
    const { added, updated } = add(
      ["tools/call", "listTools", "callTool"],
      files,
    );
    expect(added.map(({ name }) => name)).toEqual(["listTools", "callTool"]);
    const text = updated[0]?.text ?? "";
    expect(text.match(/import \{/g)).toHaveLength(1);
    expect(text.match(/throw new/g)).toHaveLength(2);
  });

  test("features that share an object share the import and the comma", () => {
    const server = `import { createMcpServer } from "../out/draft/server.js";
createMcpServer({ info, handlers: {
  listTools,
  listPrompts
} });
`;
    const { updated, created } = add(["callTool", "getPrompt", "complete"], {
      "server.ts": server,
    });
    expect(created.map(({ path }) => path)).toEqual(["completion.ts"]);
    const text = updated[0]?.text ?? "";
    expectKept(server, text);
    expect(text).toContain("  listPrompts,\n\n  /**");
    expect(text).toMatch(/ {2}\},\n {2}\.\.\.completion,\n\} \}\);\n$/);
    expect(text.match(/^import /gm)).toHaveLength(3);
  });

  test("a new feature gets a file and is collected by the entry", () => {
    const server = `import { createMcpServer, serveStdio } from "../out/draft/server.js";
import { tools } from "./tools.js";


const server = createMcpServer({
  info: { name: "x", version: "1" },
  handlers: { ...tools },
});
`;
    const { added, created, updated, uncollected } = add(
      ["getTask", "ping"],
      { "server.ts": server, "tools.ts": tools },
      { model: withMethods("get/task", "list/tasks", "ping") },
    );
    expect(added).toEqual([
      { name: "getTask", file: "get.ts" },
      { name: "ping", file: "ping.ts" },
    ]);
    expect(uncollected).toEqual([]);
    expect(created.map(({ path }) => path)).toEqual(["get.ts", "ping.ts"]);
    expect(created[0]?.text).toContain("  getTask(_params, _context) {\n");
    expect(updated).toEqual([
      {
        path: "server.ts",
        text: server
          .replace(
            '"./tools.js";\n',
            '"./tools.js";\nimport { get } from "./get.js";\nimport { ping } from "./ping.js";\n',
          )
          .replace("...tools }", "...tools, ...get, ...ping }"),
      },
    ]);
  });

  test("an entry that collects in another way is left, and it is said", () => {
    const server = "start({ handlers: { ...tools } });\n";
    const { updated, uncollected } = add(["complete"], { "server.ts": server });
    expect(updated).toEqual([]);
    expect(uncollected.map(({ binding }) => binding)).toEqual(["completion"]);
  });

  test("a new file holds the stubs asked for, and no more", () => {
    const { created } = add(["callTool"], {}, { importExtension: ".ts" });
    expect(created).toHaveLength(1);
    expect(created[0]?.text).toContain('from "../out/draft/errors.ts";\n');
    expect(created[0]?.text).not.toContain("listTools");
    expect(created[0]?.text).not.toContain("greet");
  });

  test.each([
    [".ts" as const, "../out/draft/errors.ts"],
    ["none" as const, "../out/draft/errors"],
  ])("the extension %s is used", (importExtension, specifier) => {
    const { updated } = add(
      ["callTool"],
      { "tools.ts": empty },
      { importExtension },
    );
    expect(updated[0]?.text).toContain(`from "${specifier}";\n`);
  });
});

describe("what cannot be done", () => {
  const failures: readonly (readonly [
    name: string,
    add: string,
    files: Readonly<Record<string, string>>,
    message: string,
  ])[] = [
    [
      "a slip",
      "callTol",
      {},
      "Revision 2026-07-28 has no handler callTol. Did you mean callTool? Handlers are: complete, listPrompts, getPrompt, listResources, listResourceTemplates, readResource, listTools, callTool.",
    ],
    [
      "a method that the server answers itself",
      "subscriptionsListen",
      {},
      "subscriptionsListen needs no handler: the server answers subscriptions/listen itself.",
    ],
    [
      "a name of JavaScript's own",
      "constructor",
      {},
      "Revision 2026-07-28 has no handler constructor. Handlers are: complete, listPrompts, getPrompt, listResources, listResourceTemplates, readResource, listTools, callTool.",
    ],
    [
      "a file with nothing to add to",
      "callTool",
      { "tools.ts": "export const x = 1;\n" },
      "tools.ts has no object or class of type ServerHandlers to add to.",
    ],
    [
      "a file with a syntax error",
      "callTool",
      { "tools.ts": "export const x: ServerHandlers = {\n  listTools(,\n" },
      "tools.ts cannot be added to before its syntax is right: 2:13: Parameter declaration expected.",
    ],
  ];
  test.each(failures)("%s", (_name, wanted, files, message) => {
    expect(() => add([wanted], files)).toThrow(message);
  });
});

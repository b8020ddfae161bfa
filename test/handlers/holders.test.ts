/** Which handlers a user's file has, however it is written. */
import { describe, expect, test } from "vitest";
import { findHandlers } from "../../generator/handlers/holders.js";
import { parseFile } from "../../generator/handlers/parse.js";

const names = new Set(["listTools", "callTool", "complete"]);

function definedIn(code: string, path = "tools.ts"): readonly string[] {
  return [...findHandlers(parseFile(path, code).file, names).defined].sort();
}

const both = ["callTool", "listTools"];

const table: readonly {
  readonly name: string;
  readonly code: string;
  readonly want: readonly string[];
}[] = [
  {
    name: "methods of a typed object",
    code: "const x: ServerHandlers = { listTools() {}, async callTool() {} };",
    want: both,
  },
  {
    name: "satisfies, as, parentheses, wrapped types",
    code: `
      const a = ({ listTools } satisfies Partial<ServerHandlers>);
      const b = { callTool: make() } as g.ServerHandlers;
    `,
    want: both,
  },
  {
    name: "a type under another name",
    code: `
      import type { ServerHandlers as H } from "./g.js";
      const x: Pick<H, "listTools"> = { listTools: list };
    `,
    want: ["listTools"],
  },
  {
    name: "a class",
    code: "class X implements ServerHandlers { listTools() {} callTool = () => {} }",
    want: both,
  },
  {
    name: "what a function returns",
    code: `
      function make(): ServerHandlers { return { listTools }; }
      const more = (): ServerHandlers => ({ callTool: tools.call });
    `,
    want: both,
  },
  {
    name: "the option of createMcpServer",
    code: "createMcpServer({ info, handlers: { listTools, ...rest, callTool } });",
    want: both,
  },
  {
    name: "options with a type",
    code: "const options: McpServerOptions = { info, handlers: { listTools } };",
    want: ["listTools"],
  },
  {
    name: "functions of an object without a type",
    code: "export default { listTools() {}, callTool: async () => {} };",
    want: both,
  },
  {
    name: "exports",
    code: `
      export const listTools = list;
      export function callTool() {}
      export { complete } from "./complete.js";
    `,
    want: ["callTool", "complete", "listTools"],
  },
  {
    name: "assignments",
    code: "handlers.listTools = () => {}; handlers.callTool = function () {};",
    want: both,
  },
  {
    name: "quoted names",
    code: 'const x: ServerHandlers = { "listTools": f, ["callTool"]() {} };',
    want: both,
  },
  {
    name: "a file with a syntax error",
    code: "const x: ServerHandlers = { listTools() {}, callTool( }",
    want: both,
  },
  {
    name: "neither calls, comments, strings nor data of the same name",
    code: `
      // listTools() {}
      client.callTool({ name: "complete" });
      const state = { complete: true, listTools: "x" };
      if (complete) callTool = 1;
    `,
    want: [],
  },
  {
    name: "nothing local",
    code: "const listTools = () => {}; function callTool() {}",
    want: [],
  },
];

describe("handlers are found", () => {
  test.each(table)("$name", ({ code, want }) => {
    expect(definedIn(code)).toEqual(want);
  });

  test("in JavaScript and TSX", () => {
    const code = "export const x = { listTools() { return <T>x</T>; } };";
    expect(definedIn(code, "x.jsx")).toEqual(["listTools"]);
    expect(definedIn(code, "x.tsx")).toEqual(["listTools"]);
  });
});

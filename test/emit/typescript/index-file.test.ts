import { describe, expect, it } from "vitest";
import { exportedNames } from "../../../generator/emit/typescript/exported-names.js";
import { emitIndex } from "../../../generator/emit/typescript/index-file.js";
import { fastest, strictest, Workspace } from "../../types/compile.js";
import { importOutput } from "../import-output.js";
import { anAlias, emitted, modelOf, silence } from "../sample-model.js";
import { contextOf } from "../context.js";

const context = contextOf();

const file = (path: string, text: string) => ({ path, text, formatted: true });

const exportsOf = (index: string): string[] =>
  index.split("\n").filter((line) => line.startsWith("export"));

describe("exportedNames", () => {
  it("finds every form that generated modules use", () => {
    const text = `
export const A = 1;
export let b = 2;
export class C {}
export abstract class D {}
export function e(): void {}
export async function f(): Promise<void> {}
export function* g(): Generator {}
export interface H {}
export type I = string;
export type { J, K as L } from "./x.js";
export {
  M,
  n as O,
  type P,
} from "./y.js";
 * export const inComment = 1;
const no = "export const inString = 1";
  export const indented = 1;
`;
    const types = ["H", "I", "J", "L", "P"];
    const found = exportedNames("a.ts", () => text);
    expect(found.map(({ name }) => name).join("")).toBe("AbCDefgHIJLMOP");
    expect(
      found.filter(({ isType }) => isType).map(({ name }) => name),
    ).toEqual(types);
  });

  it("counts what is type and value at once as a value", () => {
    const text = "export interface A {}\nexport const A = 1;\n";
    expect(exportedNames("a.ts", () => text)).toEqual([
      { name: "A", isType: false, declaredIn: "a.ts A" },
    ]);
  });

  it("follows what is passed on to where it is declared", () => {
    const files = new Map([
      [
        "client.ts",
        'export * from "./runtime/b.js";\nexport type { C as D } from "./runtime/b.js";\n',
      ],
      [
        "runtime/b.ts",
        'export class B {}\nexport { C } from "./c.js";\nexport * from "../client.js";\n',
      ],
      ["runtime/c.ts", "export const C = 1;\n"],
    ]);
    expect(exportedNames("client.ts", (path) => files.get(path))).toEqual([
      { name: "B", isType: false, declaredIn: "runtime/b.ts B" },
      { name: "C", isType: false, declaredIn: "runtime/c.ts C" },
      { name: "D", isType: true, declaredIn: "runtime/c.ts C" },
    ]);
  });
});

describe("index.ts", () => {
  it("passes on the modules that are there, and none below runtime/", () => {
    const [index] = emitIndex(
      [
        file("types.ts", "export type A = 1;"),
        file("validators.ts", "export const isA = 1;"),
        file("client.ts", "export class Client {}"),
        file("runtime/transport-stdio.ts", "export const stdio = 1;"),
        file("schema.json", "{}"),
      ],
      context,
    );
    expect(exportsOf(index?.text ?? "")).toEqual([
      'export type * from "./types.js";',
      'export * from "./validators.js";',
      'export * from "./client.js";',
    ]);
  });

  it("is not there when nothing is to be passed on", () => {
    expect(emitIndex([file("schema.json", "{}")], context)).toEqual([]);
  });

  it("gives a name of two modules to the first, and says so", () => {
    const [index] = emitIndex(
      [
        file(
          "types.ts",
          "export interface McpError {}\nexport type Client = 1;",
        ),
        file(
          "errors.ts",
          "export class McpError {}\nexport const fromError = 1;",
        ),
        file("methods.ts", "export const fromError = 2;"),
        file("client.ts", "export class Client {}\nexport class McpError {}"),
      ],
      context,
    );
    expect(exportsOf(index?.text ?? "").slice(4)).toEqual([
      'export type { McpError, Client } from "./types.js";',
      'export { fromError } from "./errors.js";',
    ]);
    expect(index?.text).toContain(
      "// - McpError: of types.js, not of client.js\n",
    );
  });

  it("leaves alone what two modules pass on, unless one has the type only", () => {
    const [index] = emitIndex(
      [
        file(
          "client.ts",
          'export { A } from "./runtime/a.js";\nexport type { B } from "./runtime/a.js";\n',
        ),
        file("server.ts", 'export * from "./runtime/a.js";\n'),
        file("runtime/a.ts", "export class A {}\nexport class B {}\n"),
      ],
      context,
    );
    expect(exportsOf(index?.text ?? "").slice(2)).toEqual([
      'export { B } from "./server.js";',
    ]);
    expect(index?.text).not.toContain("not of");
  });

  const clashing = modelOf({
    types: ["McpError", "RequestInfo", "fromError"].map((name) =>
      anAlias(name, { kind: "string" }),
    ),
    errors: [{ name: "clientRequests", code: 1, documentation: silence }],
  });

  it("compiles where names clash, under every flag", async () => {
    const workspace = new Workspace();
    try {
      for (const [path, text] of emitted(clashing)) {
        workspace.write(`out/${path}`, text);
      }
      workspace.write(
        "out/use.ts",
        [
          'import type { McpError, RequestInfo } from "./index.js";',
          'import { clientRequests, httpStatusOf } from "./index.js";',
          "export const text: McpError & RequestInfo = String(httpStatusOf(clientRequests));",
        ].join("\n"),
      );
      expect(await workspace.compile(fastest, "out", strictest)).toEqual([]);
    } finally {
      workspace.remove();
    }
  });

  it("keeps at run time what types do not hide", async () => {
    const index =
      await importOutput<Readonly<Record<string, unknown>>>(clashing);
    expect(index["clientRequests"]).toBe(1);
    expect(index["httpStatusOf"]).toBeTypeOf("function");
  });
});

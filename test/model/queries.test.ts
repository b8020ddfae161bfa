import { describe, expect, test } from "vitest";
import type { TypeExpr } from "../../generator/model/model.js";
import {
  ancestorsOf,
  findProperty,
  findType,
  flatten,
  isSubtype,
  methodsOf,
  referencesOf,
  resolve,
  serverInfoResults,
} from "../../generator/model/queries.js";
import { readModel } from "../../generator/read/schema-ts/read.js";
import { embeddedModel, schemaText } from "../shared.js";
import { printType } from "./print.js";

/** Every member of a type of the given schema, in one line each. */
function membersOf(
  schema: string,
  type: string,
): readonly string[] | undefined {
  const { model } = readModel(schemaText(schema));
  const shape = flatten(model, type);
  return (
    shape && [
      ...shape.properties.map(
        ({ name, optional, type: expression }) =>
          `${name}${optional ? "?" : ""}: ${printType(expression)}`,
      ),
      ...(shape.rest ? [`[key]: ${printType(shape.rest)}`] : []),
    ]
  );
}

describe("flatten", () => {
  test.each<[string, { given: string; type?: string; want?: string[] }]>([
    [
      "an index signature that the parent has",
      {
        given: `export interface Base { a: string; [key: string]: unknown }
          export interface X extends Base { b?: string }`,
        want: ["a: string", "b?: string", "[key]: unknown"],
      },
    ],
    [
      "two supertypes with a common one",
      {
        given: `export interface Result { resultType: string; [k: string]: unknown }
          export interface Page extends Result { nextCursor?: string }
          export interface Cached extends Result { ttl: number }
          export interface X extends Page, Cached { items: string[] }`,
        want: [
          "resultType: string",
          "nextCursor?: string",
          "ttl: number",
          "items: string[]",
          "[key]: unknown",
        ],
      },
    ],
    [
      "an empty body",
      {
        given: `export interface A { uri: string }
          export interface B { state?: string }
          export interface X extends A, B {}`,
        want: ["uri: string", "state?: string"],
      },
    ],
    [
      "a property that replaces the parent's",
      {
        given: `export interface Base { params?: { _meta?: string; [k: string]: unknown }; id: string }
          export interface X extends Base { params: { name: string } }`,
        want: ["params: { name: string }", "id: string"],
      },
    ],
    [
      "Omit of an optional property and of one that is not there",
      {
        given: `export interface Base { a: string; b?: string; c?: number }
          export interface X extends Omit<Base, "b" | "z"> {}`,
        want: ["a: string", "c?: number"],
      },
    ],
    [
      "Omit over an index signature, which forgets all names as TypeScript does",
      {
        given: `export interface Base { a: string; b?: string; [key: string]: unknown }
          export interface X extends Omit<Base, "b"> { c: number }`,
        want: ["c: number", "[key]: unknown"],
      },
    ],
    [
      "an alias of Record as a supertype",
      {
        given: `export type Meta = Record<string, unknown>;
          export interface X extends Meta { token?: string }`,
        want: ["token?: string", "[key]: unknown"],
      },
    ],
    [
      "an intersection whose members both have a property",
      {
        given: `export interface Failure { code: number; message: string; data?: unknown }
          export const CODE = -1;
          export type X = Failure & { code: typeof CODE; data: { at: string } };`,
        want: ["code: -1", "message: string", "data: { at: string }"],
      },
    ],
    [
      "an intersection with an index signature",
      {
        given: `export interface Result { ok?: boolean; [k: string]: unknown }
          export interface Task { id: string }
          export type X = Result & Task;`,
        want: ["ok?: boolean", "id: string", "[key]: unknown"],
      },
    ],
    [
      "both sides of an intersection with objects of their own",
      {
        given: `export type X = { a: { b: string } } & { a?: { c: string } };`,
        want: ["a: { b: string } & { c: string }"],
      },
    ],
    [
      "an alias of an alias",
      {
        given: `export interface A { a: string }
          export type B = A;
          export type X = B;`,
        want: ["a: string"],
      },
    ],
    [
      "a union, which has no shape",
      { given: `export type X = string | number;` },
    ],
    [
      "names of JavaScript's own",
      {
        given: `export interface Base { constructor: string; __proto__: string }
          export interface X extends Base { toString: number }`,
        want: ["constructor: string", "__proto__: string", "toString: number"],
      },
    ],
  ])("%s", (_, { given, want }) => {
    expect(membersOf(given, "X")).toEqual(want);
  });

  test("of an inline expression, and of a name that nobody declares", () => {
    const model = embeddedModel();
    const inline: TypeExpr = {
      kind: "record",
      value: { kind: "ref", name: "Tool" },
    };
    expect(flatten(model, inline)).toEqual({
      properties: [],
      rest: { kind: "ref", name: "Tool" },
    });
    expect(flatten(model, "NoSuchType")).toBeUndefined();
  });
});

describe("names and references", () => {
  const { model } = readModel(
    schemaText(`export interface A {}
      export interface B extends A {}
      export interface C extends B { d: D[]; e: { [k: string]: A | null } & B }
      export type D = E;
      export type E = string;`),
  );

  test("findType does not find what objects inherit", () => {
    expect(findType(model, "constructor")).toBeUndefined();
    expect(findType(model, "C")?.kind).toBe("interface");
  });
  test("ancestorsOf begins with the type itself", () => {
    expect(ancestorsOf(model, "C")).toEqual(["C", "B", "A"]);
    expect(isSubtype(model, "C", "A")).toBe(true);
    expect(isSubtype(model, "A", "C")).toBe(false);
  });
  test("resolve follows aliases and stops at interfaces", () => {
    expect(resolve(model, { kind: "ref", name: "D" })).toEqual({
      kind: "string",
    });
    expect(resolve(model, { kind: "ref", name: "C" })).toEqual({
      kind: "ref",
      name: "C",
    });
  });
  test("referencesOf looks into every part", () => {
    const names = ["d", "e"].flatMap((name) => {
      const property = findProperty(model, "C", name);
      return property ? referencesOf(property.type) : [];
    });
    expect(names).toEqual(["D", "A", "B"]);
  });
});

describe("methods", () => {
  const model = embeddedModel();

  test("methodsOf filters by kind and sender", () => {
    expect(
      methodsOf(model, { kind: "inputRequest" })
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["elicitation/create", "roots/list", "sampling/createMessage"]);
    expect(methodsOf(model, { kind: "request", from: "server" })).toEqual([]);
    expect(methodsOf(model)).toEqual(model.methods);
  });
  test("serverInfoResults: none where it is a key of _meta", () => {
    expect(serverInfoResults(model)).toEqual([]);
  });
  test("serverInfoResults: initialize in the handshake era", () => {
    const { model: handshake } = readModel(
      schemaText(`export interface InitializeRequest { method: "initialize" }
        export interface InitializeResult { serverInfo: string }
        export type ClientRequest = InitializeRequest;`),
    );
    expect(serverInfoResults(handshake)).toEqual(["initialize"]);
  });
});

/** One change for each declared place, however many types inherit it. */
import { describe, expect, it } from "vitest";
import type { Parts } from "./protocol.js";
import { changesOf, lineOf } from "./protocol.js";

const rows: readonly {
  readonly name: string;
  readonly before: Parts;
  readonly after: Parts;
  readonly want: readonly (readonly [
    line: string,
    heirs?: readonly string[],
  ])[];
}[] = [
  {
    name: "a supertype gains a field: told there alone",
    before: {
      more: "export interface Base { a: string } export interface One extends Base {} export interface Two extends One { b: string }",
      sent: "one: One; two: Two;",
    },
    after: {
      more: "export interface Base { a: string; c: string } export interface One extends Base {} export interface Two extends One { b: string }",
      sent: "one: One; two: Two;",
    },
    want: [["field added Base.c: clients"]],
  },
  {
    name: "types gain a new supertype: its fields are told once, with all of them",
    before: {
      more: "export interface One { a: string } export interface Two { b: string }",
      sent: "one: One;",
      received: "two: Two;",
    },
    after: {
      more: "export interface Base { c: string; d?: string } export interface One extends Base { a: string } export interface Two extends Base { b: string }",
      sent: "one: One;",
      received: "two: Two;",
    },
    want: [
      ["type added Base: -"],
      ["field added Base.c: clients servers", ["One", "Two"]],
      ["field added Base.d: -", ["One", "Two"]],
    ],
  },
  {
    name: "types lose a supertype that is gone",
    before: {
      more: "export interface Base { c: string } export interface One extends Base { a: string } export interface Two extends Base { b: string }",
      sent: "one: One;",
      received: "two: Two;",
    },
    after: {
      more: "export interface One { a: string } export interface Two { b: string }",
      sent: "one: One;",
      received: "two: Two;",
    },
    want: [
      ["type removed Base: clients servers"],
      ["field removed Base.c: clients servers", ["One", "Two"]],
    ],
  },
  {
    name: "a field moves up to the supertype: nothing changes",
    before: {
      more: "export interface Base { a?: string } export interface One extends Base { b: string }",
      sent: "one: One;",
    },
    after: {
      more: "export interface Base { a?: string } export interface Middle extends Base { b: string } export interface One extends Middle {}",
      sent: "one: One;",
    },
    want: [["type added Middle: -"]],
  },
  {
    name: "an own declaration makes an inherited field required",
    before: {
      more: "export interface Base { a?: string } export interface One extends Base { b: string }",
      sent: "one: One;",
    },
    after: {
      more: "export interface Base { a?: string } export interface One extends Base { a: string; b: string }",
      sent: "one: One;",
    },
    want: [["field required One.a: clients"]],
  },
  {
    name: "a field is left out of the supertype",
    before: {
      more: "export interface Base { a: string; b: string } export interface One extends Base {}",
      sent: "one: One;",
    },
    after: {
      more: 'export interface Base { a: string; b: string } export interface One extends Omit<Base, "b"> {}',
      sent: "one: One;",
    },
    want: [["field removed Base.b: clients servers", ["One"]]],
  },
  {
    name: "written-out params get a name that inherits: told where it is declared",
    before: {
      more: 'export interface PutRequest extends JSONRPCRequest { method: "put"; params: { value: string } } export interface PutResult extends Result {}',
      requests: ["PutRequest"],
    },
    after: {
      more: 'export interface Traced { trace: string } export interface PutParams extends Traced { value: string } export interface PutRequest extends JSONRPCRequest { method: "put"; params: PutParams } export interface PutResult extends Result {}',
      requests: ["PutRequest"],
    },
    want: [
      ["type added Traced: -"],
      ["field added Traced.trace: clients", ["PutRequest.params"]],
      ["type added PutParams: -"],
    ],
  },
];

describe("inherited fields", () => {
  it.each(rows)("$name", ({ before, after, want }) => {
    const found = changesOf(before, after).map((change) =>
      change.inheritedBy === undefined
        ? [lineOf(change)]
        : [lineOf(change), change.inheritedBy],
    );
    expect(found).toEqual(want);
  });

  it("names the place in words", () => {
    const [nested] = changesOf(
      { sent: "a?: { b?: { c?: string }[] };" },
      { sent: "a?: { b?: { c: string }[] };" },
    );
    expect(nested).toMatchObject({
      path: "Sent.a.b[].c",
      place: "`c` in each item of `b` in `a` of `Sent`",
      what: "became required",
    });
    const [quoted] = changesOf(
      { sent: '"x-y"?: string;' },
      { sent: '"x-y"?: number;' },
    );
    expect(quoted).toMatchObject({
      path: 'Sent["x-y"]',
      place: "`x-y` of `Sent`",
      before: "string",
      after: "number",
    });
  });
});

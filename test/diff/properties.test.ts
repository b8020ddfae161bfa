/**
 * What holds of every comparison: a schema does not differ from itself, both directions
 * name the same places, and nothing that differs goes without a word.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Change } from "../../generator/diff/change.js";
import { diffModels } from "../../generator/diff/diff.js";
import type {
  Documentation,
  Property,
  ProtocolModel,
} from "../../generator/model/model.js";
import { flatten, referencesOf } from "../../generator/model/queries.js";
import { readModel } from "../../generator/read/schema-ts/read.js";
import { schemaText } from "../shared.js";

/** A type as text, put together from a few kinds. */
const type: fc.Arbitrary<string> = fc.letrec<{ type: string }>((tie) => ({
  type: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("string", "number", "boolean", "Shared", "Level"),
    fc
      .uniqueArray(fc.constantFrom('"a"', '"b"', '"c"'), { minLength: 1 })
      .map((values) => values.join(" | ")),
    fc.constantFrom("1", "true", "null", '"a" | "b" | string'),
    tie("type").map((items) => `(${items})[]`),
    tie("type").map((value) => `{ [key: string]: ${value} }`),
    fc
      .tuple(tie("type"), fc.constantFrom("", "?"))
      .map(([inner, mark]) => `{ inner${mark}: ${inner} }`),
    tie("type").map((member) => `${member} | null`),
  ),
})).type;

interface Field {
  readonly optional: boolean;
  readonly type: string;
  readonly tag: string;
}

const field: fc.Arbitrary<Field> = fc.record({
  optional: fc.boolean(),
  type,
  tag: fc.constantFrom("", "", "@deprecated", "@minLength 1", "@default 3"),
});

/** Own fields by name; those of each type have names of their own. */
const fields = (prefix: string) =>
  fc.dictionary(fc.constantFrom(`${prefix}1`, `${prefix}2`), field, {
    noNullPrototype: true,
  });

interface Draft {
  readonly base: Readonly<Record<string, Field>>;
  readonly params: Readonly<Record<string, Field>>;
  readonly result: Readonly<Record<string, Field>>;
  readonly shared: Readonly<Record<string, Field>>;
  /** Whether the params, and the result, inherit from the base. */
  readonly inherits: readonly [params: boolean, result: boolean];
  readonly alias: string;
  readonly requests: readonly string[];
  readonly inputRequests: readonly string[];
  readonly answers: readonly string[];
  readonly code: number;
}

const draft: fc.Arbitrary<Draft> = fc.record({
  base: fields("base"),
  params: fields("params"),
  result: fields("result"),
  shared: fields("shared"),
  inherits: fc.tuple(fc.boolean(), fc.boolean()),
  alias: type.filter((text) => !/Level|Shared/.test(text)),
  requests: fc.subarray(["OneRequest", "TwoRequest"]),
  inputRequests: fc.subarray(["OneRequest", "ThreeRequest"]),
  answers: fc.subarray(["OneResult", "Other"]),
  code: fc.constantFrom(-32001, -32002),
});

function printed({ base, params, result, shared, ...draft }: Draft): string {
  const body = (of: Readonly<Record<string, Field>>): string =>
    Object.entries(of)
      .map(
        ([name, { optional, type, tag }]) =>
          `  ${tag && `/** ${tag} */ `}${name}${optional ? "?" : ""}: ${type};\n`,
      )
      .join("");
  const heir = (inherits: boolean) => (inherits ? " extends Base" : "");
  const union = (name: string, members: readonly string[]) =>
    `export type ${name} = ${members.join(" | ") || "never"};`;
  return `
export const LATEST_PROTOCOL_VERSION = "2026-07-28";
export const FAILED = ${draft.code};
export interface Base {\n${body(base)}}
export interface Shared {\n${body(shared)}}
export type Level = ${draft.alias};
export interface Params${heir(draft.inherits[0])} {\n${body(params)}}
export interface OneRequest { method: "one"; params: Params }
export interface OneResult${heir(draft.inherits[1])} {\n${body(result)}}
export interface TwoRequest { method: "two"; params: { level?: Level; base: Base } }
export interface TwoResult { shared: Shared }
export interface ThreeRequest { method: "three" }
export interface Other { other: true }
${union("ClientRequest", draft.requests)}
${union("InputRequest", draft.inputRequests)}
${union("ServerResult", draft.answers)}
`;
}

function modelOf(draft: Draft): ProtocolModel {
  return readModel(schemaText(printed(draft))).model;
}

/** A draft of which one part is another. */
const pair: fc.Arbitrary<readonly [Draft, Draft]> = fc
  .tuple(draft, draft, fc.constantFrom<(keyof Draft)[]>(...parts()))
  .map(([before, other, part]) => [before, { ...before, [part]: other[part] }]);

function parts(): (keyof Draft)[] {
  return [
    "base",
    "params",
    "result",
    "shared",
    "inherits",
    "alias",
    "requests",
    "inputRequests",
    "answers",
    "code",
  ];
}

/**
 * All that a comparison is about, without where and in what words it stands: what a value
 * of each type holds, who sends what, what calls are answered with.
 */
function meaningOf(model: ProtocolModel): string {
  const { types, constants, methods } = model;
  const results = new Set(methods.map(({ result }) => result));
  const shapes = types.flatMap((each): readonly unknown[] => {
    if (/^(?:Client|Input)Request$/.test(each.name)) return [];
    if (each.name === "ServerResult" && each.kind === "alias") {
      return referencesOf(each.type).filter((name) => !results.has(name));
    }
    const shape = each.kind === "interface" && flatten(model, each.name);
    return [[each.name, shape || each]];
  });
  const sent = methods.map(({ name, kind, from }) => [name, kind, from].join());
  return JSON.stringify([shapes, constants, sent.sort()], (key, value) => {
    if (key === "position") return undefined;
    if (key === "properties") return byName(value as readonly Property[]);
    if (key === "values") return [...(value as readonly string[])].sort();
    if (key !== "documentation") return value as unknown;
    const { deprecated, default: standard } = value as Documentation;
    return { deprecated, standard };
  });
}

function byName(properties: readonly Property[]): readonly Property[] {
  return [...properties].sort((one, other) => (one.name < other.name ? -1 : 1));
}

function placesOf(changes: readonly Change[]): readonly string[] {
  return [...new Set(changes.map(({ path }) => path))].sort();
}

/** Enough to meet each kind of change often; a failure prints its seed. */
const options = { numRuns: Number(process.env["DIFF_RUNS"] ?? 60) };

describe("every comparison", () => {
  test("finds nothing between a schema and itself", () => {
    fc.assert(
      fc.property(draft, (one) => {
        expect(diffModels(modelOf(one), modelOf(one))).toEqual([]);
      }),
      options,
    );
  });

  test("names the same places in both directions", () => {
    fc.assert(
      fc.property(pair, ([one, other]) => {
        const [before, after] = [modelOf(one), modelOf(other)];
        expect(placesOf(diffModels(after, before))).toEqual(
          placesOf(diffModels(before, after)),
        );
      }),
      options,
    );
  });

  test("is silent only where nothing differs", () => {
    fc.assert(
      fc.property(pair, ([one, other]) => {
        const [before, after] = [modelOf(one), modelOf(other)];
        fc.pre(meaningOf(before) !== meaningOf(after));
        expect(diffModels(before, after)).not.toEqual([]);
      }),
      options,
    );
  });
});

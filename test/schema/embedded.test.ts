/**
 * Each embedded schema states exactly the protocol that upstream's file states.
 *
 * The facts of the generated JSON Schema prove it everywhere; with the shared
 * input data, the models prove what JSON Schema cannot hold: constants, literals
 * of open unions, `null`, heritage, deprecations, internals.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import type { ProtocolModel } from "../../generator/model/model.js";
import {
  describeWithShared,
  embeddedModel,
  repositoryPath,
  sharedModel,
} from "../shared.js";

/** The embedded revisions, and what upstream's `schema.ts` of each comes to. */
const EMBEDDED = [
  {
    revision: "draft",
    facts: "f3e0f6ee10793a0a12be372198dd0469fb8bf4e3d581b5d8197a5badc9aacb0c",
    /** Another state of the specification, which it is not. */
    other: "history/2026-06-23-2ffc3fa2",
  },
  {
    revision: "2025-11-25",
    facts: "5c06f0a2fd927b91f1a02b71879402eec48805059328a184e362e627f028eedf",
    other: "2025-06-18",
  },
] as const;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Keywords whose arrays have no order. */
const UNORDERED = new Set(["anyOf", "enum", "required", "type"]);

function byCodeUnit(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** A JSON Schema without descriptions, with sorted keys and sorted sets. */
function factsOf(schema: Json, keyword?: string): Json {
  if (Array.isArray(schema)) {
    const items = schema.map((item) => factsOf(item));
    const isSet = keyword !== undefined && UNORDERED.has(keyword);
    return isSet
      ? items.sort((left, right) =>
          byCodeUnit(JSON.stringify(left), JSON.stringify(right)),
        )
      : items;
  }
  if (schema !== null && typeof schema === "object") {
    const members = Object.entries(schema)
      // A property may be called `description` too: then it is an object.
      .filter(([name, value]) => name !== "description" || typeof value !== "string")
      .sort(([left], [right]) => byCodeUnit(left, right))
      .map(([name, value]): [string, Json] => [name, factsOf(value, name)]);
    return Object.fromEntries(members);
  }
  return typeof schema === "string" && keyword === "$ref"
    ? schema.replace("#/$defs/", "#/definitions/")
    : schema;
}

function hashOfFacts(document: { [key: string]: Json }): string {
  const facts = factsOf(document["$defs"] ?? document["definitions"] ?? null);
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex");
}

const execute = promisify(execFile);

/** Runs typescript-json-schema with the flags that the specification uses. */
async function jsonSchemaOf(path: string): Promise<{ [key: string]: Json }> {
  const manifest = createRequire(import.meta.url).resolve(
    "typescript-json-schema/package.json",
  );
  const { stdout } = await execute(
    process.execPath,
    [
      resolve(manifest, "../bin/typescript-json-schema"),
      "--defaultNumberType",
      "integer",
      "--required",
      "--skipLibCheck",
      path,
      "*",
    ],
    { maxBuffer: 16 * 1024 * 1024 },
  );
  return JSON.parse(stdout) as { [key: string]: Json };
}

describe("the hash of facts", () => {
  test("a fact more or less shows in the hash", () => {
    const definitions = { Tool: { type: "object", required: ["name", "size"] } };
    const reordered = { Tool: { required: ["size", "name"], type: "object" } };
    const described = {
      Tool: { ...definitions.Tool, description: "What a tool is." },
    };
    const narrowed = { Tool: { type: "object", required: ["name"] } };
    const hash = hashOfFacts({ definitions });
    expect(hashOfFacts({ definitions: reordered })).toBe(hash);
    expect(hashOfFacts({ $defs: described })).toBe(hash);
    expect(hashOfFacts({ definitions: narrowed })).not.toBe(hash);
  });
});

describe.each(EMBEDDED)("the embedded $revision", ({ revision, facts }) => {
  test("comes to the same JSON Schema facts as upstream's", async () => {
    const file = resolve(repositoryPath, "schema", revision, "schema.ts");
    expect(hashOfFacts(await jsonSchemaOf(file))).toBe(facts);
  });

  test("has a word on every type, property and constant", () => {
    const { types, constants } = embeddedModel(revision);
    const silent = [...types, ...constants]
      .filter(({ documentation }) => documentation.text === "")
      .map(({ name }) => name);
    const members = types.flatMap((type) =>
      type.kind === "interface"
        ? type.properties
            .filter(({ documentation }) => documentation.text === "")
            .map(({ name }) => `${type.name}.${name}`)
        : [],
    );
    expect([...silent, ...members]).toEqual([]);
  });
});

/** An object of a model, its members not yet looked at. */
interface Facts {
  readonly [key: string]: unknown;
}

function isRecord(value: unknown): value is Facts {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A model without prose, places and source: of the documentation only whether a
 * thing is deprecated or internal, and its default.
 */
function protocolOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(protocolOf);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value)
    .filter(([name]) => name !== "position" && name !== "source")
    .map(([name, member]): [string, unknown] => {
      if (name !== "documentation" || !isRecord(member)) {
        return [name, protocolOf(member)];
      }
      const { deprecated, internal, default: standard } = member;
      return [name, { deprecated: deprecated !== undefined, internal, standard }];
    });
  return Object.fromEntries(entries);
}

/** The same, in an order that does not depend on the file's. */
function sorted(model: ProtocolModel): unknown {
  const sort = <T>(items: readonly T[], keyOf: (item: T) => string): T[] =>
    [...items].sort((left, right) => byCodeUnit(keyOf(left), keyOf(right)));
  const members = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const items = value.map(members);
      const named = items.every(
        (item) => isRecord(item) && typeof item["name"] === "string",
      );
      return named ? sort(items, (item) => String((item as Facts)["name"])) : items;
    }
    if (!isRecord(value)) return value;
    const unordered = value["kind"] === "union" || value["kind"] === "enum";
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const inner = members(member);
        const isSet = unordered && (name === "members" || name === "values");
        return [
          name,
          isSet && Array.isArray(inner)
            ? sort(inner, (item) => JSON.stringify(item))
            : inner,
        ];
      }),
    );
  };
  return members(
    protocolOf({
      ...model,
      types: sort(model.types, ({ name }) => name),
      constants: sort(model.constants, ({ name }) => name),
      errors: sort(model.errors, ({ name }) => name),
      methods: sort(
        model.methods,
        ({ from, kind, name }) => `${from} ${kind} ${name}`,
      ),
      metaKeys: sort(model.metaKeys, ({ on, key }) => `${on} ${key}`),
    }),
  );
}

/** Every sentence of at least six words that documentation says. */
function sentencesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(sentencesOf);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === "text" && typeof member === "string"
      ? member
          .split(/\n\s*\n|(?<=[.:;!?])\s/)
          .map((sentence) => sentence.toLowerCase().match(/[\p{L}\d]+/gu) ?? [])
          .filter((words) => words.length >= 6)
          .map((words) => words.join(" "))
      : sentencesOf(member),
  );
}

describeWithShared("next to upstream's file", () => {
  describe.each(EMBEDDED)("$revision", ({ revision, other }) => {
    test("no sentence is upstream's", () => {
      const theirs = new Set(sentencesOf(sharedModel(revision).types));
      const ours = sentencesOf(embeddedModel(revision).types);
      expect(theirs.size).toBeGreaterThan(200);
      expect(ours.length).toBeGreaterThan(200);
      expect(ours.filter((sentence) => theirs.has(sentence))).toEqual([]);
    });

    test("both are the same protocol", () => {
      expect(sorted(embeddedModel(revision))).toEqual(
        sorted(sharedModel(revision)),
      );
    });

    test("and another state of the specification is another one", () => {
      expect(sorted(embeddedModel(revision))).not.toEqual(
        sorted(sharedModel(other)),
      );
    });
  });
});

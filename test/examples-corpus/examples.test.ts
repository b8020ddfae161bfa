import { beforeAll, expect, it } from "vitest";
import type { TypeValidators } from "../compiled-output.js";
import { importValidators } from "../compiled-output.js";
import { describeWithShared, sharedModel } from "../shared.js";
import { ownReaders, type Reader } from "../differential/readers.js";
import { at, replaced, without } from "./change.js";
import { examplesOf, REVISIONS, type Example } from "./examples.js";
import { placesIn, type Path, type Place } from "./places.js";

/** Official examples that are not of the type whose folder they are in. */
const ODD: Readonly<
  Record<string, { reason: string; missing: readonly Path[] }>
> = {
  "ReadResourceResultResponse/read-resource-result-response.json": {
    reason: "older than the caching hints, which a complete result must have",
    missing: [
      ["result", "ttlMs"],
      ["result", "cacheScope"],
    ],
  },
};

/** Values of every JSON type, to put where another type belongs. */
const WRONG = [7.5, true, null, "wrong", [], {}] as const;

describeWithShared("official examples", () => {
  for (const revision of REVISIONS) {
    const all = examplesOf(revision);
    const examples = all.filter(({ name }) => !(name in ODD));
    let validatorsOf: (typeName: string) => TypeValidators;
    let schemaOf: (typeName: string) => Reader;

    beforeAll(async () => {
      const model = sharedModel(revision);
      validatorsOf = await importValidators(model);
      schemaOf = ownReaders(model);
    });

    it(`${revision} has all of them`, () => {
      expect(all).toHaveLength(129);
    });

    it.each(Object.entries(ODD))(
      `${revision} %s: still odd`,
      (name, { missing }) => {
        const example = all.find((one) => one.name === name);
        if (!example) throw new Error(`no example ${name}`);
        const result = validatorsOf(example.type).validate(
          JSON.parse(example.text),
        );
        const paths = result.success ? [] : result.issues.map((i) => i.path);
        expect(paths.sort()).toEqual([...missing].sort());
      },
    );

    it.each(examples)(`${revision} $name: accepted`, ({ type, text }) => {
      const value: unknown = JSON.parse(text);
      const { is, assert, validate, schema } = validatorsOf(type);
      expect(validate(value)).toStrictEqual({ success: true, data: value });
      const result = validate(value);
      expect(result.success && result.data).toBe(value);
      expect(is(value)).toBe(true);
      expect(() => assert(value)).not.toThrow();
      expect(schema.parse(value)).toBe(value);
      expect(schema["~standard"].validate(value)).toHaveProperty("value");
      expect(value).toEqual(JSON.parse(text));
    });

    it.each(examples)(
      `${revision} $name: accepted with an unknown key in every open object`,
      ({ type, text }) => {
        const value: unknown = JSON.parse(text);
        let changed = value;
        const open = placesOf(revision, type, value, "open");
        for (const { path } of open) {
          changed = replaced(changed, [...path, "x-unknown"], { a: [null] });
        }
        expect(validatorsOf(type).validate(changed)).toHaveProperty(
          "data",
          changed,
        );
      },
    );

    it.each(examples)(
      `${revision} $name: refused where a single change breaks it`,
      ({ name, type, text }) => {
        const value: unknown = JSON.parse(text);
        const { is, validate } = validatorsOf(type);
        const faults: string[] = [];
        for (const { changed, path, change } of changesOf(
          revision,
          { name, type, text },
          schemaOf(type),
        )) {
          const result = validate(changed);
          if (result.success || is(changed)) {
            faults.push(`${change} ${show(path)}: accepted`);
          } else if (!result.issues.some((i) => show(i.path) === show(path))) {
            const said = result.issues.map((issue) => show(issue.path));
            faults.push(`${change} ${show(path)}: reported at ${said.join()}`);
          }
        }
        expect(faults).toEqual([]);
        expect(value).toEqual(JSON.parse(text));
      },
    );
  }
});

interface Change {
  readonly change: "dropped" | "wrong type" | "other literal";
  readonly path: Path;
  readonly changed: unknown;
}

/** Every single change that takes the example out of its type. */
function changesOf(
  revision: string,
  { type, text }: Example,
  isValid: Reader,
): readonly Change[] {
  const value: unknown = JSON.parse(text);
  const changes: Change[] = [];
  for (const { path, kind } of placesIn(
    sharedModel(revision),
    { kind: "ref", name: type },
    value,
  )) {
    const candidates =
      kind === "required"
        ? [{ change: "dropped" as const, changed: without(value, path) }]
        : kind === "literal"
          ? [
              {
                change: "other literal" as const,
                changed: replaced(
                  value,
                  path,
                  `${String(at(value, path))}-not`,
                ),
              },
            ]
          : kind === "leaf"
            ? WRONG.filter(
                (wrong) => typeof wrong !== typeof at(value, path),
              ).map((wrong) => ({
                change: "wrong type" as const,
                changed: replaced(value, path, wrong),
              }))
            : [];
    for (const candidate of candidates) {
      // Some changes only lead from one valid message to another.
      if (!isValid(candidate.changed)) changes.push({ ...candidate, path });
    }
  }
  return changes;
}

function placesOf(
  revision: string,
  type: string,
  value: unknown,
  kind: Place["kind"],
): readonly Place[] {
  return placesIn(
    sharedModel(revision),
    { kind: "ref", name: type },
    value,
  ).filter((place) => place.kind === kind);
}

function show(path: Path): string {
  return path.join("/");
}

/** The names of one `validators.ts`, and what it imports. */
import type { RuledTypes } from "../../../model/queries.js";
import { claimName, isBindingName, pascalCase } from "../../../model/names.js";
import type { Unit, Units } from "./units.js";
import type { ValidationExport } from "./validation-file.js";

/** The functions of one unit. */
export interface UnitNames {
  /** The function that checks a value, also one inside of others, e.g. `isToolShape`. */
  readonly check: string;
  /** The type guard, e.g. `isTool`. */
  readonly guard: string;
  readonly shape: string;
  readonly assert: string;
  readonly validate: string;
  readonly schema: string;
}

/** Everything that printing a function may ask. */
export class Scope {
  readonly model: RuledTypes;
  readonly units: Units;
  /** Whether formats are checked, not only noted. */
  readonly assertsFormats: boolean;
  /** What generated code can take from `validation.ts`. */
  readonly helpers: ReadonlyMap<string, ValidationExport>;
  readonly #taken: Set<string>;
  /** The names that programs expect for the exported types. */
  readonly #wanted: ReadonlySet<string>;
  readonly #names = new Map<Unit, UnitNames>();
  readonly #helpers = new Set<string>();
  readonly #renamed: string[] = [];

  /** @param reserved Names that the file has in any case; types give way to them. */
  constructor(
    model: RuledTypes,
    units: Units,
    assertsFormats: boolean,
    helpers: ReadonlyMap<string, ValidationExport>,
    reserved: Iterable<string>,
  ) {
    this.model = model;
    this.units = units;
    this.assertsFormats = assertsFormats;
    this.helpers = helpers;
    this.#taken = new Set([...helpers.keys(), ...reserved]);
    this.#wanted = new Set(
      units.exported.flatMap(({ label }) => [
        `is${label}`,
        `assert${label}`,
        `validate${label}`,
        `${label}Schema`,
      ]),
    );
    // What a program imports has its plain name before anything else.
    for (const unit of units.exported) this.#nameExported(unit);
    for (const unit of units.exported) this.#nameInternal(unit);
    for (const unit of units.exported) this.#nameInline(unit);
  }

  /** Names in use; imports of types are added to them. */
  get taken(): Set<string> {
    return this.#taken;
  }

  namesOf(unit: Unit): UnitNames {
    const names = this.#names.get(unit);
    if (names === undefined) throw new Error(`${unit.label} has no names.`);
    return names;
  }

  /**
   * The name of something that is thereby imported from `validation.ts`.
   *
   * @throws {Error} When no module there exports it.
   */
  use(helper: string): string {
    if (!this.helpers.has(helper))
      throw new Error(`validation/ exports no ${helper}.`);
    this.#helpers.add(helper);
    return helper;
  }

  /** What has been used. */
  usedHelpers(): ReadonlySet<string> {
    return this.#helpers;
  }

  /** For each name that had to give way, a line that says so. */
  renamed(): readonly string[] {
    return this.#renamed;
  }

  #nameExported(unit: Unit): void {
    const { label } = unit;
    this.#names.set(unit, {
      guard: this.#claim(`is${label}`, `is${label}Type`, `isAny${label}`),
      assert: this.#claim(
        `assert${label}`,
        `assert${label}Type`,
        `assertAny${label}`,
      ),
      validate: this.#claim(
        `validate${label}`,
        `validate${label}Type`,
        `validateAny${label}`,
      ),
      schema: this.#claim(
        `${label}Schema`,
        `${label}TypeSchema`,
        `Any${label}Schema`,
      ),
      check: "",
      shape: "",
    });
  }

  #nameInternal(unit: Unit): void {
    const none = "";
    this.#names.set(unit, {
      guard: none,
      assert: none,
      validate: none,
      schema: none,
      ...this.#names.get(unit),
      check: claimName(`is${unit.label}Shape`, this.#taken),
      shape: claimName(shapeName(unit.label), this.#taken),
    });
  }

  #nameInline(parent: Unit): void {
    for (const unit of parent.inline) {
      this.#nameInternal(unit);
      this.#nameInline(unit);
    }
  }

  /** The wanted name, or where something else has it, the first of the others that no type wants. */
  #claim(wanted: string, ...others: readonly string[]): string {
    const isFree = (name: string): boolean =>
      !this.#taken.has(name) && (name === wanted || !this.#wanted.has(name));
    const name = claimName(
      [wanted, ...others].find(isFree) ?? wanted,
      this.#taken,
    );
    if (name !== wanted) this.#renamed.push(`${wanted} is ${name}`);
    return name;
  }
}

/** `Tool` -> `toolShape`, `JSONValue` -> `jsonValueShape`. */
function shapeName(label: string): string {
  const initial = /^[A-Z]+(?![a-z])|^[A-Z]/.exec(label)?.[0] ?? "";
  return `${initial.toLowerCase()}${label.slice(initial.length)}Shape`;
}

/** Names that a function needs for something else than properties. */
const RESERVED_VARIABLES = [
  "value",
  "field",
  "fields",
  "key",
  "depth",
  "Array",
  "Number",
  "undefined",
];

/**
 * A variable's name for each property, all different: the property's own name
 * where it is one.
 *
 * @param taken Names of the file that the function may use.
 */
export function variablesFor(
  properties: readonly string[],
  taken: Iterable<string>,
): ReadonlyMap<string, string> {
  const used = new Set([...taken, ...RESERVED_VARIABLES]);
  return new Map(
    properties.map((property) => {
      const last = property.slice(property.lastIndexOf("/") + 1);
      const bare = last.replace(
        /[^A-Za-z0-9_$]+(.)?/g,
        (_, next: string = "") =>
          /[A-Za-z0-9]/.test(next) ? next.toUpperCase() : "",
      );
      const wanted = isBindingName(bare) ? bare : `property${pascalCase(bare)}`;
      return [property, claimName(wanted, used)];
    }),
  );
}

/** Random values that mostly fit a type of the model. */
import type {
  Constraints,
  ProtocolModel,
  TypeDeclaration,
  TypeExpr,
} from "../../generator/model/model.js";
import { flatten, type Members } from "../../generator/model/queries.js";
import { anyJson, put } from "./mutation.js";
import type { Random } from "./random.js";

/** Below this depth only what is required is filled in. */
const FULL_DEPTH = 4;
/** Below this depth a recursive type ends. */
const LAST_DEPTH = 12;

const TEXTS = [
  "",
  "a",
  "Ada Lovelace",
  "file:///srv/app",
  "https://example.com/",
  "2026-07-28",
  "aGVsbG8=",
  "\u{1f600}\u0000",
] as const;

const KEYS = [
  "a",
  "io.example/key",
  "com.example/other",
  "",
  "toString",
] as const;

const NUMBERS = [0, 1, 0.5, 0.25, -1, 50, 100, 101, 2 ** 53] as const;

/** Makes values for the types of one model. */
export class Sampler {
  readonly #declarations: ReadonlyMap<string, TypeDeclaration>;
  readonly #model: ProtocolModel;

  constructor(model: ProtocolModel) {
    this.#model = model;
    this.#declarations = new Map(model.types.map((type) => [type.name, type]));
  }

  /** A value that fits the type, but for rules such as `@maximum` now and then. */
  valueOf(typeName: string, random: Random): unknown {
    return this.#declared(typeName, random, 0);
  }

  #declared(name: string, random: Random, depth: number): unknown {
    const declaration = this.#declarations.get(name);
    if (!declaration) throw new Error(`no type ${name}`);
    if (declaration.kind === "alias") {
      const { type, constraints } = declaration;
      return this.#expression(type, constraints, random, depth);
    }
    return this.#shape(this.#flat(name), random, depth);
  }

  #expression(
    type: TypeExpr,
    constraints: Constraints,
    random: Random,
    depth: number,
  ): unknown {
    switch (type.kind) {
      case "string":
        return random.pick(TEXTS);
      case "number":
        return random.pick(NUMBERS);
      case "integer":
        return Math.floor(random.pick(NUMBERS));
      case "boolean":
        return random.chance(0.5);
      case "null":
        return null;
      case "unknown":
        return anyJson(random);
      case "literal":
        return type.value;
      case "enum":
        return type.open && random.chance(0.3)
          ? random.pick(TEXTS)
          : random.pick(type.values);
      case "array": {
        const { maxItems } = constraints;
        const length =
          maxItems !== undefined && random.chance(0.1)
            ? maxItems + 1
            : this.#size(random, depth);
        return Array.from({ length }, () =>
          this.#expression(type.items, {}, random, depth + 1),
        );
      }
      case "tuple":
      case "checked":
        throw new Error(`No schema.ts has ${type.kind}.`);
      case "record":
        return this.#shape({ properties: [], rest: type.value }, random, depth);
      case "object":
        return this.#shape(type, random, depth);
      case "union": {
        const members =
          depth < LAST_DEPTH
            ? type.members
            : type.members.filter((member) => member.kind !== "ref");
        const choices = members.length > 0 ? members : type.members;
        return this.#expression(
          random.pick(choices),
          constraints,
          random,
          depth + 1,
        );
      }
      case "intersection":
        return this.#shape(this.#flat(type), random, depth);
      case "ref":
        return this.#declared(type.name, random, depth + 1);
    }
  }

  #flat(type: string | TypeExpr): Members {
    const shape = flatten(this.#model, type);
    if (!shape) throw new Error(`no object type: ${JSON.stringify(type)}`);
    return shape;
  }

  #shape(
    { properties, rest }: Members,
    random: Random,
    depth: number,
  ): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    const density = depth < FULL_DEPTH ? 0.5 : 0;
    for (const { name, optional, type, constraints } of properties) {
      if (optional && !random.chance(density)) continue;
      put(object, name, this.#expression(type, constraints, random, depth + 1));
    }
    if (rest) {
      for (let left = this.#size(random, depth); left > 0; left--) {
        const key = random.pick(KEYS);
        put(object, key, this.#expression(rest, {}, random, depth + 1));
      }
    }
    return object;
  }

  /** How many items or entries a collection gets at this depth. */
  #size(random: Random, depth: number): number {
    if (depth >= LAST_DEPTH) return 0;
    return depth < FULL_DEPTH ? random.below(3) : random.below(2);
  }
}

/** Every literal string of the model: values that stand where others belong. */
export function literalsOf(model: ProtocolModel): readonly string[] {
  const found = new Set<string>();
  JSON.stringify(model.types, (_key, value: unknown) => {
    const type = value as Partial<TypeExpr> | null;
    if (type?.kind === "literal" && typeof type.value === "string") {
      found.add(type.value);
    }
    if (type?.kind === "enum") type.values?.forEach((one) => found.add(one));
    return value;
  });
  return [...found];
}

/** Looks for inputs that the readings of a revision judge differently. */
import { anyJson, mutated } from "./mutation.js";
import type { Random } from "./random.js";
import type { RevisionUnderTest, TypeUnderTest } from "./readers.js";
import { literalsOf, Sampler } from "./sample.js";
import { shrunk } from "./shrink.js";

/** What a hunt without a find has seen. */
export interface Tally {
  inputs: number;
  accepted: number;
  /** Types of which no input was accepted, or none refused. */
  oneSided: string[];
}

/** Every reading's word on one value. */
type Verdicts = Readonly<Record<string, boolean>>;

/** An input that shows a difference, made as small as it gets. */
export class Difference extends Error {
  constructor(
    revision: string,
    typeName: string,
    value: unknown,
    verdicts: Verdicts,
  ) {
    const said = Object.entries(verdicts)
      .map(
        ([reading, accepts]) => `${reading} ${accepts ? "accepts" : "refuses"}`,
      )
      .join(", ");
    super(`${revision} ${typeName}: ${said}: ${JSON.stringify(value)}`);
    this.name = "Difference";
  }
}

/**
 * Shows a number of random values to all readings of one type.
 *
 * @throws {Difference} where they disagree
 */
export class Hunt {
  readonly #revision: RevisionUnderTest;
  readonly #sampler: Sampler;
  readonly #literals: readonly string[];
  readonly #random: Random;
  readonly tally: Tally = { inputs: 0, accepted: 0, oneSided: [] };

  constructor(revision: RevisionUnderTest, random: Random) {
    this.#revision = revision;
    this.#sampler = new Sampler(revision.model);
    this.#literals = literalsOf(revision.model);
    this.#random = random;
  }

  /** Shows `count` values to the readings of a type. */
  show(type: TypeUnderTest, count: number): void {
    let accepted = 0;
    for (let turn = 0; turn < count; turn++) {
      const value = this.#value(type.name);
      const verdicts = verdictsOn(type, value);
      if (disagree(verdicts)) throw this.#difference(type, value);
      if (verdicts["is"]) accepted++;
    }
    this.tally.inputs += count;
    this.tally.accepted += accepted;
    if (accepted === 0 || accepted === count) {
      this.tally.oneSided.push(type.name);
    }
  }

  #value(typeName: string): unknown {
    const random = this.#random;
    const kind = random.fraction();
    if (kind < 0.03) return anyJson(random, 3);
    const source =
      kind < 0.08 ? random.pick(this.#revision.types).name : typeName;
    const value = this.#sampler.valueOf(source, random);
    return kind < 0.4 ? value : mutated(value, this.#literals, random);
  }

  #difference(type: TypeUnderTest, value: unknown): Difference {
    const smallest = shrunk(value, (candidate) =>
      disagree(verdictsOn(type, candidate)),
    );
    return new Difference(
      this.#revision.name,
      type.name,
      smallest,
      verdictsOn(type, smallest),
    );
  }
}

/** The verdicts on a value; both readings of the generated code are heard. */
function verdictsOn(type: TypeUnderTest, value: unknown): Verdicts {
  const { is, validate } = type.generated;
  const result = validate(value);
  const isSound = result.success
    ? result.data === value
    : isFirst(validate(value, { maxIssues: 1 }), result.issues);
  if (!isSound) {
    throw new Error(
      `${type.name}: validate gives nonsense: ${JSON.stringify(value)}`,
    );
  }
  return {
    is: is(value),
    validate: result.success,
    "our schema.json": type.ownSchema(value),
    ...(type.upstream && { "upstream's schema.json": type.upstream(value) }),
  };
}

/** Whether the report of one issue, which may come from memory, is the first of all. */
function isFirst(
  first: ReturnType<TypeUnderTest["generated"]["validate"]>,
  [issue]: readonly unknown[],
): boolean {
  if (first.success || issue === undefined) return false;
  return JSON.stringify(first.issues) === JSON.stringify([issue]);
}

function disagree(verdicts: Verdicts): boolean {
  return new Set(Object.values(verdicts)).size > 1;
}

/** The parts of the output, and what each of them needs. */
import { UsageError } from "../failure.js";
import type { ProtocolModel } from "../model/model.js";
import { clientEmitter } from "./typescript/client/client.js";
import { type Emitter, type PartName, partNames } from "./emitter.js";
import { errorsEmitter } from "./typescript/errors.js";
import { jsonSchemaEmitter } from "./json-schema/json-schema.js";
import { legacyEmitter } from "./typescript/legacy/legacy.js";
import { methodsEmitter } from "./typescript/methods.js";
import { serverEmitter } from "./typescript/server/server.js";
import { typesEmitter } from "./typescript/types.js";
import { validatorsEmitter } from "./typescript/validators/validators.js";

/** Every emitter, in the order in which files are made and `index.ts` lists them. */
export const emitters: readonly Emitter[] = [
  typesEmitter,
  errorsEmitter,
  methodsEmitter,
  validatorsEmitter,
  clientEmitter,
  serverEmitter,
  legacyEmitter,
  jsonSchemaEmitter,
];

export { partNames };

/** What is emitted by default. */
export const defaultParts: readonly PartName[] = partNames.filter(
  (part) => part !== "json-schema",
);

/**
 * The parts asked for, with those that they import, and so on.
 *
 * @param wanted Names from `partNames`.
 */
export function resolveParts(
  wanted: Iterable<PartName>,
): ReadonlySet<PartName> {
  const resolved = new Set<PartName>();
  const visit = (part: PartName): void => {
    if (resolved.has(part)) return;
    resolved.add(part);
    emitterOf(part)?.requires.forEach(visit);
  };
  for (const part of wanted) visit(part);
  for (const part of resolved) {
    const { adds = [] } = emitterOf(part) ?? {};
    if (!adds.some((each) => resolved.has(each))) adds.forEach(visit);
  }
  return resolved;
}

function emitterOf(part: PartName): Emitter | undefined {
  return emitters.find((emitter) => emitter.part === part);
}

/** Parts that a revision cannot have, for one reason. */
export interface Omission {
  readonly parts: readonly PartName[];
  /** Why, in one sentence for the user. */
  readonly reason: string;
}

/** What {@link partsFor} leaves out of a revision's output when no parts are named. */
export function omissionsOf(model: ProtocolModel): readonly Omission[] {
  const byReason = new Map<string, PartName[]>();
  for (const { part, eras, unavailable } of emitters) {
    const reason = unavailable?.(model);
    // Nobody misses a part that is not for the revision's era.
    if (reason === undefined || eras?.includes(model.era) === false) continue;
    byReason.set(reason, [...(byReason.get(reason) ?? []), part]);
  }
  return [...byReason].map(([reason, parts]) => ({ parts, reason }));
}

/**
 * The parts to emit for a revision.
 *
 * @param asked What the user named; by default all that the revision can have.
 * @throws UsageError when a part was named that the revision cannot have.
 */
export function partsFor(
  model: ProtocolModel,
  asked?: readonly PartName[],
): readonly PartName[] {
  return (asked ?? defaultParts).filter((part) => {
    const reason = emitterOf(part)?.unavailable?.(model);
    if (reason === undefined) return true;
    if (asked === undefined) return false;
    throw new UsageError(`There is no ${part} to emit: ${reason}`);
  });
}

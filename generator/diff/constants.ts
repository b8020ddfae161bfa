/** Compares the constants of two revisions that are not error codes. */
import type { ConstantDeclaration, ProtocolModel } from "../model/model.js";
import type { Change } from "./change.js";
import { deprecationOf } from "./deprecation.js";
import type { Comparison } from "./comparison.js";
import { codeText } from "./type-text.js";
import { ANYBODY, breaks, NOBODY } from "./verdict.js";

/** The constant that names the revision; `compareRevision` speaks of it. */
const VERSION = "LATEST_PROTOCOL_VERSION";

/** Compares constants by name. */
export function compareConstants({
  before: { model: before },
  after: { model: after },
}: Comparison): readonly Change[] {
  const codes = new Set(
    [...before.errors, ...after.errors].map((error) => error.name),
  );
  const constants = (model: ProtocolModel): readonly ConstantDeclaration[] =>
    model.constants.filter(({ name }) => name !== VERSION && !codes.has(name));
  const [old, now] = [constants(before), constants(after)];
  const find = (
    among: readonly ConstantDeclaration[],
    { name }: ConstantDeclaration,
  ): ConstantDeclaration | undefined =>
    among.find((constant) => constant.name === name);

  return [
    ...old
      .filter((constant) => find(now, constant) === undefined)
      .map((constant) =>
        constantChange(constant.name, {
          action: "removed",
          what: `was removed (was ${codeText(JSON.stringify(constant.value))})`,
          before: JSON.stringify(constant.value),
          verdicts: breaks(ANYBODY),
        }),
      ),
    ...now.flatMap((constant) => {
      const earlier = find(old, constant);
      return earlier === undefined
        ? [
            constantChange(constant.name, {
              action: "added",
              what: `was added (${codeText(JSON.stringify(constant.value))})`,
              after: JSON.stringify(constant.value),
              verdicts: breaks(NOBODY),
            }),
          ]
        : compareConstant(earlier, constant);
    }),
  ];
}

function compareConstant(
  before: ConstantDeclaration,
  after: ConstantDeclaration,
): readonly Change[] {
  const [old, now] = [before, after].map(({ value }) => JSON.stringify(value));
  const changed =
    old === undefined || now === undefined || old === now
      ? []
      : [
          constantChange(after.name, {
            action: "changed",
            what: `changed from ${codeText(old)} to ${codeText(now)}`,
            before: old,
            after: now,
            verdicts: breaks(ANYBODY),
          }),
        ];
  return [
    ...changed,
    ...deprecationOf(
      { subject: "constant", path: after.name, place: `\`${after.name}\`` },
      before.documentation,
      after.documentation,
    ),
  ];
}

function constantChange(
  name: string,
  change: Omit<Change, "subject" | "path" | "place">,
): Change {
  return { subject: "constant", path: name, place: `\`${name}\``, ...change };
}

/**
 * Compares what calls may be answered with in addition to the results of their methods: types
 * that `ServerResult` and `ClientResult` list and no method names, such as a task that
 * is worked on while the caller goes on.
 */
import type { ProtocolModel, Side } from "../model/model.js";
import { findProperty, findType, flatten, hasType } from "../model/queries.js";
import type { Change } from "./change.js";
import { otherSide } from "./change.js";
import type { Comparison } from "./comparison.js";
import { codeText } from "./type-text.js";
import { asUnion } from "./unions.js";
import { HARMLESS, OPTIONAL_REMOVED, verdictsOf, WIDENED } from "./verdict.js";

const UNIONS: readonly (readonly [name: string, from: Side])[] = [
  ["ServerResult", "server"],
  ["ClientResult", "client"],
];

/** Compares the answers of both sides. */
export function compareAnswers({
  before,
  after,
}: Comparison): readonly Change[] {
  return UNIONS.flatMap(([union, from]) => {
    const old = furtherAnswers(before.model, union);
    const now = furtherAnswers(after.model, union);
    // A union that one revision lacks says nothing about what changed.
    if (old === undefined || now === undefined) return [];
    const change = (
      rest: Pick<Change, "action" | "what" | "verdicts">,
    ): Change => ({
      subject: "variant",
      path: union,
      place: `calls that the ${from} answers`,
      ...rest,
    });
    return [
      ...old
        .filter((type) => !now.includes(type))
        .map((type) =>
          change({
            action: "removed",
            what: `can no longer be answered with ${codeText(type)}`,
            verdicts: verdictsOf(new Set([from]), OPTIONAL_REMOVED),
          }),
        ),
      ...now
        .filter((type) => !old.includes(type))
        .map((type) => {
          const wish = wishFor(after.model, type, otherSide(from));
          return change({
            action: "added",
            what:
              wish === undefined
                ? `may now be answered with ${codeText(type)}`
                : `may now be answered with ${codeText(type)} where they ask for it with ${codeText(wish)}`,
            verdicts: verdictsOf(
              new Set([from]),
              wish === undefined ? WIDENED : HARMLESS,
            ),
          });
        }),
    ];
  });
}

/** Types of a union of results that do not belong to one method, and do not ask for input. */
function furtherAnswers(
  model: ProtocolModel,
  union: string,
): readonly string[] | undefined {
  if (!hasType(model, union)) return undefined;
  const expr = { kind: "ref", name: union } as const;
  const target = findType(model, union);
  const members =
    asUnion({ expr, model }) ??
    (target?.kind === "alias" ? [target.type] : [expr]);
  const own = new Set(model.methods.map(({ result }) => result));
  return members.flatMap((member) =>
    member.kind !== "ref" ||
    own.has(member.name) ||
    member.name === "EmptyResult" ||
    findProperty(model, member, "requestState") !== undefined
      ? []
      : [member.name],
  );
}

/**
 * The optional param with which a caller asks for a kind of answer: called like a
 * property that the answer always has, as `task` is of a task's.
 */
function wishFor(
  model: ProtocolModel,
  answer: string,
  caller: Side,
): string | undefined {
  const required = (flatten(model, answer)?.properties ?? []).filter(
    ({ optional }) => !optional,
  );
  return required.find(({ name }) =>
    model.methods.some(({ kind, from, params }) => {
      if (kind !== "request" || from !== caller) return false;
      const wish = params && findProperty(model, params.type, name);
      return wish?.optional === true;
    }),
  )?.name;
}

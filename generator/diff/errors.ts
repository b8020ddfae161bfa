/** Compares the error codes of two revisions. */
import type { ErrorCode } from "../model/model.js";
import type { Change } from "./change.js";
import { deprecationOf } from "./deprecation.js";
import type { Comparison } from "./comparison.js";
import { errorSenders } from "./senders.js";
import {
  ANYBODY,
  breaks,
  NOBODY,
  OPTIONAL_REMOVED,
  verdictsOf,
} from "./verdict.js";

/**
 * Compares error codes by name: the same name with another number was
 * renumbered, the same number under another name was renamed.
 */
export function compareErrors(comparison: Comparison): readonly Change[] {
  const { errors: before } = comparison.before.model;
  const { errors: after } = comparison.after.model;
  const lost = before.filter((error) => find(after, error) === undefined);
  const gained = after.filter((error) => find(before, error) === undefined);
  const successor = (error: ErrorCode): ErrorCode | undefined =>
    gained.find(({ code }) => code === error.code);
  const predecessor = (error: ErrorCode): ErrorCode | undefined =>
    lost.find(({ code }) => code === error.code);

  return [
    ...lost.map((error) => {
      const next = successor(error);
      return next === undefined
        ? removed(error, comparison)
        : renamed(error, next);
    }),
    ...gained
      .filter((error) => predecessor(error) === undefined)
      .map((error) =>
        errorChange(error.name, {
          action: "added",
          what: `was added (${error.code})`,
          after: String(error.code),
          verdicts: breaks(NOBODY),
        }),
      ),
    ...after.flatMap((error) => {
      const old = find(before, error);
      return old === undefined ? [] : compareError(old, error);
    }),
  ];
}

function find(
  errors: readonly ErrorCode[],
  { name }: ErrorCode,
): ErrorCode | undefined {
  return errors.find((error) => error.name === name);
}

function removed(error: ErrorCode, comparison: Comparison): Change {
  return errorChange(error.name, {
    action: "removed",
    what: `was removed (was ${error.code})`,
    before: String(error.code),
    verdicts: verdictsOf(
      errorSenders(comparison.before.model),
      OPTIONAL_REMOVED,
    ),
  });
}

/** Nothing changes on the wire, but generated code names the constant. */
function renamed(before: ErrorCode, after: ErrorCode): Change {
  return errorChange(before.name, {
    action: "renamed",
    what: `was renamed to ${after.name} (${after.code})`,
    before: before.name,
    after: after.name,
    verdicts: breaks(ANYBODY),
  });
}

function compareError(before: ErrorCode, after: ErrorCode): readonly Change[] {
  const changes: Change[] = [];
  if (before.code !== after.code)
    changes.push(
      errorChange(after.name, {
        action: "renumbered",
        what: `was renumbered from ${before.code} to ${after.code}`,
        before: String(before.code),
        after: String(after.code),
        verdicts: breaks(ANYBODY),
      }),
    );
  // Where one revision states none, a rule of its prose came or went.
  const [was, is] = [before.httpStatus, after.httpStatus];
  if (was !== undefined && is !== undefined && was !== is)
    changes.push(
      errorChange(after.name, {
        action: "changed",
        what: `changed its HTTP status from ${was} to ${is}`,
        before: String(was),
        after: String(is),
        verdicts: breaks(ANYBODY),
      }),
    );
  return [
    ...changes,
    ...deprecationOf(
      {
        subject: "errorCode",
        path: after.name,
        place: `\`${after.name}\``,
      },
      before.documentation,
      after.documentation,
    ),
  ];
}

function errorChange(
  name: string,
  change: Omit<Change, "subject" | "path" | "place">,
): Change {
  return { subject: "errorCode", path: name, place: `\`${name}\``, ...change };
}

/** The order of protocol revisions, by what they call themselves. */

/** Before and after every dated revision. */
const OLDEST = "0000-00-00";
const NEWEST = "9999-99-99";

/**
 * Drafts name the year they were begun in, not the revision that came of them:
 * the one each leads up to.
 */
const DRAFTS: readonly (readonly [pattern: RegExp, revision: string])[] = [
  [/^DRAFT-2024-/, "2024-11-05"],
  [/^DRAFT-2025-v1$/, "2025-03-26"],
  [/^DRAFT-2025-v2$/, "2025-06-18"],
  [/^DRAFT-2025-v3$/, "2025-11-25"],
  [/^DRAFT-2026-/, "2026-07-28"],
];

/**
 * The date that places a version among the revisions: its own, or that of the
 * revision that a draft leads up to. The numbers of the first schemas come before
 * all dates; unknown ones come after them.
 */
export function revisionDate(version: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(version)) return version;
  if (/^\d+(?:\.\d+)*$/.test(version)) return OLDEST;
  return DRAFTS.find(([pattern]) => pattern.test(version))?.[1] ?? NEWEST;
}

/** The first revision that was released. */
const FIRST_RELEASE = "2024-11-05";

/** Whether a version was a step on the way to a revision that has been released since. */
export function isBygoneDraft(version: string): boolean {
  return (
    DRAFTS.some(([pattern]) => pattern.test(version)) ||
    revisionDate(version) < FIRST_RELEASE
  );
}

/** A stretch of revisions, both ends included; an open end is left out. */
export interface RevisionRange {
  readonly since?: string;
  readonly until?: string;
}

/** Whether a version lies in a stretch of revisions. */
export function isWithin(
  version: string,
  { since = OLDEST, until = NEWEST }: RevisionRange,
): boolean {
  const date = revisionDate(version);
  return since <= date && date <= until;
}

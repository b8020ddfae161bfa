/** The revisions with a handshake. */
export type Revision =
  "2024-11-05" | "2025-03-26" | "2025-06-18" | "2025-11-25";

/** All of them, oldest first. */
export const revisions: readonly Revision[] = [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
];

/** The newest one, which probes speak where it does not matter. */
export const newest: Revision = "2025-11-25";

/** Whether a revision is the other one or a later one. */
export function isSince(revision: Revision, first: Revision): boolean {
  return revision >= first;
}

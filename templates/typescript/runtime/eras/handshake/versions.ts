/** Which revision a session speaks (specification: basic/lifecycle, version negotiation). */
import type { HandshakeFacts, HandshakeVersion } from "./facts.js";

/** The facts of a revision; undefined if it is not spoken. */
export function findVersion(
  { versions }: HandshakeFacts,
  version: unknown,
): HandshakeVersion | undefined {
  return versions.find((each) => each.version === version);
}

/** The newest revision that is spoken. */
export function newestVersion({ versions }: HandshakeFacts): HandshakeVersion {
  const [newest] = versions;
  if (newest === undefined) {
    throw new TypeError("There is no revision with a handshake to speak.");
  }
  return newest;
}

/**
 * The facts, less the revisions that a program does not want to speak.
 *
 * @param chosen - Revisions in any order; undefined for all.
 * @throws {TypeError} If one of them is not known, or none is left.
 */
export function withVersions(
  facts: HandshakeFacts,
  chosen: readonly string[] | undefined,
): HandshakeFacts {
  if (chosen === undefined) return facts;
  const unknown = chosen.find((each) => findVersion(facts, each) === undefined);
  if (unknown !== undefined || chosen.length === 0) {
    const known = facts.versions.map(({ version }) => version).join(", ");
    throw new TypeError(
      unknown === undefined
        ? `At least one protocol version has to be spoken, out of ${known}.`
        : `Protocol version ${unknown} cannot be spoken; known: ${known}.`,
    );
  }
  const versions = facts.versions.filter(({ version }) =>
    chosen.includes(version),
  );
  return { ...facts, versions };
}

/** Whether a path of capabilities exists in a revision. */
export function hasCapabilityPath(
  { missingCapabilities }: HandshakeVersion,
  path: string,
): boolean {
  return !missingCapabilities.some(
    (missing) => path === missing || path.startsWith(`${missing}.`),
  );
}

/** Capabilities less those that a revision does not have. */
export function capabilitiesOfVersion(
  capabilities: object,
  { missingCapabilities }: HandshakeVersion,
): Record<string, unknown> {
  const kept: Record<string, unknown> = { ...capabilities };
  for (const path of missingCapabilities) {
    const [name = "", detail] = path.split(".");
    if (detail === undefined) {
      delete kept[name];
    } else if (typeof kept[name] === "object" && kept[name] !== null) {
      const { [detail]: _dropped, ...rest } = kept[name] as Record<
        string,
        unknown
      >;
      kept[name] = rest;
    }
  }
  return kept;
}

/**
 * The version of HTTP requests that name none outside of a session: the newest of those
 * whose requests have no header for it (specification 2025-06-18: basic/transports).
 */
export function unnamedVersion({
  versions,
}: HandshakeFacts): HandshakeVersion | undefined {
  return versions.find(({ versionHeader }) => !versionHeader);
}

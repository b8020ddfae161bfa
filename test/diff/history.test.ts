/** The comparison held against facts of the specification's real history. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Change } from "../../generator/diff/change.js";
import { diffModels } from "../../generator/diff/diff.js";
import { describeWithShared, sharedModel, sharedRevisions } from "../shared.js";
import { lineOf } from "./protocol.js";

function between(before: string, after: string): readonly Change[] {
  return diffModels(sharedModel(before), sharedModel(after));
}

function pathsOf(
  changes: readonly Change[],
  subject: Change["subject"],
  action: Change["action"],
): readonly string[] {
  return changes
    .filter((change) => change.subject === subject && change.action === action)
    .map(({ path }) => path)
    .sort();
}

/** Revisions in the order of time, as pairs of neighbours. */
function neighbours(): readonly (readonly [string, string])[] {
  const names = sharedRevisions()
    .map(({ name }) => name)
    .filter((name) => name !== "draft")
    .sort((a, b) => (dateOf(a) < dateOf(b) ? -1 : 1));
  return [...names.slice(1), "draft"].map((name, index) => [
    names[index] as string,
    name,
  ]);
}

function dateOf(name: string): string {
  return name.replace("history/", "").slice(0, 10);
}

/** Facts read from the text itself, without the reader or the model. */
function factsOf(name: string): {
  readonly methods: ReadonlySet<string>;
  readonly codes: ReadonlyMap<string, string>;
  readonly types: ReadonlySet<string>;
} {
  const path = sharedRevisions().find(
    (revision) => revision.name === name,
  )?.path;
  const text = readFileSync(path as string, "utf8");
  const all = (pattern: RegExp): readonly RegExpMatchArray[] => [
    ...text.matchAll(pattern),
  ];
  return {
    methods: new Set(
      all(/^ {2}method: "([^"]+)";/gm).map(([, method]) => method as string),
    ),
    codes: new Map(
      all(/^export const (\w+) = (-\d+);/gm).map(([, constant, code]) => [
        constant as string,
        code as string,
      ]),
    ),
    types: new Set(
      all(/^export (?:interface|type) (\w+)/gm).map(
        ([, type]) => type as string,
      ),
    ),
  };
}

function missing<T>(
  from: Iterable<T>,
  others: { has: (value: T) => boolean },
): readonly T[] {
  return [...from].filter((value) => !others.has(value)).sort();
}

/** Repeated by the methods, so not told as types. */
const UNTOLD =
  /^(?:Client|Server)(?:Request|Notification|Result)$|^Input(?:Request|Response)$|^(?:Request|Notification)$/;

describeWithShared("the history of the specification", () => {
  it("tells what the draft did to the methods of 2025-11-25", () => {
    const changes = between("2025-11-25", "draft");
    expect(pathsOf(changes, "method", "removed")).toEqual([
      "initialize",
      "logging/setLevel",
      "notifications/elicitation/complete",
      "notifications/initialized",
      "notifications/roots/list_changed",
      "notifications/tasks/status",
      "ping",
      "resources/subscribe",
      "resources/unsubscribe",
      "tasks/cancel",
      "tasks/get",
      "tasks/list",
      "tasks/result",
    ]);
    expect(pathsOf(changes, "method", "added")).toEqual([
      "notifications/subscriptions/acknowledged",
      "server/discover",
      "subscriptions/listen",
    ]);
    const lines = changes.map(lineOf);
    expect(lines).toContain("protocol changed era: clients servers");
    expect(lines).toContain("method changed notifications/progress: clients");
    expect(lines).toContain(
      "errorCode removed URL_ELICITATION_REQUIRED: clients servers",
    );
    expect(lines).toContain(
      "field removed ElicitRequestURLParams.elicitationId: clients servers",
    );
    const ttl = changes.filter(({ path }) => path === "CacheableResult.ttlMs");
    expect(ttl).toMatchObject([
      {
        action: "added",
        verdicts: { clients: "compatible", servers: "breaking" },
        inheritedBy: [
          "ListResourcesResult",
          "ListResourceTemplatesResult",
          "ReadResourceResult",
          "ListPromptsResult",
          "ListToolsResult",
        ],
      },
    ]);
  });

  it("tells that clientInfo became optional after 2026-06-23", () => {
    const lines = between("history/2026-06-23-2ffc3fa2", "draft").map(lineOf);
    // The server may have read it from each request.
    expect(lines).toContain(
      'metaKey optional request._meta["io.modelcontextprotocol/clientInfo"]: servers',
    );
    expect(lines.filter((line) => line.includes("clientInfo"))).toHaveLength(1);
    expect(lines).toContain(
      "field removed DiscoverResult.serverInfo: clients servers",
    );
  });

  it("tells that error codes were renumbered after 2026-05-14", () => {
    const changes = between("history/2026-05-14-cd3c9a84", "draft");
    expect(
      changes.filter(({ action }) => action === "renumbered"),
    ).toMatchObject([
      {
        subject: "errorCode",
        path: "MISSING_REQUIRED_CLIENT_CAPABILITY",
        before: "-32003",
        after: "-32021",
        verdicts: { clients: "breaking", servers: "breaking" },
      },
    ]);
    expect(pathsOf(changes, "errorCode", "added")).toEqual([
      "HEADER_MISMATCH",
      "UNSUPPORTED_PROTOCOL_VERSION",
    ]);
    // It had the code of invalid params until then.
    expect(changes).toContainEqual(
      expect.objectContaining({
        path: "UnsupportedProtocolVersionError.error.code",
        before: "-32602",
        after: "-32022",
      }),
    );
  });

  it("says nothing between a revision and itself", () => {
    for (const { name } of sharedRevisions())
      expect(between(name, name), name).toEqual([]);
  });

  it.each(neighbours())(
    "agrees with the text between %s and %s",
    (before, after) => {
      const [old, now] = [factsOf(before), factsOf(after)];
      for (const [from, to, action] of [
        [old, now, "removed"],
        [now, old, "added"],
      ] as const) {
        const changes = between(before, after);
        expect(pathsOf(changes, "method", action)).toEqual(
          missing(from.methods, to.methods),
        );
        expect(pathsOf(changes, "errorCode", action)).toEqual(
          missing(from.codes.keys(), to.codes),
        );
        const renamed = changes
          .filter(
            (change) =>
              change.subject === "type" && change.action === "renamed",
          )
          .map(
            (change) => change[action === "removed" ? "before" : "after"] ?? "",
          );
        expect(
          [...pathsOf(changes, "type", action), ...renamed].sort(),
        ).toEqual(
          missing(from.types, to.types).filter((type) => !UNTOLD.test(type)),
        );
      }
      expect(
        pathsOf(between(before, after), "errorCode", "renumbered"),
      ).toEqual(
        [...now.codes]
          .filter(
            ([name, code]) =>
              old.codes.has(name) && old.codes.get(name) !== code,
          )
          .map(([name]) => name)
          .sort(),
      );
    },
  );

  it("names each place once for each thing that happened to it", () => {
    for (const [before, after] of neighbours()) {
      const told = between(before, after).map(
        ({ subject, path, what }) => `${subject} ${path} ${what}`,
      );
      expect(new Set(told).size, `${before} to ${after}`).toBe(told.length);
    }
  });
});

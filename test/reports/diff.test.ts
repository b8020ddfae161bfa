/** Faults about what is said of two schemas. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Change } from "../../generator/diff/change.js";
import { diffModels } from "../../generator/diff/diff.js";
import { readModel } from "../../generator/read/schema-ts/read.js";
import {
  describeWithShared,
  schemaText,
  sharedModel,
  sharedPath,
  sharedRevisions,
} from "../shared.js";

const VERSION = 'export const LATEST_PROTOCOL_VERSION = "2026-07-28";\n';

function changesOf(before: string, after: string): readonly Change[] {
  const [old, now] = [before, after].map(
    (text) => readModel(schemaText(VERSION + text)).model,
  );
  if (old === undefined || now === undefined) throw new Error("no models");
  return diffModels(old, now);
}

/** What a test looks at: where, what, whom it breaks. */
function linesOf(changes: readonly Change[]): readonly string[] {
  return changes.map(({ place, what, inheritedBy = [], verdicts }) => {
    const broken = [
      ...(verdicts.clients === "breaking" ? ["clients"] : []),
      ...(verdicts.servers === "breaking" ? ["servers"] : []),
    ];
    const heirs = inheritedBy.length > 0 ? ` [${inheritedBy.join()}]` : "";
    return `${place} ${what}${heirs}: ${broken.join(" ") || "-"}`;
  });
}

const BASE = `
export interface Request { method: string; params?: { _meta?: { [key: string]: unknown }; [key: string]: unknown } }
export interface Result { _meta?: { [key: string]: unknown }; [key: string]: unknown }
export interface EmptyResult extends Result {}
export interface CallRequest extends Request { method: "call"; params?: { name: string } }
export interface CallResult extends Result { content: string }
export type ClientRequest = CallRequest;
`;

describeWithShared("comparisons", () => {
  test("fault diff-not-reflexive: no state differs from itself", () => {
    const path = sharedPath("cases/faults/diff-not-reflexive/schema.ts");
    const { model } = readModel(schemaText(readFileSync(path, "utf8")));
    expect(diffModels(model, model)).toEqual([]);
    for (const { name } of sharedRevisions()) {
      expect([name, diffModels(sharedModel(name), sharedModel(name))]).toEqual([
        name,
        [],
      ]);
    }
  });

  test("fault diff 1: a method that is sent and asked for in a result has two sides", () => {
    const method = `export interface ListRootsRequest { method: "roots/list" }
      export interface ListRootsResult { roots: string[] }`;
    const sent = `${method} export type ServerRequest = ListRootsRequest;`;
    const asked = `${method} export type InputRequest = ListRootsRequest;`;
    const both = `${sent} export type InputRequest = ListRootsRequest;`;
    expect(changesOf(both, both)).toEqual([]);
    expect(linesOf(changesOf(sent, asked))).toEqual([
      "`roots/list` changed its kind from request to input request: clients servers",
    ]);
    expect(linesOf(changesOf(sent, both))).toEqual([
      "`roots/list` is now sent by the server as an input request too: clients",
    ]);
    expect(linesOf(changesOf(both, asked))).toEqual([
      "`roots/list` is no longer sent by the server as a request: servers",
    ]);
  });

  test("fault diff 2: _meta is legal on every request, whatever its params declare", () => {
    const inherited = BASE.replace(/; params\?: \{ name: string \}/, "");
    expect(linesOf(changesOf(inherited, BASE))).toEqual([
      "`name` in `params` of `CallRequest` was added (required, `string`): clients",
    ]);
    expect(
      linesOf(changesOf(BASE, inherited)).filter((line) =>
        line.includes("_meta"),
      ),
    ).toEqual([]);
    // Where it is no longer legal on any, that is told.
    const bare = BASE.replace("_meta?: { [key: string]: unknown }; [", "[");
    expect(
      linesOf(changesOf(inherited, bare)).filter((line) =>
        line.includes("_meta"),
      ),
    ).not.toEqual([]);
  });

  test("fault diff 3: an answer that no method names is told", () => {
    const task = (list: string, wish = "") =>
      `${BASE.replace("{ name: string }", `{ name: string; ${wish} }`)}
      export interface CreateTaskResult extends Result { task: string }
      export type ServerResult = EmptyResult | CallResult${list};`;
    expect(linesOf(changesOf(task(""), task(" | CreateTaskResult")))).toEqual([
      "calls that the server answers may now be answered with `CreateTaskResult`: clients",
    ]);
    expect(linesOf(changesOf(task(" | CreateTaskResult"), task("")))).toEqual([
      "calls that the server answers can no longer be answered with `CreateTaskResult`: servers",
    ]);
    const wish = "task?: { ttl?: number }";
    expect(
      linesOf(changesOf(task("", wish), task(" | CreateTaskResult", wish))),
    ).toEqual([
      "calls that the server answers may now be answered with `CreateTaskResult` where they ask for it with `task`: -",
    ]);
  });

  test("fault diff 4: a response that may be incomplete is told", () => {
    const responses = (result: string, response: string) => `${BASE}
      export interface IncompleteResult extends Result { inputRequests?: { [key: string]: unknown }; requestState?: string }
      export interface CallResultResponseComplete { result: ${result} }
      export interface IncompleteResponse { result: IncompleteResult }
      export ${response}`;
    const plain = responses(
      "CallResult",
      "interface CallResultResponse { result: CallResult }",
    );
    for (const union of [
      "interface CallResultResponse { result: CallResult | IncompleteResult }",
      "type CallResultResponse = CallResultResponseComplete | IncompleteResponse;",
    ]) {
      expect(
        linesOf(changesOf(plain, responses("CallResult", union))),
      ).toContain("`call` may now answer that it needs input first: clients");
    }
  });

  test("fault diff 5: a lost supertype names the field that went with it", () => {
    const list = (declaration: string) => `
      export interface Result { _meta?: { [key: string]: unknown }; [key: string]: unknown }
      export interface TTLResult extends Result { ttl: number }
      export interface ListTasksRequest { method: "tasks/list" }
      export ${declaration}
      export type ClientRequest = ListTasksRequest;`;
    const before = list(
      "interface ListTasksResult extends TTLResult { tasks: string[] }",
    );
    for (const declaration of [
      "interface ListTasksResult extends Result { tasks: string[] }",
      "type ListTasksResult = Result & { tasks: string[] };",
    ]) {
      const [change, ...others] = changesOf(before, list(declaration));
      expect(others).toEqual([]);
      expect(change).toMatchObject({
        action: "removed",
        inheritedBy: ["ListTasksResult"],
        verdicts: { clients: "breaking", servers: "breaking" },
      });
      expect(change?.what).toContain("from other types");
      expect(change?.place).toContain("`ttl`");
    }
  });

  test("fault diff 6: a key that a result's _meta requires is required", () => {
    const after = BASE.replace(
      "content: string }",
      "content: string; _meta: { id: string } }",
    );
    const [change] = changesOf(BASE, after).filter(
      ({ subject }) => subject === "metaKey",
    );
    expect(linesOf(change === undefined ? [] : [change])).toEqual([
      "`id` in `_meta` of `CallResult` was added (required, `string`): servers",
    ]);
  });

  test("fault diff 7: a new type is what is new, not the fields of its supertype", () => {
    const links = (type: string, more = "") => `${BASE.replace(
      "content: string",
      `content: string; link: ${type}`,
    )}
      export interface Resource { uri: string; size?: number }
      ${more}`;
    const changes = changesOf(
      links("{ uri: string }"),
      links(
        "LinkedResource",
        "export interface LinkedResource extends Resource { rel: string }",
      ),
    );
    expect(changes.filter(({ path }) => path.startsWith("Resource"))).toEqual(
      [],
    );
    expect(linesOf(changes)).toContain("`LinkedResource` was added: -");
  });
});

/** What answers say about a server's era, by the tables of the versioning page. */
import { describe, expect, test } from "vitest";
import { LegacyServerError } from "../../out/draft/client.js";
import { fromError } from "../../out/draft/errors.js";
import {
  readEra,
  readEraFromFailure,
  supportedVersions,
} from "../../out/draft/runtime/eras/stateless/legacy-server.js";

/** Whether an error response is taken for a legacy server's. */
function isLegacy(method: string, code: number, status?: number): boolean {
  const error = fromError({ code, message: "m" });
  const origin = status === undefined ? undefined : { requestId: 1, status };
  const read = readEra(method, error, origin);
  if (read instanceof LegacyServerError) {
    expect(read.cause).toBe(error);
    return true;
  }
  expect(read).toBe(error);
  return false;
}

describe("an error response", () => {
  const cases: readonly {
    readonly method: string;
    readonly code: number;
    readonly status?: number;
    readonly legacy: boolean;
  }[] = [
    // On a shared channel: whatever is not one of the modern codes.
    { method: "server/discover", code: -32601, legacy: true },
    { method: "server/discover", code: -32602, legacy: true },
    { method: "server/discover", code: -32000, legacy: true },
    { method: "server/discover", code: -32020, legacy: false },
    { method: "server/discover", code: -32021, legacy: false },
    { method: "server/discover", code: -32022, legacy: false },
    // Over HTTP the status counts too.
    { method: "server/discover", code: -32601, status: 404, legacy: false },
    { method: "server/discover", code: -32601, status: 200, legacy: true },
    { method: "server/discover", code: -32602, status: 400, legacy: true },
    { method: "server/discover", code: -32020, status: 400, legacy: false },
    // To other methods an error proves little.
    { method: "tools/call", code: -32601, legacy: false },
    { method: "tools/call", code: -32602, status: 400, legacy: false },
    { method: "tools/call", code: -32603, status: 200, legacy: false },
    { method: "tools/call", code: -32000, status: 200, legacy: false },
    { method: "tools/call", code: -32000, status: 400, legacy: true },
    { method: "tools/call", code: -32001, status: 400, legacy: true },
    { method: "tools/call", code: -32600, status: 400, legacy: true },
    { method: "tools/call", code: -32021, status: 400, legacy: false },
  ];
  test.each(cases)(
    "$code to $method, status $status: legacy is $legacy",
    ({ method, code, status, legacy }) => {
      expect(isLegacy(method, code, status)).toBe(legacy);
    },
  );
});

describe("no JSON-RPC answer", () => {
  test.each([
    [400, true],
    [404, true],
    [405, true],
    [401, false],
    [403, false],
    [500, false],
    [503, false],
  ])("status %d: legacy is %s", (status, legacy) => {
    const cause = Object.assign(new Error("m"), { status });
    const read = readEraFromFailure(cause);
    expect(read instanceof LegacyServerError).toBe(legacy);
    expect(legacy ? read.cause : read).toBe(cause);
  });

  test("a failure of the network says nothing", () => {
    const cause = new TypeError("fetch failed");
    expect(readEraFromFailure(cause)).toBe(cause);
  });
});

describe("supportedVersions", () => {
  test.each([
    [-32022, { supported: ["a", 5, "b"], requested: "c" }, ["a", "b"]],
    [-32022, { supported: "a" }, undefined],
    [-32022, undefined, undefined],
    [-32602, { supported: ["a"], requested: "c" }, undefined],
  ])("of code %d with %j", (code, data, want) => {
    expect(supportedVersions(fromError({ code, message: "m", data }))).toEqual(
      want,
    );
  });
});

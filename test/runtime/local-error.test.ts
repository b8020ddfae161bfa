/** Local errors: recognised in every copy, named, and saying what caused them. */
import { describe, expect, test } from "vitest";
import * as client from "../../out/draft/client.js";
import * as server from "../../out/draft/server.js";
import { isMcpError, McpError } from "../../out/draft/errors.js";

const { isLocalError, LocalError, RequestTimeoutError, ClosedError } = client;

/** Another copy of the module, as a second bundle in a program has one. */
const url: string =
  "../../out/draft/runtime/protocol/local-error.js?another-copy";
const other = (await import(/* @vite-ignore */ url)) as typeof client;

const classes = Object.entries({ ...server, ...client }).filter(
  ([, value]) =>
    typeof value === "function" && value.prototype instanceof LocalError,
) as unknown as [name: string, type: typeof LocalError][];

describe("isLocalError", () => {
  test("holds for errors of another copy, where instanceof does not", () => {
    expect(other.LocalError).not.toBe(LocalError);
    const error = new other.RequestTimeoutError("m", 5, "idle");
    expect(error).not.toBeInstanceOf(LocalError);
    expect(isLocalError(error)).toBe(true);
    expect(isLocalError(error, LocalError)).toBe(true);
    expect(isLocalError(error, RequestTimeoutError)).toBe(true);
    expect(isLocalError(error, ClosedError)).toBe(false);
    if (isLocalError(error, RequestTimeoutError)) {
      expect(error.limitMs).toBe(5);
    }
  });

  test("knows subclasses of a program's own", () => {
    class Mine extends ClosedError {
      static override readonly errorName = "Mine";
    }
    class Unnamed extends ClosedError {}
    expect(new Mine("m").name).toBe("Mine");
    expect(isLocalError(new Mine("m"), ClosedError)).toBe(true);
    expect(isLocalError(new Mine("m"), Mine)).toBe(true);
    expect(isLocalError(new ClosedError("m"), Mine)).toBe(false);
    expect(isLocalError(new Unnamed("m"), ClosedError)).toBe(true);
  });

  test("holds for nothing else", () => {
    for (const value of [
      undefined,
      null,
      "LocalError",
      {},
      new Error("m"),
      Object.assign(new Error("m"), { name: "ClosedError" }),
      new McpError(1, "m"),
      JSON.parse('{"name":"LocalError"}') as unknown,
    ]) {
      expect(isLocalError(value)).toBe(false);
    }
    expect(isMcpError(new ClosedError("m"))).toBe(false);
  });

  test("every class has a name of its own, and no two the same", () => {
    expect(classes.length).toBeGreaterThan(14);
    for (const [name, type] of classes) {
      expect(Object.hasOwn(type, "errorName"), name).toBe(true);
      expect(type.errorName).toBe(name);
    }
  });
});

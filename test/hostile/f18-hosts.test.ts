/** F18: what a Host header may look like, and what options of hosts and origins mean. */
import { describe, expect, test } from "vitest";
import {
  allowedHosts,
  allowedOrigins,
} from "../../out/draft/runtime/http/server/allow-list.js";
import { fetchHandler } from "../../out/draft/runtime/http/fetch.js";
import { nodeHandler } from "../../out/draft/runtime/http/node.js";
import {
  call,
  fixtureServer,
  headersFor,
  listen,
  post,
} from "../transports/fixture.js";

const ok = JSON.stringify(call(1, "echo"));
const headers = headersFor("tools/call", "echo");

test("F18: a Host header with anything but a name and a port is refused", async () => {
  const at = await listen(nodeHandler(fixtureServer().server));
  const statuses: Record<string, number> = {};
  for (const host of [
    "localhost",
    "localhost:80",
    "localhost:",
    "[::1]:3000",
    "localhost:evil.example",
    "localhost:80@evil.example",
    "localhost@evil.example",
    "evil.example@localhost",
    "user:localhost@evil.example:80",
    "evil.example:80:localhost",
    "localhost:80:80",
    "localhost:-1",
    "localhost:123456",
    "localhost/evil.example",
    "localhost#evil.example",
    "localhost?evil.example",
    "localhost\\evil.example",
    "localhost evil.example",
    "localhost,evil.example",
    "evil.example,localhost",
    "localhost.",
    "[::1",
    "::1",
    "[::1]evil.example",
    "[localhost]",
    "127.0.0.1.evil.example",
    "0x7f.1",
    "",
  ]) {
    const answer = await post(at.port, { ...headers, Host: host }, ok);
    statuses[host] = answer.status;
  }
  await at.close();
  const passed = Object.keys(statuses).filter((host) => statuses[host] === 200);
  expect(passed).toEqual([
    "localhost",
    "localhost:80",
    "localhost:",
    "[::1]:3000",
  ]);
  // Node itself refuses what is not HTTP at all.
  expect(
    Object.values(statuses).filter(
      (status) => ![200, 400, 403].includes(status),
    ),
  ).toEqual([]);
});

describe("the option allowedHosts", () => {
  const cases: [entry: string, matching: string[], others: string[]][] = [
    [
      "mcp.example.com",
      ["mcp.example.com", "MCP.example.com:8080", "mcp.example.com:443"],
      ["example.com", "a.mcp.example.com", "mcp.example.com.evil.example"],
    ],
    ["MCP.Example.COM", ["mcp.example.com"], []],
    [
      "mcp.example.com:8080",
      ["mcp.example.com:8080"],
      ["mcp.example.com", "mcp.example.com:80"],
    ],
    [
      "mcp.example.com:443",
      ["mcp.example.com:443", "mcp.example.com"],
      ["mcp.example.com:8443"],
    ],
    ["localhost:*", ["localhost:1", "localhost"], ["localhost.evil.example"]],
    [
      "https://mcp.example.com/mcp",
      ["mcp.example.com", "mcp.example.com:1"],
      [],
    ],
    [
      "http://mcp.example.com:8080/",
      ["mcp.example.com:8080"],
      ["mcp.example.com"],
    ],
    [
      "*.example.com",
      ["a.example.com", "a.b.example.com:1"],
      ["example.com", "evilexample.com", "a.example.com.evil.example"],
    ],
    [".example.com", ["example.com", "a.example.com"], ["evilexample.com"]],
    ["https://*.example.com", ["a.example.com"], ["example.com"]],
    ["::1", ["[::1]", "[::1]:3000"], ["::1"]],
    ["[::1]", ["[::1]:3000"], []],
    ["[0:0:0:0:0:0:0:1]:3000", ["[::1]:3000"], ["[::1]"]],
    ["127.0.0.1:3000", ["127.0.0.1:3000"], ["127.0.0.1"]],
    ["bücher.example", ["xn--bcher-kva.example"], []],
    ["example.com.", ["example.com"], []],
    ["*", ["anything", "evil.example:80"], []],
  ];
  test.each(cases)("%s", (entry, matching, others) => {
    const isAllowed = allowedHosts([entry]);
    expect(matching.filter((host) => !isAllowed(host))).toEqual([]);
    expect(others.filter(isAllowed)).toEqual([]);
  });

  test.each([
    [""],
    [" "],
    [" localhost"],
    ["a.example.com, b.example.com"],
    ["a.example.com,b.example.com"],
    ["localhost:port"],
    ["localhost:99999"],
    ["exa*mple.com"],
    ["*example.com"],
    ["a.*.com"],
    ["*.*"],
    ["user@example.com"],
    ["https://"],
    ["/mcp"],
    ["[::1"],
    ["[zz]"],
  ])("%j can never match, and is an error", (entry) => {
    const make = () =>
      nodeHandler(fixtureServer().server, {
        allowedHosts: ["localhost", entry],
      });
    expect(make).toThrow(TypeError);
    expect(make).toThrow(JSON.stringify(entry));
  });

  test("without an entry it would refuse everything, which is an error", () => {
    const make = () =>
      fetchHandler(fixtureServer().server, { allowedHosts: [] });
    expect(make).toThrow(/allowedHosts is empty/);
  });
});

describe("the option allowedOrigins", () => {
  const cases: [entry: string, matching: string[], others: string[]][] = [
    [
      "https://app.example.com",
      ["https://app.example.com"],
      [
        "http://app.example.com",
        "https://app.example.com:8443",
        "https://app.example.com.evil.example",
        "https://app.example.com@evil.example",
        "null",
      ],
    ],
    ["HTTPS://App.Example.COM/", ["https://app.example.com"], []],
    ["https://app.example.com/page?x#y", ["https://app.example.com"], []],
    ["https://app.example.com:443", ["https://app.example.com"], []],
    ["http://localhost:80", ["http://localhost"], ["http://localhost:8080"]],
    [
      "http://localhost:5173",
      ["http://localhost:5173"],
      ["http://localhost", "http://localhost:51730"],
    ],
    [
      "http://localhost:*",
      ["http://localhost", "http://localhost:5173"],
      ["https://localhost", "http://localhost.evil.example"],
    ],
    [
      "https://*.example.com",
      ["https://a.example.com", "https://a.b.example.com"],
      [
        "https://example.com",
        "https://evilexample.com",
        "http://a.example.com",
      ],
    ],
    ["chrome-extension://abcdef", ["chrome-extension://abcdef"], []],
    ["https://bücher.example", ["https://xn--bcher-kva.example"], []],
    ["null", ["null"], ["https://app.example.com", ""]],
    ["*", ["null", "https://evil.example"], []],
  ];
  test.each(cases)("%s", (entry, matching, others) => {
    const isAllowed = allowedOrigins([entry]);
    expect(matching.filter((origin) => !isAllowed(origin))).toEqual([]);
    expect(others.filter(isAllowed)).toEqual([]);
  });

  test.each([
    ["", "https://app.example.com"],
    ["app.example.com", "https://app.example.com"],
    ["localhost:5173", "https://localhost:5173"],
    ["file:///index.html", "https://app.example.com"],
    ["https://user@example.com", "https://app.example.com"],
    ["about:blank", "https://app.example.com"],
    ["https://a.example.com,https://b.example.com", "https://app.example.com"],
    ["https://exa*mple.com", "https://app.example.com"],
  ])("%j can never match, and is an error", (entry, example) => {
    const make = () =>
      fetchHandler(fixtureServer().server, { allowedOrigins: [entry] });
    expect(make).toThrow(TypeError);
    expect(make).toThrow(
      `${JSON.stringify(entry)}. Write it like "${example}"`,
    );
  });

  test("none is none", () => {
    expect(allowedOrigins([])("null")).toBe(false);
    expect(allowedOrigins([])("https://app.example.com")).toBe(false);
  });
});

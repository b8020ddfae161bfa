/** Tables of options and members have what the generated interfaces have. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as library from "../../generator/index.js";
import * as model from "../../generator/model/index.js";
import { repositoryPath } from "../shared.js";

function read(path: string): string {
  return readFileSync(join(repositoryPath, path), "utf8");
}

/** Names in the first column of the tables below a heading of a page. */
function documented(page: string, heading: string): readonly string[] {
  const sections = read(page).split(/^## /m);
  const section = sections.find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`${page} has no "${heading}"`);
  return [...section.matchAll(/^\| (`[^|]*`) *\|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`(\w+)/g)].map(([, name = ""]) => name),
  );
}

/** Members of an interface or class in `out/draft`. */
function members(file: string, name: string): readonly string[] {
  const text = read(`out/draft/${file}`);
  const start = text.search(
    new RegExp(`^export (?:interface|class) ${name}\\b`, "m"),
  );
  if (start < 0) throw new Error(`${file} has no ${name}`);
  const body = text.slice(start, text.indexOf("\n}", start));
  return [
    ...body.matchAll(/^ {2}(?:readonly |get |async )?(\w+)(?:<.*>)?\??[:(]/gm),
  ]
    .map(([, member = ""]) => member)
    .filter((member) => member !== "constructor");
}

describe("tables", () => {
  test.each([
    [
      "docs/server.md",
      "All options",
      [
        ["runtime/eras/server-options.ts", "ServerEraOptions"],
        ["runtime/server/options.ts", "ServerOptions"],
        ["server.ts", "McpServerOptions"],
      ],
    ],
    [
      "docs/server.md",
      "What a handler can do",
      [
        ["server.ts", "HandlerContext"],
        ["runtime/eras/request-context.ts", "RequestContext"],
        ["runtime/eras/stateless/request-context.ts", "StatelessContext"],
      ],
    ],
    [
      "docs/client.md",
      "Options of a call",
      [["runtime/eras/client-options.ts", "CallOptions"]],
    ],
    [
      "docs/client.md",
      "Options of a client",
      [
        ["runtime/eras/client-options.ts", "ClientEraOptions"],
        ["runtime/client/options.ts", "ClientOptions"],
      ],
    ],
    [
      "docs/transports.md",
      "stdio",
      [["runtime/stdio/client.ts", "StdioOptions"]],
    ],
    [
      "docs/transports.md",
      "HTTP",
      [
        ["runtime/http/server/envelope.ts", "HttpEnvelopeOptions"],
        ["runtime/http/server/reply.ts", "HttpServerOptions"],
        ["runtime/http/server/fetch-adapter.ts", "FetchHandlerOptions"],
      ],
    ],
  ] as const)("%s, %s", (page, heading, interfaces) => {
    const wanted = interfaces.flatMap(([file, name]) => members(file, name));
    expect([...documented(page, heading)].sort()).toEqual(
      [...new Set(wanted)].sort(),
    );
  });

  test.each([
    ["docs/validators.md", "Whole messages", ["validators.ts"]],
    ["docs/validators.md", "Rules of the prose", ["validators.ts"]],
    ["docs/generated-api.md", "Methods", ["methods.ts"]],
    [
      "docs/client.md",
      "Errors",
      [
        "errors.ts",
        "runtime/protocol/local-error.ts",
        "runtime/eras/stateless/input-required-error.ts",
        "runtime/protocol/connection-error.ts",
        "runtime/protocol/nesting.ts",
        "runtime/http/client/response.ts",
      ],
    ],
  ] as const)("%s, %s: all of it is exported", (page, heading, files) => {
    const text = files.map((file) => read(`out/draft/${file}`)).join("\n");
    const exported = [
      ...text.matchAll(/^export (?:function|class|const) (\w+)/gm),
      ...[...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(
        ([, names = ""]) => [...names.matchAll(/\b(\w+)\b/g)],
      ),
    ].map(([, name]) => name);
    const names = documented(page, heading);
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !exported.includes(name))).toEqual([]);
  });

  test("docs/validators.md has the codes of issues", () => {
    const union = /type IssueCode =([^;]*);/.exec(
      read("out/draft/validation.ts"),
    )?.[1];
    expect([...documented("docs/validators.md", "Issues")].sort()).toEqual(
      [...(union ?? "").matchAll(/"(\w+)"/g)].map(([, code]) => code).sort(),
    );
  });

  test.each([
    ["mcp-gen", library],
    ["mcp-gen/model", model],
  ])("docs/library.md has the functions of %s", (_name, exported) => {
    const functions = Object.entries(exported)
      .filter(
        ([name, value]) => typeof value === "function" && /^[a-z]/.test(name),
      )
      .map(([name]) => name);
    const page = read("docs/library.md");
    const named = [...page.matchAll(/`(\w+)\(/g)].map(([, name]) => name);
    expect(functions.filter((name) => !named.includes(name))).toEqual([]);
  });
});

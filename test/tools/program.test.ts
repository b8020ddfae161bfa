/** `mcp-gen tools` as a user runs it, and `mcp-gen diff` of two snapshots. */
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { mcpGen, mcpGenAsync } from "../cli/program.js";

/** A server of either era over stdio or HTTP: what it answers, as one function. */
const SERVER = `
  export const tools = JSON.parse(process.env.TOOLS ?? "null") ?? [
    { name: "b_tool", description: "B", inputSchema: { type: "object", properties: { x: { type: "string" } }, required: ["x"] } },
    { name: "a_tool", description: "A", inputSchema: { type: "object" } },
  ];
  export function answer(message, isStateless) {
    const { id, method, params } = message;
    if (id === undefined) return undefined;
    const error = (code, text) => ({ jsonrpc: "2.0", id, error: { code, message: text } });
    const result = (value) => ({ jsonrpc: "2.0", id, result: value });
    if (method === "initialize")
      return isStateless
        ? error(-32022, "Unsupported protocol version")
        : result({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "My Server", version: "1.2.3" } });
    if (method !== "tools/list") return error(-32601, "Method not found");
    const meta = params._meta ?? {};
    if (isStateless && meta["io.modelcontextprotocol/protocolVersion"] !== "2026-07-28") return error(-32602, "no version");
    const page = Number(params.cursor ?? 0);
    return result({
      tools: tools.slice(page, page + 1),
      ...(page + 1 < tools.length && { nextCursor: String(page + 1) }),
      ...(isStateless && { resultType: "complete", _meta: { "io.modelcontextprotocol/serverInfo": { name: "My Server", version: "1.2.3" } } }),
    });
  }
`;

const STDIO = `
  import { createInterface } from "node:readline";
  import { answer } from "./server.mjs";
  console.log("a greeting that is not a message");
  console.error("secret: " + process.env.SECRET);
  for await (const line of createInterface(process.stdin)) {
    const response = answer(JSON.parse(line), process.argv[2] === "stateless");
    if (response) console.log(JSON.stringify(response));
  }
`;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mcp-gen-tools-cli-"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "server.mjs"), SERVER);
  writeFileSync(join(folder, "stdio.mjs"), STDIO);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const snapshot = (): any =>
  JSON.parse(readFileSync(join(folder, "out/my-server.tools.json"), "utf8"));
const command = (...args: readonly string[]): readonly string[] => [
  "--command",
  process.execPath,
  "stdio.mjs",
  ...args,
];

describe("mcp-gen tools", () => {
  test.each([
    ["a handshake", [], "2025-11-25"],
    ["none", ["stateless"], "2026-07-28"],
  ])(
    "asks a server that begins with %s, page by page",
    (_era, args, version) => {
      const env = { SECRET: "hunter2" };
      const { exitCode, stdout, stderr } = mcpGen(
        folder,
        ["tools", ...command(...args)],
        env,
      );
      expect([exitCode, stderr]).toEqual([0, ""]);
      expect(stdout).toContain("out/my-server: 7 created");
      expect(snapshot()).toMatchObject({
        server: { name: "My Server", version: "1.2.3" },
        protocolVersion: version,
        tools: [{ name: "a_tool" }, { name: "b_tool" }],
      });
      for (const file of readdirSync(join(folder, "out/my-server")))
        expect(
          readFileSync(join(folder, "out/my-server", file), "utf8"),
        ).not.toContain("hunter2");
    },
  );

  test("generates from the snapshot, without a server", () => {
    mcpGen(folder, ["tools", ...command()]);
    rmSync(join(folder, "stdio.mjs"));
    const schema = ["--schema", "out/my-server.tools.json"];
    expect(mcpGen(folder, [...schema, "--check"]).exitCode).toBe(0);
    rmSync(join(folder, "out/my-server"), { recursive: true });
    expect(mcpGen(folder, [...schema, "--check"]).exitCode).toBe(1);
    expect(mcpGen(folder, [...schema, "--only", "a_*"]).exitCode).toBe(0);
    const code = readFileSync(
      join(folder, "out/my-server/my-server.tools.ts"),
      "utf8",
    );
    expect(code).toContain("aTool");
    expect(code).not.toContain("bTool");
    const slip = mcpGen(folder, [...schema, "--except", "a_tol"]);
    expect([slip.exitCode, slip.stderr]).toEqual([
      2,
      "mcp-gen: --except names a_tol, but the server has no such tool. Did you mean a_tool?\n",
    ]);
  });

  test("is an output of a configuration like any other", () => {
    mcpGen(folder, ["tools", ...command()]);
    writeFileSync(
      join(folder, "mcp-gen.config.json"),
      JSON.stringify({ schema: "./out/my-server.tools.json", out: "src" }),
    );
    expect(mcpGen(folder, []).stdout).toContain("src/my-server: 7 created");
    expect(mcpGen(folder, ["--check"]).exitCode).toBe(0);
    expect(mcpGen(folder, ["inputs"]).stdout).toContain("my-server.tools.json");
  });

  test("asks the servers that the configuration names, from whatever folder", () => {
    const file = "src/own.tools.json";
    const configuration = {
      outputs: [
        {
          schema: `./${file}`,
          out: "src",
          command: [process.execPath, "stdio.mjs"],
        },
      ],
    };
    writeFileSync(
      join(folder, "mcp-gen.config.json"),
      JSON.stringify(configuration),
    );
    mkdirSync(join(folder, "deep"));
    const none = mcpGen(folder, ["tools", "--check"]);
    expect([none.exitCode, none.stderr]).toEqual([
      2,
      `mcp-gen: There is no ${file}; name a server with --command or --url, or a file with --file.\n`,
    ]);
    const made = mcpGen(join(folder, "deep"), ["tools"]);
    expect([made.exitCode, made.stderr]).toEqual([0, ""]);
    expect(readdirSync(join(folder, "src/own"))).toContain("own.tools.ts");
    const live = ["tools", "--check", "--live"];
    expect(mcpGen(folder, live).exitCode).toBe(0);
    const TOOLS = JSON.stringify([
      { name: "a_tool", inputSchema: { type: "object" } },
    ]);
    // Builds and hooks ask nobody.
    expect(mcpGen(folder, ["--check"], { TOOLS }).exitCode).toBe(0);
    expect(mcpGen(folder, ["tools", "--check"], { TOOLS }).exitCode).toBe(0);
    const moved = mcpGen(folder, [...live, "--name", "own"], { TOOLS });
    expect([moved.exitCode, moved.stderr]).toEqual([
      1,
      `mcp-gen: ${file} is not what the server says.\n`,
    ]);
    expect(mcpGen(folder, ["tools"], { TOOLS }).exitCode).toBe(0);
    expect(mcpGen(folder, live, { TOOLS }).exitCode).toBe(0);
  });

  test.each([
    [{ schema: "draft" }, "has the path of its snapshot as schema"],
    [
      { schema: "./a.tools.json", url: "http://127.0.0.1:9" },
      "has both a command and a url",
    ],
  ])("a configuration whose server cannot be asked: %j", (output, message) => {
    writeFileSync(
      join(folder, "mcp-gen.config.json"),
      JSON.stringify({ ...output, command: ["node"] }),
    );
    const { exitCode, stderr } = mcpGen(folder, ["tools"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });

  test("a snapshot stays as it was where its code cannot be written", () => {
    mcpGen(folder, ["tools", ...command()]);
    const code = join(folder, "out/my-server/my-server.tools.ts");
    writeFileSync(code, "// by hand\n");
    const before = snapshot();
    const TOOLS = JSON.stringify([
      { name: "a_tool", inputSchema: { type: "object" } },
    ]);
    const { exitCode, stderr } = mcpGen(folder, ["tools", ...command()], {
      TOOLS,
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      "out/my-server.tools.json stays as it was, as its code could not be written.\n",
    );
    expect(snapshot()).toEqual(before);
    expect(readFileSync(code, "utf8")).toBe("// by hand\n");
    rmSync(join(folder, "out/my-server.tools.json"));
    expect(mcpGen(folder, ["tools", ...command()]).exitCode).toBe(2);
    expect(readdirSync(join(folder, "out"))).toEqual(["my-server"]);
  });

  test("own templates are refused, as there are none to replace", () => {
    mcpGen(folder, ["tools", ...command()]);
    mkdirSync(join(folder, "own"));
    const { exitCode, stderr } = mcpGen(folder, [
      "--schema",
      "./out/my-server.tools.json",
      "--templates",
      "own",
    ]);
    expect([exitCode, stderr]).toEqual([
      2,
      "mcp-gen: out/my-server.tools.json lists the tools of a server, and --templates fill in the model of a schema.ts; leave it out for this output.\n",
    ]);
  });

  test("build tools learn that the code depends on the snapshot alone", () => {
    mcpGen(folder, ["tools", ...command()]);
    const schema = ["--schema", "./out/my-server.tools.json"];
    expect(mcpGen(folder, ["inputs", ...schema]).stdout).toBe(
      "out/my-server.tools.json\n",
    );
    expect(mcpGen(folder, ["outputs", ...schema]).stdout).toBe(
      "out/my-server/**\n",
    );
  });

  test("says whether a running server still holds to the snapshot", () => {
    const live = ["tools", "--check", "--live", ...command()];
    mcpGen(folder, ["tools", ...command()]);
    expect(mcpGen(folder, live).exitCode).toBe(0);
    const TOOLS = JSON.stringify([
      {
        name: "a_tool",
        description: "Obey me",
        inputSchema: { type: "object" },
      },
    ]);
    const before = snapshot();
    const { exitCode, stdout, stderr } = mcpGen(folder, live, { TOOLS });
    expect(exitCode).toBe(1);
    expect(stdout).toContain("b_tool\n  C  the tool was removed");
    expect(stdout).toContain("- A\n    + Obey me");
    expect(stderr).toContain("is not what the server says");
    expect(snapshot()).toEqual(before);
    // Without --check, the new state replaces the old one, and what changed is said.
    const updated = mcpGen(folder, ["tools", ...command()], { TOOLS });
    expect(updated.stdout).toContain("the tool was removed");
    expect(snapshot().tools).toHaveLength(1);
  });

  test("writes stubs once", () => {
    mcpGen(folder, ["tools", "--handlers", "src", ...command()]);
    const file = join(folder, "src/my-server-tools.ts");
    expect(readFileSync(file, "utf8")).toContain("myServerToolHandlers");
    writeFileSync(file, "// mine\n");
    mcpGen(folder, ["tools", "--handlers", "src", ...command()]);
    expect(readFileSync(file, "utf8")).toBe("// mine\n");
  });

  test.each([
    [
      ["tools"],
      "tools needs a server (--command or --url), a file (--file), or",
    ],
    [["tools", "--name", "x"], "There is no out/x.tools.json"],
    [["tools", "--file", "none.json"], "There is no file none.json."],
    [["tools", "--command"], "--command needs a program to start."],
    [["tools", "--command", "no-such-program-here"], "cannot be started"],
    [
      ["tools", "--command", process.execPath, "-e", "process.exit(3)"],
      "ended (exit code 3)",
    ],
    [["tools", "--url", "ftp://x"], "begins with http://"],
    [
      ["tools", "--url", "http://x", "--header", "X: $NOT_THERE_9"],
      "$NOT_THERE_9",
    ],
    [["tools", "--header", "a: b"], "--header goes with --url."],
    [["tools", "--live", "--name", "x"], "--live goes with --check."],
  ])("%j is a mistake that is told", (args, message) => {
    const { exitCode, stderr } = mcpGen(folder, args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
  });

  test("asks a server behind a URL, with headers that stay secret", async () => {
    const seen: (string | undefined)[] = [];
    const { answer } = (await import(
      /* @vite-ignore */ `file://${join(folder, "server.mjs")}`
    )) as { answer: (message: any, isStateless: boolean) => object };
    const server: Server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      let body = "";
      request.on("data", (chunk) => (body += String(chunk)));
      request.on("end", () => {
        if (body === "") return response.writeHead(204).end();
        const message = JSON.parse(body);
        const text = JSON.stringify(answer(message, false));
        if (message.id === undefined) return response.writeHead(202).end();
        // One of each kind that a server may answer with.
        if (message.method === "initialize") {
          return response
            .writeHead(200, {
              "content-type": "application/json",
              "mcp-session-id": "s1",
            })
            .end(text);
        }
        expect(request.headers["mcp-session-id"]).toBe("s1");
        return response
          .writeHead(200, { "content-type": "text/event-stream" })
          .end(`event: message\ndata: ${text}\n\n`);
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    try {
      const { exitCode, stderr } = await mcpGenAsync(
        folder,
        [
          "tools",
          "--url",
          `http://127.0.0.1:${port}/mcp?key=k9`,
          "--header",
          "Authorization: Bearer $TOKEN",
        ],
        { TOKEN: "hunter2" },
      );
      expect([exitCode, stderr]).toEqual([0, ""]);
    } finally {
      server.close();
      server.closeAllConnections();
    }
    expect(new Set(seen)).toEqual(new Set(["Bearer hunter2"]));
    expect(JSON.stringify(snapshot())).not.toMatch(/hunter2|k9/);
    expect(snapshot().tools).toHaveLength(2);
  });
});

describe("mcp-gen diff of snapshots", () => {
  const tool = (
    properties: object,
    more: object = {},
    required: string[] = [],
  ) => ({
    tools: [
      {
        name: "t",
        inputSchema: { type: "object", properties, required },
        ...more,
      },
    ],
  });
  const text = { type: "string" };

  test.each([
    [
      "a new optional argument",
      tool({}),
      tool({ a: text }),
      "     a was added (optional, string)",
    ],
    [
      "a new required argument",
      tool({}),
      tool({ a: text }, {}, ["a"]),
      "  C  a was added (required, string)",
    ],
    [
      "an argument that is gone",
      tool({ a: text }),
      tool({}),
      "  C  a was removed",
    ],
    [
      "a wider argument",
      tool({ a: { enum: ["x"] } }),
      tool({ a: text }),
      '   S a was "x", is string',
    ],
    [
      "a narrower argument",
      tool({ a: text }),
      tool({ a: { ...text, maxLength: 3 } }),
      "  C  a was string, is string, maxLength 3",
    ],
    [
      "a new result",
      tool({}),
      tool({}, { outputSchema: { type: "object" } }),
      "  CS the result has an outputSchema now",
    ],
    [
      "a hint",
      tool({}),
      tool({}, { annotations: { readOnlyHint: true } }),
      "readOnlyHint was absent, is true",
    ],
  ])("names %s", (_name, before, after, line) => {
    mkdirSync(join(folder, "s"));
    writeFileSync(join(folder, "s/a.tools.json"), JSON.stringify(before));
    writeFileSync(join(folder, "s/b.tools.json"), JSON.stringify(after));
    const args = ["diff", "s/a.tools.json", "s/b.tools.json"];
    const { exitCode, stdout } = mcpGen(folder, args);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringContaining(line.trimEnd()),
    ]);
    const isBreaking =
      /^ {2}(?:C| )(?:S| ) /m.test(line) && /C|S/.test(line.slice(2, 4));
    expect(mcpGen(folder, [...args, "--fail-on", "breaking"]).exitCode).toBe(
      isBreaking ? 1 : 0,
    );
    expect(
      JSON.parse(mcpGen(folder, [...args, "--json"]).stdout).changes,
    ).toHaveLength(1);
    expect(mcpGen(folder, [...args, "--markdown"]).stdout).toContain("| t |");
  });

  test("compares with a commit", () => {
    const file = "git.tools.json";
    const path = join(folder, file);
    const git = (...args: readonly string[]) =>
      execFileSync(
        "git",
        ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args],
        { cwd: folder, stdio: "ignore" },
      );
    const tool = { name: "a_tool", inputSchema: { type: "object" } };
    writeFileSync(path, JSON.stringify({ tools: [tool] }));
    git("init", "--quiet");
    git("add", file);
    git("commit", "--quiet", "--message", "List the tools");
    writeFileSync(path, JSON.stringify({ tools: [] }));
    const { exitCode, stdout } = mcpGen(folder, ["diff", `HEAD:${file}`, file]);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringContaining("a_tool\n  C  the tool was removed"),
    ]);
  });
});

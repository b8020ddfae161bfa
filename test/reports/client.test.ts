/** Reports from the field about clients: a test an id of `reports.jsonl`. */
import { EventEmitter, getEventListeners } from "node:events";
import { mkdtempSync, rmSync, writeFileSync, chmodSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import {
  Client,
  httpTransport,
  stdioTransport,
  type StdioOptions,
} from "../../out/draft/client.js";
import { createMcpServer, nodeHandler } from "../../out/draft/server.js";
import { connect, rawServer, said, settle } from "../runtime/raw-peer.js";
import { listen, type Listening } from "../transports/fixture.js";

const info = { name: "client", version: "1.0.0" };

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

/** A client that is closed after the test. */
function clientOf(
  transport: ConstructorParameters<typeof Client>[0],
  options: Partial<ConstructorParameters<typeof Client>[1]> = {},
): Client {
  const client = new Client(transport, { info, ...options });
  undo.push(() => client.close());
  return client;
}

/** A client of a program given as JavaScript text. */
function clientOfProgram(
  program: string,
  options: Partial<StdioOptions> = {},
): Client {
  return clientOf(
    stdioTransport({
      command: process.execPath,
      args: ["-e", program],
      stderr: "ignore",
      ...options,
    }),
    { probe: false },
  );
}

async function serverOf(
  answer: (response: ServerResponse, id: unknown, message: any) => unknown,
): Promise<Listening> {
  const at = await listen(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const message = JSON.parse(text) as { id: unknown };
    await answer(response, message.id, message);
  });
  undo.push(() => at.close());
  return at;
}

const errorOf = async (promise: Promise<unknown>): Promise<any> => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("It did not fail.");
};

test("Q22: a server that gives the same cursor for every page is read to its end", async () => {
  const pages = [["a", "b"], ["c"], ["d", "e"]];
  let page = 0;
  const server = createMcpServer({
    info,
    handlers: {
      listTools: ({ cursor }) => {
        if (cursor === undefined) page = 0;
        const names = pages[page++] ?? [];
        return {
          tools: names.map((name) => ({
            name,
            inputSchema: { type: "object" },
          })),
          ...(page < pages.length ? { nextCursor: "handle-1" } : {}),
        };
      },
    },
  });
  const client = connect(server);
  undo.push(() => client.close());
  const names: string[] = [];
  for await (const { name } of client.listTools.all()) names.push(name);
  expect(names).toEqual(["a", "b", "c", "d", "e"]);
});

test("Q23: odd answers over HTTP: valid forms are read, others settle the call at once", async () => {
  const answer = (id: unknown): string =>
    JSON.stringify({
      jsonrpc: "2.0",
      id,
      result: {
        resultType: "complete",
        tools: [{ name: "größe 😀", inputSchema: { type: "object" } }],
        ttlMs: 0,
        cacheScope: "private",
      },
    });
  const note = JSON.stringify({
    jsonrpc: "2.0",
    method: "notifications/message",
    params: { level: "info", data: "hi", _meta: {} },
  });
  const typed =
    (type: string, status = 200) =>
    (to: ServerResponse) =>
      to.writeHead(status, { "content-type": type });
  const sse = typed("text/event-stream");
  const json = typed("application/json");
  const error = { HttpError: "HttpError", ConnectionError: "ConnectionError" };
  type Act = (to: ServerResponse, id: unknown) => unknown;
  const cases: readonly [want: "ok" | keyof typeof error, act: Act][] = [
    ["ConnectionError", (to) => sse(to).end(": x\n\n")],
    [
      "ConnectionError",
      (to) => (
        sse(to).write('data: {"jsonrpc"'),
        setTimeout(() => to.destroy(), 20)
      ),
    ],
    [
      "ConnectionError",
      (to, id) => sse(to).end(`data: ${answer(id).slice(0, 40)}`),
    ],
    ["ConnectionError", (to, id) => sse(to).end(`data: ${answer(id)}\n`)],
    [
      "ok",
      (to, id) =>
        typed("text/event-stream; charset=utf-8")(to).end(
          `event: message\ndata: ${answer(id)}\n\n`,
        ),
    ],
    [
      "ok",
      (to, id) => typed("Application/JSON;charset=UTF-8")(to).end(answer(id)),
    ],
    [
      "ok",
      (to, id) =>
        sse(to).end(
          `data: ${note}\n\ndata: ${note}\n\nid: 7\nretry: 5\ndata: ${answer(id)}\n\n`,
        ),
    ],
    [
      "ok",
      (to, id) => {
        sse(to);
        for (const byte of Buffer.from(`data: ${answer(id)}\n\n`))
          to.write(Buffer.of(byte));
        to.end();
      },
    ],
    ["ok", (to, id) => sse(to).write(`data: ${answer(id)}\n\n`)],
    [
      "ConnectionError",
      (to, id) => (
        to
          .writeHead(200, {
            "content-type": "application/json",
            "content-length": 5000,
          })
          .write(answer(id)),
        setTimeout(() => to.destroy(), 20)
      ),
    ],
    ["HttpError", (to, id) => to.writeHead(200).end(answer(id))],
    ["HttpError", (to, id) => typed("text/plain")(to).end(answer(id))],
    ["HttpError", (to) => typed("text/html")(to).end("<html>Sign in</html>")],
    [
      "HttpError",
      (to) => typed("text/html", 502)(to).end("<h1>Bad Gateway</h1>"),
    ],
    [
      "HttpError",
      (to) => typed("application/json", 503)(to).end('{"message":"down"}'),
    ],
    [
      "HttpError",
      (to) =>
        typed("application/problem+json", 429)(to).end('{"title":"slow down"}'),
    ],
    ["HttpError", (to) => to.writeHead(204).end()],
    ["HttpError", (to) => json(to).end()],
    ["HttpError", (to) => to.writeHead(202).end()],
    ["ok", (to, id) => json(to).end(`\ufeff${answer(id)}`)],
    ["HttpError", (to, id) => json(to).end(`[${answer(id)}]`)],
    ["HttpError", (to, id) => json(to).end(answer(String(id)))],
    ["HttpError", (to) => json(to).end(answer(9999))],
    [
      "ok",
      (to, id) =>
        to
          .writeHead(200, {
            "content-type": "application/json",
            "content-encoding": "gzip",
          })
          .end(gzipSync(answer(id))),
    ],
  ];
  let act: Act = () => undefined;
  const at = await serverOf((response, id) => act(response, id));
  for (const [index, [want, each]] of cases.entries()) {
    act = each;
    const client = clientOf(httpTransport(at.url), { timeoutMs: 30_000 });
    const got = await client.listTools().then(
      ({ tools }) => (tools[0]?.name === "größe 😀" ? "ok" : "damaged"),
      (cause: Error) => cause.name,
    );
    expect(`${index} ${got}`).toBe(`${index} ${want}`);
    await client.close();
  }
});

describe("Q27", () => {
  test("Q27: servers that go wrong reject the call at once, with the reason in the message", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mcp-gen-q27-"));
    undo.push(() => rmSync(folder, { recursive: true }));
    const script = (name: string, text: string, mode: number): string => {
      writeFileSync(join(folder, name), text);
      chmodSync(join(folder, name), mode);
      return join(folder, name);
    };
    const node = (program: string): StdioOptions => ({
      command: process.execPath,
      args: ["-e", program],
    });
    const cases: readonly [StdioOptions, want: RegExp][] = [
      [
        { command: "no-such-program-x" },
        /could not start "no-such-program-x": ENOENT/,
      ],
      [
        { command: script("a.sh", "#!/bin/sh\n", 0o644) },
        /could not start ".*a\.sh": EACCES/,
      ],
      [
        { command: script("b.sh", "#!/no/such\n", 0o755) },
        /could not start ".*b\.sh": ENOENT/,
      ],
      [
        { ...node(""), cwd: "/no/such/dir" },
        /could not start ".*": ENOENT \(there is no directory "\/no\/such\/dir"\)/,
      ],
      [
        node(`require("./missing.js")`),
        /exit code 1: Error: Cannot find module '\.\/missing\.js'/,
      ],
      [node(`process.exit(0)`), /exit code 0\.$/],
      [node(`console.error("bye"); process.exit(3)`), /exit code 3: bye$/],
      [node(`process.kill(process.pid, "SIGKILL")`), /ended by SIGKILL\.$/],
      [{ command: "" }, /could not start "": .*ERR_INVALID_ARG_VALUE/],
    ];
    for (const [options, want] of cases) {
      for (const stderr of ["ignore", () => undefined] as const) {
        const errors: string[] = [];
        const client = clientOf(stdioTransport({ ...options, stderr }), {
          onError: ({ message }) => errors.push(message),
        });
        const error = await errorOf(client.listTools());
        expect(error.name).toBe("ClosedError");
        expect(error.message).toMatch(/^The connection was closed: /);
        expect(error.message).toMatch(want);
        await client.close();
      }
    }
  });

  test("its stderr reaches this program's own unless told otherwise", async () => {
    const written: string[] = [];
    const { write } = process.stderr;
    process.stderr.write = ((text: string, done?: () => void) => {
      written.push(text);
      done?.();
      return true;
    }) as never;
    undo.push(() => {
      process.stderr.write = write;
    });
    const client = clientOf(
      stdioTransport({
        command: process.execPath,
        args: [
          "-e",
          `console.error("one"); console.error("Error: two"); process.exit(1)`,
        ],
      }),
    );
    const error = await errorOf(client.listTools());
    expect(error.message).toContain("exit code 1: Error: two");
    expect(written.join("")).toBe("one\nError: two\n");
  });
});

test("Q29: a failed tool's structured content reaches the caller unchecked, a success's does not", async () => {
  const peer = rawServer({
    schemaValidator: {
      dialects: ["https://json-schema.org/draft/2020-12/schema"],
      compile: () => () => ["it does not fit"],
    },
  });
  undo.push(() => peer.client.close());
  const tools = [
    {
      name: "t",
      inputSchema: { type: "object" },
      outputSchema: { type: "object" },
    },
  ];
  const answered = async (call: Promise<unknown>, result: object) => {
    await settle();
    peer.send({ jsonrpc: "2.0", id: peer.received.at(-1)?.["id"], result });
    return call;
  };
  await answered(peer.client.listTools(), {
    resultType: "complete",
    tools,
    ttlMs: 0,
    cacheScope: "private",
  });
  const failed = {
    ...said("no"),
    isError: true,
    structuredContent: { why: "x" },
  };
  expect(await answered(peer.client.callTool({ name: "t" }), failed)).toEqual(
    failed,
  );
  const wrong = { ...said("yes"), structuredContent: { why: "x" } };
  const error = await errorOf(
    answered(peer.client.callTool({ name: "t" }), wrong),
  );
  expect(error.name).toBe("InvalidResultError");
});

test("Q31: calls leave no listener behind, and have one while they run", async () => {
  const { signal } = new AbortController();
  const server = createMcpServer({
    info,
    handlers: { callTool: () => said("yes") as never },
  });
  const client = connect(server);
  undo.push(() => client.close());
  for (let each = 0; each < 1_000; each += 1) {
    await client.callTool({ name: "t" }, { signal });
  }
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  const calls = Array.from({ length: 2_500 }, () =>
    client.callTool({ name: "t" }, { signal }),
  );
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  await Promise.all(calls);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test("Q35: npx and npx.cmd start on Windows, and the error names the way out", async () => {
  const started: { command: string; args: readonly string[]; options: any }[] =
    [];
  const platform = Object.getOwnPropertyDescriptor(process, "platform");
  const childProcess = process.getBuiltinModule("node:child_process");
  const { spawn } = childProcess;
  undo.push(() => {
    Object.defineProperty(process, "platform", platform as object);
    childProcess.spawn = spawn;
  });
  Object.defineProperty(process, "platform", { ...platform, value: "win32" });
  // Does as Node does on Windows: a batch file is refused, a name without extension not found.
  childProcess.spawn = ((
    command: string,
    args: readonly string[],
    options: object,
  ) => {
    started.push({ command, args, options });
    const failure = (code: string): Error =>
      Object.assign(new Error(`spawn ${code}`), { code });
    if (/\.(?:cmd|bat)$/i.test(command)) throw failure("EINVAL");
    const stream = Object.assign(new EventEmitter(), {
      write: () => true,
      end: () => undefined,
      destroy: () => undefined,
      pause: () => undefined,
      resume: () => undefined,
    });
    const child = Object.assign(new EventEmitter(), {
      stdin: stream,
      stdout: stream,
      stderr: null,
      pid: undefined as number | undefined,
      kill: () => true,
    });
    if (/cmd\.exe$/i.test(command)) {
      child.pid = 1;
      const line = args.at(-1) ?? "";
      const exists = /^"(?:npx|npx\.cmd) /.test(line);
      setImmediate(() => child.emit("close", exists ? 0 : 1, null));
    } else {
      setImmediate(() => child.emit("error", failure("ENOENT")));
    }
    return child;
  }) as never;
  const errors: string[] = [];
  for (const command of ["npx", "npx.cmd", "nope", "nope.exe"]) {
    const client = clientOf(
      stdioTransport({
        command,
        args: ["-y", "a server"],
        env: { COMSPEC: "cmd.exe" },
      }),
    );
    errors.push((await errorOf(client.listTools())).message);
    await client.close();
  }
  expect(started.map(({ command }) => command)).toEqual([
    "cmd.exe",
    "cmd.exe",
    "cmd.exe",
    "nope.exe",
  ]);
  expect(started.slice(0, 2).map(({ args }) => args.at(-1))).toEqual([
    '"npx -y "a server""',
    '"npx.cmd -y "a server""',
  ]);
  expect(started[0]?.options).toMatchObject({ windowsVerbatimArguments: true });
  expect(errors[0]).toContain("exit code 0");
  for (const [index, command] of [
    [2, "nope"],
    [3, "nope.exe"],
  ] as const) {
    expect(errors[index]).toContain(`could not start "${command}": ENOENT`);
    expect(errors[index]).toContain("option spawn");
  }
});

test("Q40: large answers arrive whole; one past the limit is an error at once, and the next call is served", async () => {
  const server = (limit: number): string => `
    let rest = "";
    process.stdin.on("data", (chunk) => {
      const lines = (rest + chunk).split("\\n");
      rest = lines.pop();
      for (const line of lines) {
        const { id, params } = JSON.parse(line);
        const text = "😀é".repeat(params.arguments.n);
        process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result: { resultType: "complete", content: [{ type: "text", text }] } }) + "\\n");
      }
    });
    void ${limit};
  `;
  const http = await listen(
    nodeHandler(
      createMcpServer({
        info,
        handlers: {
          callTool: ({ arguments: args }) => ({
            content: [
              { type: "text", text: "😀é".repeat(Number(args?.["n"])) },
            ],
          }),
        },
      }),
    ),
  );
  undo.push(() => http.close());
  for (const client of [
    clientOfProgram(server(0)),
    clientOf(httpTransport(http.url)),
  ]) {
    const call = async (n: number): Promise<number> => {
      const { content } = await client.callTool({
        name: "t",
        arguments: { n },
      });
      return (content[0] as { text: string }).text.length;
    };
    expect(await Promise.all([1, 2, 3, 4].map(() => call(800_000)))).toEqual(
      Array.from({ length: 4 }, () => 2_400_000),
    );
    const error = await errorOf(call(2_000_000));
    expect(error.name).toBe("ConnectionError");
    expect(error.message).toContain("8388608 bytes");
    expect(await call(1)).toBe(3);
  }
  const patient = clientOfProgram(server(0), {
    maxLineBytes: 32 * 1024 * 1024,
  });
  const { content } = await patient.callTool({
    name: "t",
    arguments: { n: 4_000_000 },
  });
  expect((content[0] as { text: string }).text).toHaveLength(12_000_000);
});

test("Q41: a call may be silent for longer than fetch itself allows; a fetch of the program's own is named", async () => {
  const before = getGlobalDispatcher();
  const impatient = new Agent({ headersTimeout: 300, bodyTimeout: 300 });
  setGlobalDispatcher(impatient);
  undo.push(async () => {
    setGlobalDispatcher(before);
    await impatient.destroy();
  });
  const at = await serverOf((response, id, { params }) => {
    const text = JSON.stringify({ jsonrpc: "2.0", id, result: said("late") });
    if (params.name === "body") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(": hi\n\n");
      setTimeout(() => response.end(`data: ${text}\n\n`), 2_500);
    } else {
      setTimeout(() => {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(text);
      }, 2_500);
    }
  });
  const names = ["headers", "body"];
  const client = clientOf(httpTransport(at.url));
  const own = clientOf(
    httpTransport(at.url, { fetch: (url, init) => fetch(url, init) }),
  );
  const [results, errors] = await Promise.all([
    Promise.all(names.map((name) => client.callTool({ name }))),
    Promise.all(names.map((name) => errorOf(own.callTool({ name })))),
  ]);
  expect(results).toHaveLength(2);
  expect(errors.map(({ message }) => message)).toEqual([
    expect.stringMatching(/`headersTimeout` of undici.*option fetch/),
    expect.stringMatching(/`bodyTimeout` of undici.*option fetch/),
  ]);
});

test("Q51: a server that writes 9 MB to its stderr does not stop", async () => {
  const program = `
    process.stdin.once("data", (line) => {
      for (let each = 0; each < 200; each += 1) process.stderr.write("log line ".repeat(5000) + "\\n");
      process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(line).id, result: ${JSON.stringify(said("yes"))} }) + "\\n");
    });
  `;
  let length = 0;
  for (const stderr of [
    "ignore",
    (text: string) => {
      length += text.length;
    },
  ] as const) {
    const client = clientOfProgram(program, { stderr });
    expect(await client.callTool({ name: "t" })).toEqual(said("yes"));
    await client.close();
  }
  expect(length).toBe(200 * 45_001);
});

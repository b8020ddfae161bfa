/** The stdio client against scripted processes: raw bytes out, raw bytes in. */
import { EventEmitter } from "node:events";
import { PassThrough, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import {
  defaultEnvironment,
  stdioTransport,
  type StdioOptions,
} from "../../out/draft/runtime/stdio/client.js";
import type {
  Receiver,
  Transport,
} from "../../out/draft/runtime/protocol/transport.js";
import { call, until } from "./fixture.js";

interface Recorder extends Receiver {
  readonly messages: unknown[];
  readonly malformedTexts: string[];
  readonly reports: string[];
  readonly losses: string[];
  readonly ends: (string | undefined)[];
}

function recorder(): Recorder {
  const recording: Recorder = {
    messages: [],
    malformedTexts: [],
    reports: [],
    losses: [],
    ends: [],
    message: (message) => recording.messages.push(message),
    malformed: (text) => recording.malformedTexts.push(text),
    failed: () => undefined,
    lost: (cause) => recording.losses.push(cause.message),
    report: (error) => recording.reports.push(error.message),
    closed: (cause) => recording.ends.push(cause?.message),
  };
  return recording;
}

const open: Transport[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((transport) => transport.close()));
});

/** Starts a program given as JavaScript text. */
function start(
  program: string,
  options: Partial<StdioOptions> = {},
): { transport: Transport; receiver: Recorder } {
  const transport = stdioTransport({
    command: process.execPath,
    args: ["-e", program],
    stderr: "ignore",
    graceMs: 5_000,
    ...options,
  });
  open.push(transport);
  const receiver = recorder();
  transport.receive(receiver);
  return { transport, receiver };
}

/** A program that answers each line with a line made of it. */
const echo = `
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) =>
    process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(line).id, result: { line, pid: process.pid } }) + "\\n"));
`;

const line = (message: unknown): Record<string, any> =>
  message as Record<string, any>;

describe("messages", () => {
  test("one line each, in order, sent before the process is up", async () => {
    const { transport, receiver } = start(echo);
    for (let id = 1; id <= 3; id += 1) {
      await transport.send(call(id, "echo", { text: "a\n日\u2028" }) as never);
    }
    await until(() => receiver.messages.length === 3, "all are answered");
    expect(receiver.messages.map((each) => line(each)["id"])).toEqual([
      1, 2, 3,
    ]);
    expect(JSON.parse(line(receiver.messages[0])["result"].line)).toEqual(
      call(1, "echo", { text: "a\n日\u2028" }),
    );
    expect(transport.probe).toBe(true);
  });

  const message = '{"jsonrpc":"2.0","id":1,"result":{}}';
  const outputs: [
    name: string,
    bytes: (string | number[])[],
    malformed: string[],
    reports: number,
  ][] = [
    ["CRLF", [`${message}\r\n`], [], 0],
    [
      "stray output around",
      ["[dev] reloaded in 12 ms\n", `${message}\n`, "bye\n"],
      ["[dev] reloaded in 12 ms", "bye"],
      0,
    ],
    ["a bad byte in one line", [[0xff, 0xfe, 0x0a], `${message}\n`], [], 1],
    ["a byte order mark", [`\ufeff${message}\n`], [], 0],
    ["blank lines", ["\n\n", `${message}\n\r\n`], [], 0],
    [
      "U+2028 raw",
      [`{"jsonrpc":"2.0","id":1,"result":{"a":"\u2028"}}\n`],
      [],
      0,
    ],
    ["no line end at the end", [message], [], 0],
    [
      "a half line at the end",
      [`${message}\n`, message.slice(0, -4)],
      [message.slice(0, -4)],
      0,
    ],
    [
      "a line past the limit",
      [`"${"x".repeat(500)}"\n`, `${message}\n`],
      [],
      1,
    ],
  ];
  test.each(outputs)("%s", async (_, bytes, malformed, reports) => {
    const hex = Buffer.concat(
      bytes.map((each) => Buffer.from(each as string)),
    ).toString("hex");
    const { receiver } = start(
      `process.stdout.write(Buffer.from("${hex}", "hex"));`,
      { maxLineBytes: 400 },
    );
    await until(() => receiver.ends.length > 0, "the process has ended");
    expect(receiver.messages).toMatchObject([{ id: 1 }]);
    expect(receiver.malformedTexts).toEqual(malformed);
    expect(receiver.reports).toHaveLength(reports);
  });

  test("characters cut between chunks are joined", async () => {
    const bytes = [
      ...Buffer.from('{"jsonrpc":"2.0","id":1,"result":{"a":"日🜁"}}\n'),
    ];
    const { receiver } = start(`
      const bytes = ${JSON.stringify(bytes)};
      const next = () => { if (bytes.length > 0) { process.stdout.write(Buffer.of(bytes.shift())); setTimeout(next, 1); } };
      next();
      process.stdin.resume();
    `);
    await until(() => receiver.messages.length > 0, "the message is there");
    expect(receiver.messages).toEqual([
      { jsonrpc: "2.0", id: 1, result: { a: "日🜁" } },
    ]);
  });

  test("a process that does not read holds the sender back", async () => {
    const { transport } = start("setInterval(() => undefined, 1000)", {
      graceMs: 10,
    });
    const big = call(1, "echo", { text: "x".repeat(1_000_000) });
    const sent = transport.send(big as never);
    expect(sent).toBeInstanceOf(Promise);
    const first = await Promise.race([
      Promise.resolve(sent).then(() => "sent"),
      sleep(200, "waiting"),
    ]);
    expect(first).toBe("waiting");
    await transport.close();
    await sent;
  });
});

describe("the process", () => {
  test("gets its directory, chosen variables, and no others", async () => {
    process.env["MCP_GEN_TEST_SECRET"] = "secret";
    try {
      const { receiver } = start(
        `process.stdout.write(JSON.stringify({ cwd: process.cwd(), env: process.env }) + "\\n"); process.stdin.resume();`,
        { cwd: "/", env: { TOKEN: "t" } },
      );
      await until(() => receiver.messages.length > 0, "it has spoken");
      const { cwd, env } = line(receiver.messages[0]);
      expect(cwd).toBe("/");
      expect(env["TOKEN"]).toBe("t");
      expect(env["PATH"]).toBe(process.env["PATH"]);
      expect(env).not.toHaveProperty("MCP_GEN_TEST_SECRET");
      expect(defaultEnvironment()).not.toHaveProperty("MCP_GEN_TEST_SECRET");
    } finally {
      delete process.env["MCP_GEN_TEST_SECRET"];
    }
  });

  test("its stderr can be read; nothing on it is a failure", async () => {
    let text = "";
    const { receiver } = start(
      `process.stderr.write("error: 日\\n"); process.stdin.resume();`,
      {
        stderr: (chunk) => {
          text += chunk;
        },
      },
    );
    await until(() => text.endsWith("\n"), "it has been read");
    expect(text).toBe("error: 日\n");
    expect(receiver.ends).toEqual([]);
    expect(receiver.reports).toEqual([]);
  });

  test("that cannot be started ends the transport", async () => {
    const receiver = recorder();
    const transport = stdioTransport({
      command: "/nonexistent/program",
      restarts: 3,
    });
    transport.receive(receiver);
    await until(() => receiver.ends.length > 0, "it has ended");
    expect(receiver.ends).toEqual([
      expect.stringContaining('could not start "/nonexistent/program": ENOENT'),
    ]);
    expect(receiver.losses).toEqual([]);
    await expect(transport.send(call(1, "x") as never)).rejects.toThrow(
      "is not running",
    );
    await transport.close();
    expect(receiver.ends).toHaveLength(1);
  });

  test("that ends by itself ends the transport, after its last words", async () => {
    const { receiver, transport } = start(
      `process.stdout.write('{"jsonrpc":"2.0","id":1,"result":{}}\\n'); process.exitCode = 3;`,
    );
    await until(() => receiver.ends.length > 0, "it has ended");
    expect(receiver.messages).toHaveLength(1);
    expect(receiver.ends[0]).toContain("ended with exit code 3");
    await expect(transport.send(call(1, "x") as never)).rejects.toThrow();
  });

  test("that closes its stdout is asked to end", async () => {
    const { receiver } = start(
      `process.stdin.resume(); require("node:fs").closeSync(1);`,
    );
    await until(() => receiver.ends.length > 0, "it has ended");
    expect(receiver.ends[0]).toContain("ended with exit code 0");
  });

  test("is not waited for when something it started holds its stdout", async () => {
    const { receiver } = start(`
      require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => undefined, 3000)"], { stdio: ["ignore", "inherit", "ignore"], detached: true }).unref();
      process.exit(7);
    `);
    await until(() => receiver.ends.length > 0, "it has ended");
    expect(receiver.ends[0]).toContain("exit code 7");
  });
});

describe("close", () => {
  const report = (text: string): string =>
    `require("node:fs").appendFileSync(2, "${text}\\n")`;

  const steps: [
    name: string,
    program: string,
    graceMs: number,
    said: string,
  ][] = [
    [
      "ends stdin first",
      `process.stdin.resume().on("end", () => { ${report("end")}; });`,
      5_000,
      "end\n",
    ],
    [
      "then sends SIGTERM",
      `process.stdin.resume().on("end", () => { ${report("end")}; }); process.on("SIGTERM", () => { ${report("term")}; process.exit(); }); setInterval(() => undefined, 1000);`,
      300,
      "end\nterm\n",
    ],
    [
      "then SIGKILL",
      `process.stdin.resume().on("end", () => { ${report("end")}; }); process.on("SIGTERM", () => { ${report("term")}; }); setInterval(() => undefined, 1000);`,
      300,
      "end\nterm\n",
    ],
  ];
  test.each(steps)("%s", async (_, program, graceMs, said) => {
    let text = "";
    const { transport, receiver } = start(
      `${program}; process.stdout.write('{"pid":' + process.pid + '}\\n');`,
      {
        graceMs,
        stderr: (chunk) => {
          text += chunk;
        },
      },
    );
    await until(() => receiver.messages.length > 0, "it runs");
    const pid = line(receiver.messages[0])["pid"] as number;
    await Promise.all([transport.close(), transport.close()]);
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    expect(text).toBe(said);
    expect(receiver.ends).toEqual([undefined]);
    await expect(transport.send(call(1, "x") as never)).rejects.toThrow();
  });

  test("before the start, no process is started", async () => {
    const transport = stdioTransport({ command: "/nonexistent/program" });
    await transport.close();
    const receiver = recorder();
    transport.receive(receiver);
    await sleep(20);
    expect(receiver.ends).toEqual([undefined]);
  });
});

describe("a crash", () => {
  const crashing = `
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id } = JSON.parse(line);
      if (id === "crash") process.kill(process.pid, "SIGKILL");
      process.stdout.write(JSON.stringify({ id, pid: process.pid }) + "\\n");
    });
  `;

  test("with restarts: what was open is lost, what comes later is served", async () => {
    const { transport, receiver } = start(crashing, { restarts: 2 });
    transport.send(call(1, "x") as never);
    await until(() => receiver.messages.length === 1, "it answers");
    transport.send(call("crash", "x") as never);
    await until(() => receiver.losses.length === 1, "it crashes");
    expect(receiver.losses[0]).toContain("ended by SIGKILL");
    // Sent while no process runs: kept for the next one.
    await transport.send(call(2, "x") as never);
    await until(() => receiver.messages.length === 2, "it answers again");
    const [first, second] = receiver.messages.map(line);
    expect(second?.["id"]).toBe(2);
    expect(second?.["pid"]).not.toBe(first?.["pid"]);
    expect(receiver.ends).toEqual([]);
  });

  test("is not repaired more often than asked", async () => {
    const { receiver } = start("process.exit(1)", { restarts: 2 });
    await until(() => receiver.ends.length > 0, "it gives up");
    expect(receiver.losses).toHaveLength(2);
    expect(receiver.ends[0]).toContain("exit code 1");
  });

  test("close during the pause before a restart starts nothing", async () => {
    const { transport, receiver } = start("process.exit(1)", { restarts: 1 });
    await until(() => receiver.losses.length === 1, "it crashes");
    const waiting = Promise.resolve(transport.send(call(1, "x") as never));
    await transport.close();
    await expect(waiting).rejects.toThrow("is not running");
    await sleep(200);
    expect(receiver.losses).toHaveLength(1);
    expect(receiver.ends).toEqual([undefined]);
  });
});

test("a pipe that breaks while it is written to is reported, never thrown", async () => {
  const child = Object.assign(new EventEmitter(), {
    pid: 1,
    stdin: new Writable({
      write: (_chunk, _encoding, done) => done(new Error("write EPIPE")),
    }),
    stdout: new PassThrough(),
    stderr: null,
    kill: () => child.emit("close", null, "SIGTERM"),
  });
  const { transport, receiver } = start("", {
    spawn: () => child,
    graceMs: 1,
  });
  transport.send(call(1, "x") as never);
  await until(() => receiver.reports.length > 0, "it is reported");
  expect(receiver.reports).toEqual(["write EPIPE"]);
  await expect(transport.send(call(2, "x") as never)).rejects.toThrow("ended");
});

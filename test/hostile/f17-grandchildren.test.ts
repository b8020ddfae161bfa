/** F17: what a server started and left behind does not keep the client's program alive. */
import { spawn as nodeSpawn, type ChildProcess } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import { stdioTransport } from "../../out/draft/runtime/stdio/client.js";
import { until } from "../transports/fixture.js";

/** A server that leaves a process behind, which holds the streams that are named. */
const server = (stdio: string): string => `
  const { spawn } = require("node:child_process");
  const child = spawn(process.execPath, ["-e", "setInterval(() => undefined, 1000)"], { stdio: ${stdio}, detached: true });
  child.unref();
  process.stdout.write(JSON.stringify({ pid: child.pid }) + "\\n");
  process.stdin.resume().on("end", () => process.exit(0));
`;

let left: number | undefined;
afterEach(() => {
  if (left !== undefined) process.kill(left, "SIGKILL");
  left = undefined;
});

test.each([
  ["stderr", '["ignore", "ignore", "inherit"]'],
  ["stdout", '["ignore", "inherit", "ignore"]'],
  ["stdin", '["inherit", "ignore", "ignore"]'],
  ["all of them", '"inherit"'],
])("F17: a grandchild that holds %s", async (_, stdio) => {
  let child: ChildProcess | undefined;
  const transport = stdioTransport({
    command: process.execPath,
    args: ["-e", server(stdio)],
    stderr: () => undefined,
    spawn: (command, args, options) => {
      child = nodeSpawn(command, args, options as never);
      return child as never;
    },
  });
  const ends: unknown[] = [];
  transport.receive({
    message: (message) => {
      left = (message as { pid: number }).pid;
    },
    malformed: () => undefined,
    failed: () => undefined,
    lost: () => undefined,
    report: () => undefined,
    closed: (cause) => ends.push(cause),
  });
  await until(() => left !== undefined, "the grandchild runs");
  await transport.close();
  expect(() => process.kill(left as number, 0)).not.toThrow();
  // Each pipe that is still open would keep this process alive.
  expect(
    [child?.stdin, child?.stdout, child?.stderr].map((each) => each?.destroyed),
  ).toEqual([true, true, true]);
  expect(ends).toEqual([undefined]);
});

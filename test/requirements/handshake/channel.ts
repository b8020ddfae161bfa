/** Connections of bytes for servers that take whole messages. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Program } from "../program.js";
import type { RawChannel } from "./subject.js";

/** Splits what comes into lines. */
export function lineReader(
  take: (line: string) => void,
): (bytes: string | Uint8Array) => void {
  const decoder = new TextDecoder();
  let rest = "";
  return (bytes) => {
    const text =
      typeof bytes === "string"
        ? bytes
        : decoder.decode(bytes, { stream: true });
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") take(line);
  };
}

/** Starts a program and gives its stdio. */
export function programChannel(
  { path }: Program,
  settings: string,
  take: (text: string) => void,
  more: readonly string[] = [],
): RawChannel {
  const child = spawn(process.execPath, [path, settings, ...more], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.on("error", () => undefined);
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (text) => take(String(text)));
  const closed = once(child, "close");
  return {
    write: (bytes) => {
      child.stdin.write(bytes);
    },
    close: async () => {
      child.stdin.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
      await closed;
      clearTimeout(timer);
    },
  };
}

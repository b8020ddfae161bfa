/** The real programs: where they are, and how one is started and stopped. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { peer } from "../peers.js";

/** The folder of the package that has them. */
export const folder: string = fileURLToPath(new URL(".", import.meta.url));

/** Longest time for a program to listen, and for a call: some load a browser first. */
export const patienceMs = 60_000;

/** Where a server is reached. */
export type Target = StdioTarget | { readonly url: string };

/** A server that a client starts itself. */
export interface StdioTarget {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

/** The URL of a server at a port; some take no other name of this machine. */
export function urlAt(port: number, path = "/mcp"): string {
  return `http://localhost:${port}${path}`;
}

/** The environment of programs: they find this Node, and none of npm's settings. */
export function environment(
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^npm_/i.test(entry[0]),
  );
  return {
    ...Object.fromEntries(kept),
    PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`,
    ...more,
  };
}

/** Where a package is: with the programs, or with the peers of the tests, which are fewer. */
function homeOf(packageName: string): string {
  const [first = "", ...others] = [folder, join(folder, "..")].map((each) =>
    join(each, "node_modules", packageName),
  );
  return [first, ...others].find((home) => existsSync(home)) ?? first;
}

/**
 * The file behind a command of a package.
 *
 * @param bin Name of the command; may be left out where the package has one alone.
 */
export function binOf(packageName: string, bin?: string): string {
  const home = homeOf(packageName);
  const manifest = JSON.parse(
    readFileSync(join(home, "package.json"), "utf8"),
  ) as { readonly bin: string | Record<string, string> };
  const bins =
    typeof manifest.bin === "string" ? { only: manifest.bin } : manifest.bin;
  const file = bin === undefined ? Object.values(bins)[0] : bins[bin];
  if (file === undefined)
    throw new Error(`${packageName} has no command ${bin ?? ""}.`);
  return join(home, file);
}

/** Imports a module of a package. */
export function load(specifier: string): Promise<any> {
  return peer(specifier, folder);
}

/** A program that runs. */
export interface Running {
  /** What it last wrote to stderr. */
  readonly lastLine: () => string;
  stop(): Promise<void>;
}

/** Starts a program, and waits until something listens at a port. */
export async function startAt(
  port: number,
  { command, args, env }: StdioTarget,
): Promise<Running> {
  const child = spawn(command, args, {
    env,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    // A group of its own: programs start programs.
    detached: true,
  });
  const lastLine = keepLastLine(child);
  const stop = async (): Promise<void> => stopGroup(child);
  const end = Date.now() + patienceMs;
  while (!(await isOpen(port))) {
    if (child.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error(lastLine() || `ended with ${child.exitCode}`);
    }
    await sleep(100);
  }
  return { lastLine, stop };
}

/** The output of a command line. */
export async function outputOf(
  args: readonly string[],
  env: Readonly<Record<string, string>> = environment(),
  node: string = process.execPath,
): Promise<string> {
  const child = spawn(node, args, {
    env,
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const lastLine = keepLastLine(child);
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => (text += chunk));
  const timer = setTimeout(() => void stopGroup(child), patienceMs);
  const [code] = (await once(child, "close")) as [number | null];
  clearTimeout(timer);
  await stopGroup(child);
  if (code !== 0) throw new Error(lastLine() || text || `ended with ${code}`);
  return text;
}

function keepLastLine(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(-4_000);
  });
  return () => {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    // Of a stack trace the line with the error's name says most.
    const named = lines.filter((line) => /\w*Error\b.*:/.test(line));
    return (named.at(-1) ?? lines.at(-1) ?? "").trim();
  };
}

async function stopGroup(child: ChildProcess): Promise<void> {
  const kill = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // All of it has ended, or this system has no groups.
      child.kill(signal);
    }
  };
  kill("SIGTERM");
  if (child.exitCode === null && child.signalCode === null)
    await Promise.race([once(child, "exit"), sleep(3_000)]);
  kill("SIGKILL");
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

/** Whether a Node of at least version 22 is there, for programs that need it. */
export function newNode(path: string): string {
  return Number(process.versions.node.split(".")[0]) >= 22 || !existsSync(path)
    ? process.execPath
    : path;
}

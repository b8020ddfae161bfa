/** Servers with sessions on node:http: a POST in a session, and what sessions cost. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { median } from "../../validate/measure.js";
import type { LoadOrder } from "../load.js";
import { type Effort, type Timing, timeAll } from "../measure.js";
import type { SessionSubject, Usage } from "./http-server.js";
import {
  callRequest,
  initialized,
  initializeRequest,
  postHeaders,
} from "./messages.js";

const connections = 16;

const subjects: readonly (readonly [name: string, subject: SessionSubject])[] =
  [
    ["bare node:http", "bare"],
    ["mcp-gen nodeHandler", "ours"],
    ["SDK v1", "sdk"],
  ];

/** What a session costs. */
export interface SessionCost {
  readonly name: string;
  /** Sessions opened per second of the server's CPU. */
  readonly perSecond: number;
  /** Bytes of heap that an idle session holds. */
  readonly heap: number;
}

/** Times a POST in a session; the microseconds are those between two answers. */
export async function measureSessionPosts(
  folder: string,
  effort: Effort,
): Promise<readonly Timing[]> {
  const load = fork(fileURLToPath(new URL("../load.ts", import.meta.url)));
  const children = [load];
  try {
    const candidates = [];
    for (const [name, subject] of subjects) {
      const { child, port } = await start(subject, folder);
      children.push(child);
      const session =
        subject === "bare" ? "none" : await openSession(port, undefined);
      const order = callOrder(port, session);
      candidates.push({
        name,
        run: async (requests: number) => {
          load.send({ ...order, requests });
          await once(load, "message");
        },
      });
    }
    return await timeAll(candidates, effort);
  } finally {
    for (const child of children) child.kill();
  }
}

/**
 * Opens sessions and leaves them.
 *
 * @param sessions - How many in each round.
 */
export async function measureSessionCosts(
  folder: string,
  rounds: number,
  sessions: number,
): Promise<readonly SessionCost[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const running = [];
  try {
    for (const [name, subject] of subjects.slice(1)) {
      const { child, port } = await start(subject, folder);
      running.push({ name, child, port, costs: [] as SessionCost[] });
    }
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      for (const { name, child, port, costs } of running) {
        const before = await usageOf(child);
        await openMany(port, sessions, agent);
        const after = await usageOf(child);
        if (round === 0) continue;
        costs.push({
          name,
          perSecond: (sessions / (after.cpu - before.cpu)) * 1_000,
          heap: (after.heap - before.heap) / sessions,
        });
      }
    }
  } finally {
    agent.destroy();
    for (const { child } of running) child.kill();
  }
  return running.map(({ name, costs }) => ({
    name,
    perSecond: median(costs.map(({ perSecond }) => perSecond)),
    heap: median(costs.map(({ heap }) => heap)),
  }));
}

async function start(
  subject: SessionSubject,
  folder: string,
): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const child = fork(
    fileURLToPath(new URL("http-server.ts", import.meta.url)),
    [subject, folder],
    { execArgv: [...process.execArgv, "--expose-gc"] },
  );
  const [port] = (await once(child, "message")) as [number];
  return { child, port };
}

async function usageOf(child: ChildProcess): Promise<Usage> {
  child.send("usage");
  const [usage] = (await once(child, "message")) as [Usage];
  return usage;
}

async function openMany(
  port: number,
  sessions: number,
  agent: Agent,
): Promise<void> {
  let left = sessions;
  const openSome = async (): Promise<void> => {
    for (left -= 1; left >= 0; left -= 1) await openSession(port, agent);
  };
  await Promise.all(Array.from({ length: connections }, openSome));
}

/** Runs the handshake and gives the session's id. */
async function openSession(
  port: number,
  agent: Agent | undefined,
): Promise<string> {
  const id = await post(port, agent, initializeRequest, {});
  await post(port, agent, initialized, { "mcp-session-id": id });
  return id;
}

/** POSTs a message; gives the session's id in the answer. */
function post(
  port: number,
  agent: Agent | undefined,
  message: object,
  session: Readonly<Record<string, string>>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: "127.0.0.1",
        port,
        path: "/mcp",
        method: "POST",
        agent: agent ?? false,
        headers: { ...postHeaders, ...session },
      },
      (response) => {
        response.resume();
        response.on("end", () => {
          const { statusCode, headers } = response;
          if (statusCode === 200 || statusCode === 202) {
            resolve(String(headers["mcp-session-id"]));
          } else reject(new Error(`POST was answered ${statusCode}.`));
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(JSON.stringify(message));
  });
}

function callOrder(port: number, session: string): Omit<LoadOrder, "requests"> {
  const body = JSON.stringify(callRequest);
  const head = Object.entries({
    ...postHeaders,
    "content-length": `${Buffer.byteLength(body)}`,
    "mcp-session-id": session,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    port,
    connections,
    request: `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${head.join("")}\r\n${body}`,
  };
}

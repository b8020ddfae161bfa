/** A client on generated code with a server that knows the handshake only. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { spawn, type ChildProcess } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import {
  Client,
  LegacyServerError,
  httpTransport,
  stdioTransport,
} from "../../out/draft/client.js";
import { freePort } from "../conformance/programs.js";
import { peersFolder } from "./peers.js";
import { describeWithPeers } from "./with-peers.js";

const info = { name: "ours", version: "1.0.0" };

/** The program of `@modelcontextprotocol/server-everything`, which serves 2025-11-25. */
function program(): string {
  const { resolve } = createRequire(`${peersFolder}package.json`);
  const manifest = resolve(
    "@modelcontextprotocol/server-everything/package.json",
  );
  return join(dirname(manifest), "dist/index.js");
}

describeWithPeers("server-everything, which serves 2025-11-25 only", () => {
  let client: Client | undefined;
  let child: ChildProcess | undefined;
  afterEach(async () => {
    await client?.close();
    child?.kill();
    client = child = undefined;
  });

  test("over stdio, a call ends in an error that names the server's era", async () => {
    client = new Client(
      stdioTransport({
        command: process.execPath,
        args: [program(), "stdio"],
        stderr: "ignore",
      }),
      { info, timeoutMs: 15_000 },
    );
    for (const call of [
      client.callTool({ name: "echo", arguments: { message: "a" } }),
      client.listTools(),
      client.discover(),
    ]) {
      const error: unknown = await call.catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(LegacyServerError);
      expect(String(error)).toMatch(/older|handshake|initialize|era|revision/i);
    }
  });

  test("over HTTP, too", async () => {
    const port = await freePort();
    child = spawn(process.execPath, [program(), "streamableHttp"], {
      env: { ...process.env, PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    await new Promise<void>((resolve, reject) => {
      const listens = (text: unknown): void => {
        if (/listening/i.test(String(text))) resolve();
      };
      child?.stdout?.on("data", listens);
      child?.stderr?.on("data", listens);
      child?.on("exit", () => reject(new Error("The server ended.")));
    });
    client = new Client(httpTransport(`http://127.0.0.1:${port}/mcp`), {
      info,
      timeoutMs: 20_000,
    });
    for (const call of [client.discover(), client.listTools()]) {
      const error: unknown = await call.catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(LegacyServerError);
    }
  });
});

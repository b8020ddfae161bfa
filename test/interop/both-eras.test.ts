/**
 * Programs of both eras with real peers: what of `npm run interop` is quick. The peers
 * are those of the other tests.
 */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../conformance/programs.js";
import { bundle, type Program } from "../requirements/program.js";
import { peersFolder } from "./peers.js";
import { clientEntries } from "./programs/clients.js";
import {
  environment,
  folder,
  startAt,
  type Running,
  urlAt,
} from "./programs/programs.js";
import { serverEntries } from "./programs/servers.js";
import { listAndCall, openOurs } from "./programs/sessions.js";
import { describeWithPeers } from "./with-peers.js";

const everything = serverEntries("").filter(({ name }) =>
  ["everything", "everything, HTTP+SSE"].includes(name),
);
const sdkClients = clientEntries.filter(({ name }) => name.startsWith("SDK"));

describeWithPeers("programs of both eras", () => {
  let greeter: Program;
  let atPort: Running;
  let url: string;
  beforeAll(async () => {
    greeter = await bundle(
      join(folder, "greeter.ts"),
      `${peersFolder}node_modules`,
      true,
    );
    const port = await freePort();
    url = urlAt(port);
    atPort = await startAt(port, {
      command: process.execPath,
      args: [greeter.path, String(port)],
      env: environment(),
    });
  });
  afterAll(async () => {
    await atPort.stop();
    greeter.remove();
  });

  test.each(everything)("our client reaches $name", async (entry) => {
    const { stdio, http } = entry;
    if (stdio !== undefined)
      expect(await listAndCall(openOurs, entry, stdio())).toBe("2025-11-25");
    if (http === undefined) return;
    const port = await freePort();
    const running = await startAt(port, http.program(port));
    try {
      const target = { url: urlAt(port, http.path) };
      expect(await listAndCall(openOurs, entry, target)).toBe("2025-11-25");
    } finally {
      await running.stop();
    }
  });

  test.each(sdkClients)("our server serves $name", async ({ stdio, http }) => {
    const said = [
      await stdio?.({
        command: process.execPath,
        args: [greeter.path],
        env: environment(),
      }),
      await http?.({ url }),
    ];
    for (const each of said)
      expect(JSON.stringify(each)).toContain("Hello Ada");
  });
});

/**
 * `npm run interop [-- options]`: reaches servers that people use with the generated
 * client, serves clients that people use with the generated server, and prints both
 * tables, the official SDK next to it.
 *
 * - `--only <text>`: servers and clients whose names have this text.
 * - `--json`: the tables for programs.
 *
 * Ends with 1 if a server that the SDK reaches is not reached, or a client that the SDK
 * serves is not served; with 2 if the programs cannot be installed.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installSuite } from "../../conformance/install.js";
import { freePort } from "../../conformance/programs.js";
import { installDependencies } from "../../npm.js";
import { bundle } from "../../requirements/program.js";
import { clientEntries } from "./clients.js";
import {
  listAndCall,
  openOurs,
  openSdk1,
  openSdk2,
  type Open,
} from "./sessions.js";
import {
  environment,
  folder,
  patienceMs,
  startAt,
  type Target,
  urlAt,
} from "./programs.js";
import { serverEntries, type ServerEntry } from "./servers.js";

const { values: options } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    json: { type: "boolean", default: false },
  },
});

/** What came of one attempt. */
interface Attempt {
  readonly ok: boolean;
  /** The protocol version, or why it failed. */
  readonly said: string;
}

/** A line of a table: attempts by column. */
interface Row {
  readonly name: string;
  readonly way: "stdio" | "HTTP";
  readonly attempts: Readonly<Record<string, Attempt>>;
}

const opens: Readonly<Record<string, Open>> = {
  ours: openOurs,
  "SDK v1": openSdk1,
  "SDK v2": openSdk2("auto"),
};

async function attempt(work: () => Promise<string>): Promise<Attempt> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error("no answer")),
      patienceMs + 10_000,
    );
  });
  try {
    return { ok: true, said: await Promise.race([work(), late]) };
  } catch (error) {
    const text = String(error instanceof Error ? error.message : error);
    return { ok: false, said: text.replace(/\s+/g, " ").slice(0, 200) };
  } finally {
    clearTimeout(timer);
  }
}

/** Lists the tools of a server and makes the call, with each client. */
async function reach(
  entry: ServerEntry,
  target: Target,
): Promise<Row["attempts"]> {
  const attempts = Object.entries(opens).map(
    async ([name, open]) =>
      [name, await attempt(() => listAndCall(open, entry, target))] as const,
  );
  return Object.fromEntries(await Promise.all(attempts));
}

async function reachServer(entry: ServerEntry): Promise<readonly Row[]> {
  const { name, stdio, http } = entry;
  const rows: Row[] = [];
  if (stdio !== undefined) {
    rows.push({ name, way: "stdio", attempts: await reach(entry, stdio()) });
  }
  if (http !== undefined) {
    const port = await freePort();
    let attempts: Row["attempts"];
    try {
      const running = await startAt(port, http.program(port));
      const url = urlAt(port, http.path);
      attempts = await reach(entry, { url });
      await running.stop();
    } catch (error) {
      const said = `does not start: ${(error as Error).message}`;
      attempts = { ours: { ok: false, said } };
    }
    rows.push({ name, way: "HTTP", attempts });
  }
  return rows;
}

/** Calls a server of each kind with every client. */
async function serveClients(
  servers: Readonly<Record<string, string>>,
): Promise<readonly Row[]> {
  const stops: (() => Promise<void>)[] = [];
  const targets: Record<string, { program: string; url: string }> = {};
  for (const [name, program] of Object.entries(servers)) {
    const port = await freePort();
    const running = await startAt(port, {
      command: process.execPath,
      args: [program, String(port)],
      env: environment(),
    });
    stops.push(running.stop);
    targets[name] = { program, url: urlAt(port) };
  }
  const rows: Row[] = [];
  for (const { name, stdio, http } of clientEntries) {
    if (!name.includes(options.only)) continue;
    const ways = {
      stdio:
        stdio &&
        ((program: string) =>
          stdio({
            command: process.execPath,
            args: [program],
            env: environment(),
          })),
      HTTP: http && ((_program: string, url: string) => http({ url })),
    };
    for (const [way, call] of Object.entries(ways)) {
      if (call === undefined) continue;
      const attempts: Record<string, Attempt> = {};
      for (const [server, { program, url }] of Object.entries(targets)) {
        attempts[server] = await attempt(async () => {
          const said = JSON.stringify(await call(program, url));
          if (!said.includes("Hello Ada")) throw new Error(`It said ${said}`);
          return "served";
        });
      }
      rows.push({ name, way: way as Row["way"], attempts });
      show(rows.at(-1) as Row);
    }
  }
  for (const stop of stops) await stop();
  return rows;
}

function show({ name, way, attempts }: Row): void {
  if (options.json) return;
  const cells = Object.entries(attempts).map(
    ([column, { ok, said }]) => `${column}: ${ok ? said : `FAILED, ${said}`}`,
  );
  console.log(`${name.padEnd(38)} ${way.padEnd(6)} ${cells.join(" | ")}`);
}

/** Rows of what starts: someone could use it. */
function startable(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ attempts }) =>
    Object.values(attempts).some(({ ok }) => ok),
  );
}

function count(rows: readonly Row[], column: string): number {
  return rows.filter(({ attempts }) => attempts[column]?.ok).length;
}

async function main(): Promise<number> {
  installSuite();
  const problem = installDependencies(folder, { scripts: false });
  if (problem !== undefined) {
    console.error(`The programs could not be installed:\n${problem}`);
    return 2;
  }
  const modules = join(folder, "node_modules");
  const ours = await bundle(join(folder, "greeter.ts"), modules, true);
  const sdk = await bundle(join(folder, "sdk-greeter.ts"), modules, true);
  const servers: Row[] = [];
  const wanted = serverEntries(ours.path).filter(({ name }) =>
    name.includes(options.only),
  );
  for (const entry of wanted) {
    const rows = await reachServer(entry);
    rows.forEach(show);
    servers.push(...rows);
  }
  const clients = await serveClients({ ours: ours.path, SDK: sdk.path });
  ours.remove();
  sdk.remove();
  const lost = [...startable(servers), ...startable(clients)].filter(
    ({ attempts }) => !attempts["ours"]?.ok,
  );
  if (options.json) {
    console.log(JSON.stringify({ servers, clients }, undefined, 2));
  } else {
    const [reached, served] = [startable(servers), startable(clients)];
    const by = Object.keys(opens)
      .map((name) => `${name} ${count(reached, name)}`)
      .join(", ");
    console.log(`\nServers reached, of ${reached.length} that start: ${by}`);
    console.log(
      `Clients served, of ${served.length} that start: ours ${count(served, "ours")}, SDK ${count(served, "SDK")}`,
    );
  }
  return lost.length === 0 ? 0 : 1;
}

process.exit(await main());

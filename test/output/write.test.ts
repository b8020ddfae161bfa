import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../generator/failure.js";
import type { Disk } from "../../generator/output/disk.js";
import { planOutput } from "../../generator/output/plan.js";
import { type WriteOptions, writePlans } from "../../generator/output/write.js";
import { failingDisk, type Fault } from "./failing-disk.js";
import {
  outputOf,
  plant,
  readTree,
  temporaryFolder,
  type Tree,
  written,
} from "./folder.js";

const old: Tree = { "a.ts": "old a\n", "b.ts": "b\n", "gone/c.ts": "old c\n" };
const next: Tree = { "a.ts": "new a\n", "b.ts": "b\n", "sub/d.ts": "d\n" };
const theirs: Tree = { "README.md": "theirs\n", "gone/theirs.ts": "theirs\n" };

/** Runs the whole step on `<root>/out`. */
async function write(
  root: string,
  files: Tree,
  mark: string,
  options?: WriteOptions,
): Promise<void> {
  await writePlans([planOutput(outputOf(root, files, mark))], options);
}

describe("writing", () => {
  test("creates the folder and its parents", async () => {
    const root = temporaryFolder();
    const output = {
      ...outputOf(root, next),
      folder: path.join(root, "deep/er/out"),
    };
    await writePlans([planOutput(output)]);
    expect(readTree(path.join(root, "deep/er"))).toEqual(
      Object.fromEntries(
        Object.entries(written(next)).map(([name, text]) => [
          `out/${name}`,
          text,
        ]),
      ),
    );
  });

  test("creates, updates and deletes, and leaves other people's files", async () => {
    const root = temporaryFolder();
    plant(path.join(root, "out"), { ...written(old), ...theirs });
    await write(root, next, "2");
    expect(readTree(root)).toEqual(
      Object.fromEntries(
        Object.entries({ ...written(next, "2"), ...theirs }).map(
          ([name, text]) => [`out/${name}`, text],
        ),
      ),
    );
  });

  test("removes a folder that a deleted file leaves empty", async () => {
    const root = temporaryFolder();
    plant(path.join(root, "out"), written(old));
    await write(root, { "a.ts": "old a\n" }, "2");
    expect(fs.existsSync(path.join(root, "out/gone"))).toBe(false);
  });

  test("does not touch a file that stays the same", async () => {
    const root = temporaryFolder();
    plant(path.join(root, "out"), written(old));
    const past = new Date(2001, 1, 1);
    for (const name of ["out/a.ts", "out/b.ts"])
      fs.utimesSync(path.join(root, name), past, past);
    const before = fs.statSync(path.join(root, "out/b.ts"));
    await write(root, next, "2");
    const after = fs.statSync(path.join(root, "out/b.ts"));
    expect([after.mtimeMs, after.ino]).toEqual([before.mtimeMs, before.ino]);
    expect(fs.statSync(path.join(root, "out/a.ts")).mtimeMs).not.toBe(
      past.getTime(),
    );
  });

  test("touches nothing at all when nothing changes", async () => {
    const root = temporaryFolder();
    plant(path.join(root, "out"), written(old));
    const { disk, seen } = failingDisk({ at: 0, how: "EIO" });
    await write(root, old, "1", { disk });
    expect(seen()).toBe(0);
  });

  test("works through a link to the output folder", async () => {
    const root = temporaryFolder();
    plant(root, { "real/": "" });
    fs.symlinkSync("real", path.join(root, "out"));
    await write(root, next, "1");
    expect(readTree(path.join(root, "real"))).toEqual(written(next));
    expect(fs.readlinkSync(path.join(root, "out"))).toBe("real");
  });
});

describe("refusing", () => {
  const edited = { ...written(old), "a.ts": "mine\n", "gone/c.ts": "mine\n" };

  test("edited files are named, and nothing is written", async () => {
    const root = temporaryFolder();
    plant(path.join(root, "out"), edited);
    await expect(write(root, next, "2")).rejects.toThrow(
      new UsageError(
        "Nothing was written. Only --force replaces files edited by hand: out/a.ts, out/gone/c.ts.",
      ),
    );
    expect(readTree(path.join(root, "out"))).toEqual(edited);
    expect(fs.readdirSync(root)).toEqual(["out"]);
  });

  test("so are unmanaged files", async () => {
    const root = temporaryFolder();
    plant(root, { "out/a.ts": "theirs\n" });
    await expect(write(root, next, "2")).rejects.toThrow(
      new UsageError(
        "Nothing was written. Only --force replaces files not made by mcp-gen: out/a.ts.",
      ),
    );
    expect(readTree(root)).toEqual({ "out/a.ts": "theirs\n" });
  });

  test("force replaces and removes them", async () => {
    const root = temporaryFolder();
    plant(path.join(root, "out"), { ...edited, "sub/d.ts": "theirs\n" });
    await write(root, next, "2", { force: true });
    expect(readTree(path.join(root, "out"))).toEqual(written(next, "2"));
  });

  test("a file edited after the plan was made is not lost", async () => {
    const root = temporaryFolder();
    plant(path.join(root, "out"), written(old));
    const plan = planOutput(outputOf(root, next, "2"));
    plant(root, { "out/a.ts": "just typed\n" });
    await expect(writePlans([plan])).rejects.toThrow(/edited by hand: out\/a/);
    expect(fs.readFileSync(path.join(root, "out/a.ts"), "utf8")).toBe(
      "just typed\n",
    );
  });

  test("one refused output keeps the others from being written", async () => {
    const root = temporaryFolder();
    const second = temporaryFolder();
    plant(path.join(second, "out"), edited);
    const plans = [root, second].map((folder) =>
      planOutput(outputOf(folder, next, "2")),
    );
    await expect(writePlans(plans)).rejects.toThrow(UsageError);
    expect(readTree(root)).toEqual({});
    expect(readTree(path.join(second, "out"))).toEqual(edited);
  });

  test("two outputs in one folder, by way of a link", async () => {
    const root = temporaryFolder();
    plant(root, { "out/": "" });
    fs.symlinkSync("out", path.join(root, "twin"));
    const output = outputOf(root, next);
    const twin = { ...output, folder: path.join(root, "twin"), label: "twin" };
    await expect(
      writePlans([output, twin].map((o) => planOutput(o))),
    ).rejects.toThrow(new UsageError("out and twin are the same folder."));
    expect(readTree(root)).toEqual({ "out/": "", twin: "-> out" });
  });
});

/** The states of the disk that a run can start from. */
const starts: readonly [name: string, tree: Tree][] = [
  ["an old output", { ...written(old), ...theirs }],
  ["an empty folder", {}],
  ["no folder", undefined as unknown as Tree],
];

function start(tree: Tree | undefined): string {
  const root = temporaryFolder();
  if (tree !== undefined) plant(root, { "out/": "" });
  if (tree !== undefined) plant(path.join(root, "out"), tree);
  return root;
}

/** How many changes of the disk a run makes. */
async function countChanges(
  tree: Tree | undefined,
  fault: Partial<Fault>,
): Promise<number> {
  const { disk, seen } = failingDisk({ at: -1, how: "EIO", ...fault });
  await write(start(tree), next, "2", { disk });
  return seen();
}

describe.each(starts)("from %s, a failing call", (_name, tree) => {
  test.each(["ENOSPC", "EACCES"] as const)(
    "%s: the old files are all there, with their times",
    async (how) => {
      const changes = await countChanges(tree, {});
      expect(changes).toBeGreaterThan(5);
      for (let at = 0; at < changes; at++) {
        const root = start(tree);
        const before = readTree(root);
        const times = timesOf(root);
        const { disk } = failingDisk({ at, how });
        let failure: unknown;
        try {
          await write(root, next, "2", { disk });
        } catch (error) {
          failure = error;
        }
        if (failure === undefined) {
          // The fault met a call whose failure does no harm: links and cleaning up.
          expect(readTree(path.join(root, "out"))).toEqual({
            ...written(next, "2"),
            ...(tree?.["README.md"] === undefined ? {} : theirs),
          });
          continue;
        }
        expect(failure, `call ${at}`).toBeInstanceOf(UsageError);
        expect((failure as Error).message).toMatch(
          /^out cannot be written: (no space left on the disk|permission denied)\. Nothing was changed\.$/,
        );
        expect(readTree(root), `call ${at}`).toEqual(before);
        expect(timesOf(root), `call ${at}`).toEqual(times);
      }
    },
  );

  test.each([false, true])(
    "killed, without links %s: the next run finds its way from either state",
    async (noLinks) => {
      const changes = await countChanges(tree, { noLinks });
      for (let at = 0; at < changes; at++) {
        const root = start(tree);
        const { disk } = failingDisk({ at, how: "killed", noLinks });
        await write(root, next, "2", { disk }).catch(() => undefined);
        // A run that wants the old files back shows that nothing was lost: were a
        // new file taken for a hand-made one, it would refuse.
        agePastSigning(root);
        await write(root, old, "1");
        expect(withoutTheirs(root), `call ${at}`).toEqual(written(old));
        if (tree?.["README.md"] !== undefined)
          expect(readTree(path.join(root, "out"))).toMatchObject(theirs);
        expect(fs.readdirSync(root)).toEqual(["out"]);
      }
    },
  );
});

test("killed, and killed again while undoing: nothing is lost", async () => {
  const changes = await countChanges({ ...written(old), ...theirs }, {});
  for (let at = 0; at < changes; at++) {
    for (let again = 0; again < 6; again++) {
      const root = start({ ...written(old), ...theirs });
      const first = failingDisk({ at, how: "killed" }).disk;
      await write(root, next, "2", { disk: first }).catch(() => undefined);
      agePastSigning(root);
      const second = failingDisk({ at: again, how: "killed" }).disk;
      await write(root, next, "2", { disk: second }).catch(() => undefined);
      agePastSigning(root);
      await write(root, old, "1");
      expect(readTree(root), `calls ${at}, ${again}`).toEqual(
        Object.fromEntries(
          Object.entries({ ...written(old), ...theirs }).map(([name, text]) => [
            `out/${name}`,
            text,
          ]),
        ),
      );
    }
  }
}, 120_000);

test("two outputs change together: a failure in the second undoes the first", async () => {
  const roots = [temporaryFolder(), temporaryFolder()];
  for (const root of roots) plant(path.join(root, "out"), written(old));
  const renames = 2 * (2 + Object.keys(next).length);
  let failures = 0;
  for (let at = 0; at < renames; at++) {
    const { disk } = failingDisk({ at, how: "EACCES", only: "renameSync" });
    const plans = roots.map((root) => planOutput(outputOf(root, next, "2")));
    try {
      await writePlans(plans, { disk });
    } catch (error) {
      failures++;
      expect(error).toBeInstanceOf(UsageError);
      for (const root of roots)
        expect(readTree(path.join(root, "out"))).toEqual(written(old));
      continue;
    }
    break;
  }
  expect(failures).toBe(8);
  for (const root of roots)
    expect(readTree(path.join(root, "out"))).toEqual(written(next, "2"));
});

test("a file that cannot be put back is said to be kept, and is", async () => {
  const root = temporaryFolder();
  plant(path.join(root, "out"), written(old));
  const { disk } = failingDisk({ at: 1, how: "EACCES", only: "renameSync" });
  let broken = false;
  const stubborn = new Proxy(disk, {
    get: (target, name: keyof typeof disk) =>
      name === "renameSync"
        ? (from: string, to: string) => {
            if (broken && from.includes("/old/"))
              throw Object.assign(new Error("EACCES"), { code: "EACCES" });
            try {
              target.renameSync(from, to);
            } catch (error) {
              broken = true;
              throw error;
            }
          }
        : target[name],
  });
  await expect(write(root, next, "2", { disk: stubborn })).rejects.toThrow(
    new UsageError(
      "out cannot be written: permission denied. out could not be put back either; the next run will do it.",
    ),
  );
  await write(root, old, "1");
  expect(readTree(path.join(root, "out"))).toEqual(written(old));
});

describe("another run on the same folder", () => {
  const owned = (pid: number, host = os.hostname()) => ({
    ".mcp-gen-out/owner.json": JSON.stringify({ pid, host }),
  });

  test("is waited for", async () => {
    const root = temporaryFolder();
    plant(root, owned(process.ppid));
    setTimeout(
      () => fs.rmSync(path.join(root, ".mcp-gen-out"), { recursive: true }),
      200,
    );
    await write(root, next, "1");
    expect(readTree(path.join(root, "out"))).toEqual(written(next));
  });

  test("is reported when it does not end", async () => {
    const root = temporaryFolder();
    plant(root, owned(process.ppid));
    await expect(write(root, next, "1", { waitMs: 120 })).rejects.toThrow(
      new UsageError(
        `Process ${process.ppid} is writing out; try again when it is done.`,
      ),
    );
    expect(fs.existsSync(path.join(root, "out"))).toBe(false);
  });

  const ended = spawnSync(process.execPath, ["-e", "0"]).pid;
  const abandoned: readonly [string, Tree, ageMs: number][] = [
    ["its process has ended", owned(ended), 0],
    ["this process has inherited its number", owned(process.pid), 0],
    ["it is too old, whoever has its number now", owned(process.ppid), 90_000],
    ["it is too old, on another host", owned(1, "elsewhere"), 90_000],
    ["it never signed", { ".mcp-gen-out/": "" }, 5_000],
  ];
  test.each(abandoned)("is over when %s", async (_name, tree, ageMs) => {
    const root = temporaryFolder();
    plant(root, tree);
    age(path.join(root, ".mcp-gen-out"), ageMs);
    await write(root, next, "1", { waitMs: 0 });
    expect(fs.readdirSync(root)).toEqual(["out"]);
  });

  /** A disk on which something happens right after an owner was read for the first time. */
  function afterFirstLook(happens: () => void): Disk {
    let isFirst = true;
    return {
      ...fs,
      readFileSync: ((file: string, encoding: "utf8") => {
        const text = fs.readFileSync(file, encoding);
        if (isFirst && file.endsWith("owner.json")) {
          isFirst = false;
          happens();
        }
        return text;
      }) as Disk["readFileSync"],
    };
  }

  test("may end while it is looked at", async () => {
    const root = temporaryFolder();
    plant(root, owned(process.ppid));
    const disk = afterFirstLook(() =>
      fs.rmSync(path.join(root, ".mcp-gen-out"), { recursive: true }),
    );
    await write(root, next, "1", { disk });
    expect(readTree(path.join(root, "out"))).toEqual(written(next));
  });

  test("may leave its place to another while it is looked at", async () => {
    const root = temporaryFolder();
    plant(root, owned(ended));
    const disk = afterFirstLook(() => plant(root, owned(process.ppid)));
    await expect(write(root, next, "1", { disk, waitMs: 120 })).rejects.toThrow(
      `Process ${process.ppid} is writing out`,
    );
    expect(readTree(path.join(root, ".mcp-gen-out"))).toEqual({
      "owner.json": owned(process.ppid)[".mcp-gen-out/owner.json"],
    });
  });

  test("on another host is not disturbed", async () => {
    const root = temporaryFolder();
    plant(root, owned(ended, "elsewhere"));
    await expect(write(root, next, "1", { waitMs: 0 })).rejects.toThrow(
      `Process ${ended} is writing out; try again when it is done.`,
    );
  });

  test("Q55: eight runs at once: the folder ends up whole", async () => {
    const root = temporaryFolder();
    await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const files = { ...next, "a.ts": `by ${index}\n` };
        await write(root, files, String(index), { force: true });
      }),
    );
    const tree = readTree(path.join(root, "out"));
    const winner = /by (\d)/.exec(tree["a.ts"] ?? "")?.[1] ?? "";
    expect(tree).toEqual(
      written({ ...next, "a.ts": `by ${winner}\n` }, winner),
    );
  });
});

function age(place: string, ms: number): void {
  const then = new Date(Date.now() - ms);
  fs.utimesSync(place, then, then);
}

/** A staging folder that nobody has signed yet counts as alive for a second. */
function agePastSigning(root: string): void {
  const staging = path.join(root, ".mcp-gen-out");
  if (fs.existsSync(staging)) age(staging, 5_000);
}

function withoutTheirs(root: string): Tree {
  const tree = { ...readTree(path.join(root, "out")) };
  for (const name of Object.keys(theirs)) delete tree[name];
  return tree;
}

function timesOf(root: string): Record<string, number> {
  return Object.fromEntries(
    Object.keys(readTree(root))
      .filter((name) => !name.endsWith("/"))
      .map((name) => [name, fs.statSync(path.join(root, name)).mtimeMs]),
  );
}

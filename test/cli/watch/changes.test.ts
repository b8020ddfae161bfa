import fs from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { settledChanges } from "../../../generator/cli/watch/changes.js";
import {
  differences,
  takeSnapshot,
  type WatchedPlaces,
} from "../../../generator/cli/watch/snapshot.js";
import { plant, temporaryFolder } from "../../output/folder.js";

const nothing: WatchedPlaces = { files: [], folders: [], listings: [] };

describe("what counts as a change", () => {
  const cases: readonly [
    name: string,
    act: (root: string) => void,
    want: readonly string[],
  ][] = [
    ["nothing", () => undefined, []],
    [
      "another text of the same length",
      (root) => plant(root, { "file.txt": "two" }),
      ["file.txt"],
    ],
    [
      "another file with the time of the old one",
      (root) => {
        const file = path.join(root, "file.txt");
        const { atime, mtime } = fs.statSync(file);
        plant(root, { "new.txt": "two" });
        fs.utimesSync(path.join(root, "new.txt"), atime, mtime);
        fs.renameSync(path.join(root, "new.txt"), file);
      },
      ["file.txt"],
    ],
    [
      "a file that is gone",
      (root) => fs.rmSync(path.join(root, "file.txt")),
      ["file.txt"],
    ],
    [
      "a file that was not there",
      (root) => plant(root, { "absent/file.txt": "one" }),
      ["absent/file.txt"],
    ],
    [
      "a file deep in a folder",
      (root) => plant(root, { "folder/a/b.txt": "changed" }),
      ["folder/a/b.txt"],
    ],
    [
      "a new file in a folder",
      (root) => plant(root, { "folder/new.txt": "" }),
      ["folder/new.txt"],
    ],
    [
      "hidden files in a folder, and modules",
      (root) =>
        plant(root, {
          "folder/.git/HEAD": "changed",
          "folder/node_modules/x.js": "changed",
        }),
      [],
    ],
    [
      "a name in a listing",
      (root) => plant(root, { "listing/new.txt": "" }),
      ["listing"],
    ],
    [
      "a text below a listing",
      (root) => plant(root, { "listing/a.txt": "changed" }),
      [],
    ],
  ];
  test.each(cases)("%s", async (_name, act, want) => {
    const root = temporaryFolder();
    plant(root, {
      "file.txt": "one",
      "folder/a/b.txt": "one",
      "folder/.git/HEAD": "one",
      "folder/node_modules/x.js": "one",
      "listing/a.txt": "one",
    });
    const at = (name: string) => path.join(root, name);
    const places: WatchedPlaces = {
      files: [at("file.txt"), at("absent/file.txt")],
      folders: [at("folder"), at("no-folder")],
      listings: [at("listing")],
    };
    const before = takeSnapshot(places);
    // Some file systems know time in steps of some milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 20));
    act(root);
    expect([...differences(before, takeSnapshot(places))].sort()).toEqual(
      want.map(at).map(path.normalize),
    );
  });
});

describe("waiting for changes", () => {
  function changesIn(places: () => WatchedPlaces): {
    readonly next: () => Promise<readonly string[] | undefined>;
    readonly stop: () => void;
  } {
    const controller = new AbortController();
    onTestFinished(() => controller.abort());
    const changes = settledChanges(places, controller.signal);
    return {
      next: async () => {
        const { done, value } = await changes.next();
        return done === true ? undefined : value;
      },
      stop: () => controller.abort(),
    };
  }

  test("begins at once; many writes are one change", async () => {
    const root = temporaryFolder();
    const file = path.join(root, "file.txt");
    const { next } = changesIn(() => ({ ...nothing, files: [file] }));
    expect(await next()).toEqual([]);
    const change = next();
    for (let count = 0; count < 20; count += 1) {
      fs.writeFileSync(file, "x".repeat(count));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(await change).toEqual([file]);
    const second = next();
    fs.rmSync(file);
    expect(await second).toEqual([file]);
  });

  test("what changes while the consumer is busy is not lost", async () => {
    const root = temporaryFolder();
    const file = path.join(root, "file.txt");
    const { next } = changesIn(() => ({ ...nothing, files: [file] }));
    await next();
    fs.writeFileSync(file, "meanwhile");
    expect(await next()).toEqual([file]);
  });

  test("a writer that never rests is not waited for without end", async () => {
    const root = temporaryFolder();
    const file = path.join(root, "file.txt");
    const { next } = changesIn(() => ({ ...nothing, files: [file] }));
    await next();
    let count = 0;
    const timer = setInterval(() => {
      fs.writeFileSync(file, String((count += 1)));
    }, 20);
    onTestFinished(() => clearInterval(timer));
    expect(await next()).toEqual([file]);
  });

  test("places that are named later are looked at from then on", async () => {
    const root = temporaryFolder();
    const [one, two] = [path.join(root, "1"), path.join(root, "2")];
    let files = [one];
    const { next } = changesIn(() => ({ ...nothing, files }));
    await next();
    files = [two];
    expect(await next()).toEqual([one, two]);
    const change = next();
    fs.writeFileSync(two, "");
    expect(await change).toEqual([two]);
  });

  test("ends when it is told to", async () => {
    const { next, stop } = changesIn(() => nothing);
    await next();
    const last = next();
    stop();
    expect(await last).toBeUndefined();
  });
});

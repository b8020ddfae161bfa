/** The rooms of the runtime: what each one may import, so that imports go one way. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { repositoryPath } from "../shared.js";

const runtime = join(repositoryPath, "templates/typescript/runtime");

/** The rooms, and those that each may import besides itself. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  protocol: ["revision"],
  peer: ["protocol", "revision"],
  eras: ["protocol", "peer", "revision"],
  client: ["protocol", "peer", "eras", "revision"],
  server: ["protocol", "peer", "eras", "revision"],
  stdio: ["protocol", "peer", "eras", "revision"],
  http: ["protocol", "peer", "eras", "revision", "handshake"],
  memory: ["protocol", "peer"],
};

const files = readdirSync(runtime, { recursive: true })
  .map((path) => String(path).replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts"));

/** The first part of a path below `runtime/`. */
function roomOf(path: string): string {
  const [room = ""] = path.replace(/\.js$|\.ts$/, "").split("/");
  return room;
}

function importsOf(path: string): readonly string[] {
  const text = readFileSync(join(runtime, path), "utf8");
  return [...text.matchAll(/(?:from |import\()"(\.[^"]+)"/g)]
    .map(([, specifier = ""]) =>
      posix.join(posix.dirname(path), specifier).replace(/\.js$/, ".ts"),
    )
    .filter((imported) => !imported.startsWith("../"));
}

describe("the runtime", () => {
  test("has these rooms and no others", () => {
    const found = new Set(files.map(roomOf));
    expect([...found].sort()).toEqual(Object.keys(rooms).sort());
  });

  test.each(Object.entries(rooms))("%s/ imports only %j", (room, allowed) => {
    const upward = files
      .filter((path) => roomOf(path) === room)
      .flatMap((path) =>
        importsOf(path)
          .filter((imported) => ![room, ...allowed].includes(roomOf(imported)))
          .map((imported) => `${path} -> ${imported}`),
      );
    expect(upward).toEqual([]);
  });

  test("has no circle of imports", () => {
    const circles = files.filter((path) => {
      const reached = new Set(importsOf(path));
      for (const each of reached) {
        if (files.includes(each)) {
          for (const next of importsOf(each)) reached.add(next);
        }
      }
      return reached.has(path);
    });
    // Types and values alike: a circle of types is two modules that are one.
    expect(circles).toEqual([]);
  });
});

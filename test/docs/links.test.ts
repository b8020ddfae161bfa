/** Links lead somewhere, and every page of `docs/` can be reached. */
import { existsSync } from "node:fs";
import { posix, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { repositoryPath } from "../shared.js";
import { allPages } from "./pages.js";

const pages = allPages();

describe("links", () => {
  test.each(pages.filter(({ links }) => links.length > 0))(
    "of $path",
    ({ path, links, anchors }) => {
      const broken = links.filter((link) => {
        if (/^(?:https?|mailto):/.test(link)) return false;
        const [target = "", anchor] = decodeURI(link).split("#");
        if (target === "") return !anchors.has(anchor ?? "");
        const file = posix.join(posix.dirname(path), target);
        if (!existsSync(resolve(repositoryPath, file))) return true;
        const page = pages.find((other) => other.path === file);
        return anchor !== undefined && page?.anchors.has(anchor) !== true;
      });
      expect(broken).toEqual([]);
    },
  );

  test("README leads to every page of docs/", () => {
    const linked = pages
      .filter(({ path }) => path === "README.md" || path === "docs/README.md")
      .flatMap(({ path, links }) =>
        links.map((link) =>
          posix.join(posix.dirname(path), link.split("#")[0] ?? ""),
        ),
      );
    const documents = pages
      .map(({ path }) => path)
      .filter((path) => path.startsWith("docs/"));
    expect(documents.length).toBeGreaterThan(5);
    expect(documents.filter((path) => !linked.includes(path))).toEqual([]);
  });
});

/** `docs/configuration.md` shows configurations that are right, and names every key. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkConfiguration } from "../../generator/config/check.js";
import type { ConfigurationFault } from "../../generator/config/configuration.js";
import { configKeys } from "../../generator/config/keys.js";

const page = readFileSync(
  new URL("../../docs/configuration.md", import.meta.url),
  "utf8",
);

const shown = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(
  ([, text = ""]) => text,
);

test("shows some", () => {
  expect(shown.length).toBeGreaterThan(1);
});

test.each(shown)("%s", (text) => {
  const faults: ConfigurationFault[] = [];
  checkConfiguration(JSON.parse(text), [], faults);
  expect(faults).toEqual([]);
});

test("has a row for each key", () => {
  const rows = [...page.matchAll(/^\| `(\w+)` /gm)].map(([, key]) => key);
  expect(rows).toEqual([...configKeys.keys()]);
});

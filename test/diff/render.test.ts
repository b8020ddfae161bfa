/** A report as text, Markdown and JSON. */
import { describe, expect, it } from "vitest";
import { renderJson } from "../../generator/diff/json.js";
import { renderMarkdown } from "../../generator/diff/markdown.js";
import type { DiffReport } from "../../generator/diff/report.js";
import { compareModels } from "../../generator/diff/report.js";
import { renderText } from "../../generator/diff/text.js";
import type { Parts } from "./protocol.js";
import { protocol } from "./protocol.js";

function reportOf(before: Parts, after: Parts): DiffReport {
  return compareModels(protocol(before), protocol(after));
}

const report = reportOf(
  {
    version: "DRAFT-2026-v1",
    more: `
      export const BAD_LUCK = -32030;
      export interface PingRequest extends JSONRPCRequest { method: "ping" }
      export interface PingResult extends Result {}
      export interface Gone {}`,
    requests: ["PingRequest"],
    sent: "a?: string; kind: 'x' | 'y'; both: string | number;",
    received: "b: string;",
  },
  {
    more: `
      export const BAD_LUCK = -32031;
      export interface PingResult extends Result {}
      export interface Base { c: string }
      export interface One extends Base {}
      export interface Two extends Base {}`,
    sent: "a: string; kind: 'x' | 'y' | 'z'; both: string | number | boolean;",
    received: "b?: string; one?: One;",
  },
);

describe("text", () => {
  it("has a line for each change, grouped and aligned", () => {
    expect(renderText(report)).toBe(
      `DRAFT-2026-v1 -> 2026-07-28
13 changes: 6 break clients, 5 break servers, 5 break neither.
C: breaks clients, S: breaks servers, +: new, -: gone, ~: other

Protocol
     ~ version  changed from DRAFT-2026-v1 to 2026-07-28

Methods
  C  - ping  request from the client

Error codes
  CS ~ BAD_LUCK  was renumbered from -32030 to -32031

Fields and values
  C  ~ Sent.a        became required
   S + Sent.kind     gained the value "z"
   S + Sent.both     can now be boolean
  C  ~ Received.b    became optional
     + Received.one  optional, One

Types
     + added: Base, One, Two
  CS - PingRequest  was removed
  CS - Gone         was removed
`,
    );
  });

  it("cuts lines that are too long for the terminal, and breaks lists", () => {
    for (const width of [40, 60]) {
      const lines = renderText(report, width).split("\n").slice(4);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(
        width,
      );
    }
  });

  it("says so when nothing changed", () => {
    expect(renderText(reportOf({}, {}))).toBe(
      "2026-07-28 (schema.ts) -> 2026-07-28 (schema.ts)\nNo changes.\n",
    );
  });

  it("names a few of many heirs", () => {
    const names = ["One", "Two", "Three", "Four", "Five"];
    const declare = (heritage: string): string =>
      names
        .map((name) => `export interface ${name} ${heritage} { at: "${name}" }`)
        .join("\n");
    const text = renderText(
      reportOf(
        { more: declare("") },
        {
          more: `export interface Base { a?: string }\n${declare("extends Base")}`,
        },
      ),
    );
    expect(text).toContain(
      "+ Base.a  optional, string, inherited by One, Two, Three and 2 more\n",
    );
  });
});

describe("Markdown", () => {
  it("has a table for each group, with bars escaped", () => {
    const text = renderMarkdown(report);
    expect(text).toContain("# Protocol changes: DRAFT-2026-v1 → 2026-07-28\n");
    expect(text).toContain(
      "## Methods\n\n| change | clients | servers |\n| --- | --- | --- |\n| `ping` was removed (request from the client) | **breaking** | compatible |\n",
    );
    const types = renderMarkdown(
      reportOf({ sent: "a: string | null;" }, { sent: "a: number;" }),
    );
    expect(types).toContain(
      "| `a` of `Sent` changed its type from `string \\| null` to `number` | **breaking** | **breaking** |",
    );
    for (const line of types.split("\n").filter((row) => row.startsWith("|")))
      expect(line.split(/(?<!\\)\|/)).toHaveLength(5);
  });
});

describe("JSON", () => {
  it("has everything that is known of each change", () => {
    const parsed = JSON.parse(renderJson(report)) as DiffReport;
    expect(parsed).toEqual(report);
    expect(parsed.counts).toEqual({
      changes: 13,
      breakingForClients: 6,
      breakingForServers: 5,
      compatible: 5,
    });
    expect(parsed.changes[0]).toEqual({
      subject: "protocol",
      action: "changed",
      path: "version",
      place: "the protocol version",
      what: "changed from DRAFT-2026-v1 to 2026-07-28",
      before: "DRAFT-2026-v1",
      after: "2026-07-28",
      verdicts: { clients: "compatible", servers: "compatible" },
    });
    for (const change of parsed.changes)
      expect(Object.keys(change)).not.toContain("declaredAt");
  });
});

/** The draft as its next commits may change it: what is emitted compiles all the same. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emitFiles } from "../../generator/emit/emit.js";
import { builtInTemplates } from "../../generator/source/built-in-templates.js";
import { partsFor } from "../../generator/emit/parts.js";
import { readModel } from "../../generator/read/schema-ts/read.js";
import { repositoryPath, schemaText, legacyModel } from "../shared.js";
import { fastest, strictest, Workspace } from "./compile.js";

type Edit = readonly [pattern: RegExp, replacement: string];

/** Adds a member to a union. */
function listed(union: string, member: string): Edit {
  return [
    new RegExp(`(export type ${union} =\\s*)(?:\\| )?`),
    `$1${member} | `,
  ];
}

function appended(text: string): Edit {
  return [/$/, `\n${text}\n`];
}

const request = (name: string, method: string): Edit =>
  appended(
    `export interface ${name} extends JSONRPCRequest { method: "${method}"; params: RequestParams }`,
  );

const INPUT_REQUIRED: Edit = [
  /^ {2}result: (\w+) \| InputRequiredResult;$/gm,
  "  result: $1;",
];

const changes: readonly {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** Whether client and server can still be emitted; they mostly can. */
  readonly running?: false;
}[] = [
  {
    name: "requests named like members of the client",
    edits: [
      listed("ClientRequest", "CloseRequest | ListenRequest"),
      request("CloseRequest", "x/close"),
      request("ListenRequest", "x/listen"),
    ],
  },
  {
    name: "input requests without params, named like members of the context",
    edits: [
      listed("InputRequest", "LogRequest"),
      listed("InputResponse", "LogResult"),
      appended(
        `export interface LogRequest { method: "log/read" }
         export interface LogResult { lines: string[] }`,
      ),
    ],
  },
  {
    name: "a request without params and one with params in place",
    edits: [
      listed("ClientRequest", "NapRequest | NipRequest"),
      appended(
        `export interface NapRequest extends JSONRPCRequest { method: "nap" }
         export interface NipRequest extends JSONRPCRequest {
           method: "nip"; params: RequestParams & { deep?: boolean } }`,
      ),
    ],
  },
  {
    name: "no lists in pages",
    edits: [[/^ {2}cursor\?: Cursor;$/m, ""]],
  },
  {
    name: "results that do not say of what kind they are",
    edits: [[/^ {2}resultType: ResultType;$/m, ""]],
  },
  { name: "no request that asks for input", edits: [INPUT_REQUIRED] },
  {
    name: "no result that asks for input",
    edits: [INPUT_REQUIRED, [/InputRequiredResult/g, "PendingResult"]],
    running: false,
  },
  {
    name: "no ids by name",
    edits: [[/\bRequestId\b/g, "MessageId"]],
    running: false,
  },
  {
    name: "no name for INTERNAL_ERROR",
    edits: [[/\bINTERNAL_ERROR\b/g, "INTERNAL"]],
    running: false,
  },
  {
    name: "no clientCapabilities in _meta",
    edits: [[/\/clientCapabilities"/g, '/features"']],
    running: false,
  },
  {
    name: "a second list in the filter, and a flag that nothing answers for",
    edits: [
      [
        /(export interface SubscriptionFilter \{)/,
        "$1\n  taskIds?: string[];\n  moonPhaseChanged?: boolean;\n  since?: number;",
      ],
    ],
  },
  {
    name: "lists of the filter that could all be about resources",
    edits: [
      [
        /(export interface SubscriptionFilter \{)/,
        "$1\n  resourceRoots?: string[];\n  resourceNames?: string[];",
      ],
    ],
  },
  {
    name: "nothing in the filter",
    edits: [[/(export interface SubscriptionFilter \{).*?^\}/ms, "$1}"]],
  },
  {
    name: "an answer that is the name of a union",
    edits: [
      [
        /^ {2}result: CallToolResult \| InputRequiredResult;$/m,
        "  result: CallToolAnswer;",
      ],
      appended(
        "export type CallToolAnswer = CallToolResult | InputRequiredResult;",
      ),
    ],
  },
  {
    name: "a version that is not a date",
    edits: [[/(LATEST_PROTOCOL_VERSION = )".*"/, '$1"2.0"']],
  },
  {
    name: "the version of the revision before",
    edits: [[/(LATEST_PROTOCOL_VERSION = )".*"/, '$1"2025-11-25"']],
  },
  {
    name: "an error more",
    edits: [
      appended(
        `export const QUOTA_EXCEEDED = -32023;
         export interface QuotaExceededError extends Omit<JSONRPCErrorResponse, "error"> {
           error: Error & { code: typeof QUOTA_EXCEEDED; data: { retryAfterMs: number } } }`,
      ),
    ],
  },
];

const workspace = new Workspace();
const emitted = new Map<string, readonly string[]>();
afterAll(() => workspace.remove());

beforeAll(() => {
  const draft = readFileSync(
    resolve(repositoryPath, "schema/draft/schema.ts"),
    "utf8",
  );
  for (const [index, { name, edits }] of changes.entries()) {
    const text = edits.reduce((before, [pattern, replacement]) => {
      const after = before.replace(pattern, replacement);
      expect(after, `${name}: ${pattern} finds nothing`).not.toBe(before);
      return after;
    }, draft);
    const { model } = readModel(schemaText(text));
    const files = emitFiles(model, {
      builtInTemplates,
      legacyModel,
      parts: partsFor(model),
      importExtension: ".js",
      formats: "annotate",
      banner: "Made for a test.",
    });
    for (const { path, text } of files)
      workspace.write(`next/${index}/${path}`, text);
    emitted.set(
      name,
      files.map(({ path }) => path),
    );
  }
});

test.each(changes)("$name", ({ name, running = true }) => {
  expect(emitted.get(name)?.includes("client.ts")).toBe(running);
  expect(emitted.get(name)?.includes("server.ts")).toBe(running);
});

test("all of them compile", async () => {
  const options = {
    ...strictest,
    types: ["node"],
    typeRoots: [resolve(repositoryPath, "node_modules/@types")],
  };
  expect(await workspace.compile(fastest, "next", options)).toEqual([]);
});

/** New handlers at work: a process that is asked over stdio, line by line. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeCompiled } from "../compiled-output.js";
import { temporaryFolder } from "../output/folder.js";
import { request } from "../runtime/raw-peer.js";
import { embeddedModel } from "../shared.js";
import { withMethods } from "./models.js";
import { handlerFiles, outputFiles } from "./project.js";

/** A project as it runs, without a compiler having looked at it. */
async function compiledProject(
  model: ReturnType<typeof embeddedModel>,
): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  await writeCompiled([...outputFiles(model), ...handlerFiles(model)], folder);
  return folder;
}

/** What a server answers, by id, when it is sent these lines and no more. */
function ask(
  args: readonly string[],
  cwd: string,
  messages: readonly unknown[],
): ReadonlyMap<unknown, Record<string, unknown>> {
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd,
    encoding: "utf8",
    input: messages.map((message) => `${JSON.stringify(message)}\n`).join(""),
    timeout: 30_000,
  });
  expect(status).toBe(0);
  const answers = stdout.split("\n").filter((line) => line !== "");
  return new Map(
    answers.map((line) => {
      const answer = JSON.parse(line) as Record<string, unknown>;
      return [answer["id"], answer];
    }),
  );
}

const text = (value: string) => ({ type: "text", text: value });

const exchanges: readonly {
  readonly name: string;
  readonly method: string;
  readonly params?: object;
  readonly result?: object;
  readonly error?: object;
}[] = [
  {
    name: "discovery knows the features",
    method: "server/discover",
    result: {
      supportedVersions: [
        "2026-07-28",
        "2025-11-25",
        "2025-06-18",
        "2025-03-26",
        "2024-11-05",
      ],
      capabilities: {
        completions: {},
        prompts: {},
        resources: {},
        tools: {},
      },
    },
  },
  {
    name: "the tool is listed",
    method: "tools/list",
    result: { tools: [{ name: "greet", inputSchema: { type: "object" } }] },
  },
  {
    name: "the tool works",
    method: "tools/call",
    params: { name: "greet", arguments: { name: "Ada" } },
    result: { resultType: "complete", content: [text("Hello, Ada!")] },
  },
  {
    name: "the tool tells the model what it did wrong",
    method: "tools/call",
    params: { name: "greet", arguments: { name: 7 } },
    result: { isError: true },
  },
  {
    name: "another tool is unknown",
    method: "tools/call",
    params: { name: "constructor" },
    error: { code: -32602, message: "Unknown tool: constructor" },
  },
  {
    name: "the prompt is listed",
    method: "prompts/list",
    result: { prompts: [{ name: "translate" }] },
  },
  {
    name: "the prompt is filled in",
    method: "prompts/get",
    params: {
      name: "translate",
      arguments: { text: "Hi", language: "German" },
    },
    result: {
      messages: [
        { role: "user", content: text("Translate into German:\n\nHi") },
      ],
    },
  },
  {
    name: "the prompt needs its argument",
    method: "prompts/get",
    params: { name: "translate" },
    error: { code: -32602 },
  },
  {
    name: "another prompt is unknown",
    method: "prompts/get",
    params: { name: "summarise" },
    error: { code: -32602, message: "Unknown prompt: summarise" },
  },
  {
    name: "the resource is listed",
    method: "resources/list",
    result: { resources: [{ uri: "example:///welcome", name: "welcome" }] },
  },
  {
    name: "so is the template",
    method: "resources/templates/list",
    result: {
      resourceTemplates: [{ uriTemplate: "example:///squares/{number}" }],
    },
  },
  {
    name: "the resource is read",
    method: "resources/read",
    params: { uri: "example:///welcome" },
    result: { contents: [{ uri: "example:///welcome", text: "Welcome!" }] },
  },
  {
    name: "so is one of the template",
    method: "resources/read",
    params: { uri: "example:///squares/12" },
    result: { contents: [{ uri: "example:///squares/12", text: "144" }] },
  },
  {
    name: "another resource is unknown",
    method: "resources/read",
    params: { uri: "example:///squares/x" },
    error: { code: -32602, data: { uri: "example:///squares/x" } },
  },
  {
    name: "an argument is completed",
    method: "completion/complete",
    params: {
      ref: { type: "ref/prompt", name: "translate" },
      argument: { name: "language", value: "g" },
    },
    result: { completion: { values: ["German"], total: 1 } },
  },
  {
    name: "another argument is not",
    method: "completion/complete",
    params: {
      ref: { type: "ref/prompt", name: "translate" },
      argument: { name: "text", value: "g" },
    },
    result: { completion: { values: [], total: 0 } },
  },
];

describe("new handlers", () => {
  test("answer every method of the draft", async () => {
    const folder = await compiledProject(embeddedModel());
    const answers = ask(
      ["src/handlers/server.js"],
      folder,
      exchanges.map(({ name, method, params }) =>
        request(name, method, params ?? {}),
      ),
    );
    for (const { name, result, error } of exchanges)
      expect(answers.get(name), name).toMatchObject(
        result === undefined ? { error } : { result },
      );
    expect(answers.size).toBe(exchanges.length);
  });

  test("refuse what is still to be written, in so many words", async () => {
    const folder = await compiledProject(withMethods("tasks/get", "delete/x"));
    const answers = ask(["src/handlers/server.js"], folder, [
      request(1, "tasks/get"),
      request(2, "delete/x"),
      request(3, "tools/list"),
    ]);
    expect(answers.get(1)).toMatchObject({
      error: { code: -32601, message: "tasks/get is not implemented yet." },
    });
    expect(answers.get(2)).toMatchObject({ error: { code: -32601 } });
    expect(answers.get(3)).toMatchObject({ result: { tools: [{}] } });
  });

  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const stripsTypes = major > 22 || (major === 22 && minor >= 6);

  test.runIf(stripsTypes)(
    "run as they are with the extension .ts (needs Node 22.6 or newer)",
    () => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, "package.json"), '{"type":"module"}');
      const model = embeddedModel();
      for (const { path, text: code } of [
        ...outputFiles(model, ".ts"),
        ...handlerFiles(model, ".ts"),
      ]) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), code);
      }
      const answers = ask(
        [
          "--experimental-strip-types",
          "--no-warnings",
          "src/handlers/server.ts",
        ],
        folder,
        [request(1, "tools/call", { name: "greet", arguments: { name: "A" } })],
      );
      expect(answers.get(1)).toMatchObject({
        result: { content: [text("Hello, A!")] },
      });
    },
  );
});

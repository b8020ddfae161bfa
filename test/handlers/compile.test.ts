/** Handlers under the compiler: those that people start from, and those that are outdated. */
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EmittedFile } from "../../generator/emit/emitter.js";
import { planAdditions } from "../../generator/handlers/additions.js";
import { revisions } from "../requirements/handshake/revision.js";
import {
  describeWithShared,
  embeddedModel,
  repositoryPath,
  sharedModel,
  sharedRevisions,
} from "../shared.js";
import { fastest, strictest, Workspace } from "../types/compile.js";
import { withMember, withMemberType, withMethods } from "./models.js";
import { handlerFiles, outputFiles } from "./project.js";
import { templates } from "../emit/context.js";

const options = {
  ...strictest,
  types: ["node"],
  typeRoots: [resolve(repositoryPath, "node_modules/@types")],
};

const workspace = new Workspace();
afterAll(() => workspace.remove());

function write(folder: string, ...lists: readonly EmittedFile[][]): void {
  for (const { path, text } of lists.flat())
    workspace.write(`${folder}/${path}`, text);
}

function writeProject(
  folder: string,
  model: ReturnType<typeof embeddedModel>,
  extension: ".js" | ".ts" | "none" = ".js",
): void {
  write(
    folder,
    [...outputFiles(model, extension)],
    [...handlerFiles(model, extension)],
  );
}

describe("new handlers compile", () => {
  beforeAll(() => writeProject("draft", embeddedModel()));

  it.each(["typescript-5.5", fastest] as const)(
    "under %s",
    async (compiler) => {
      expect(await workspace.compile(compiler, "draft", options)).toEqual([]);
    },
  );

  it.each(["typescript-5.5", fastest] as const)(
    "of a revision with a handshake, under %s",
    async (compiler) => {
      writeProject("handshake", embeddedModel("2025-11-25"));
      expect(await workspace.compile(compiler, "handshake", options)).toEqual(
        [],
      );
    },
  );

  it("without types of Node", async () => {
    const browser = { ...strictest, lib: ["ES2022", "DOM"] };
    expect(await workspace.compile(fastest, "draft", browser)).toEqual([]);
  });

  it("with the extension .ts", async () => {
    writeProject("ts", embeddedModel(), ".ts");
    const allowed = { ...options, allowImportingTsExtensions: true };
    expect(await workspace.compile(fastest, "ts", allowed)).toEqual([]);
  });

  it("for a bundler", async () => {
    writeProject("bundled", embeddedModel(), "none");
    const bundler = { module: "ESNext", moduleResolution: "Bundler" };
    expect(
      await workspace.compile(fastest, "bundled", { ...options, ...bundler }),
    ).toEqual([]);
  });

  it("in revisions that the examples do not fit", async () => {
    writeProject("other/tool", withMember("Tool", "owner"));
    writeProject(
      "other/prompt",
      withMemberType("GetPromptRequestParams", "arguments", {
        kind: "array",
        items: { kind: "string" },
      }),
    );
    writeProject(
      "other/methods",
      withMethods("ping", "delete/all", "server/x"),
    );
    expect(await workspace.compile(fastest, "other", options)).toEqual([]);
  });
});

describe("stubs compile", () => {
  it("in objects, classes and the entry", async () => {
    const head = 'import type { ServerHandlers } from "../../out/server.js";\n';
    const files = {
      "tools.ts": `${head}export const tools: ServerHandlers = {};\n`,
      "prompts.ts": `${head}export class Prompts implements ServerHandlers {\n  listPrompts(): { prompts: [] } {\n    return { prompts: [] };\n  }\n}\n`,
      "resources.ts": `export const resources = {\n  listResources: (): { resources: [] } => ({ resources: [] }),\n};\n`,
      "server.ts": `import { createMcpServer } from "../../out/server.js";\nimport { tools } from "./tools.js";\ncreateMcpServer({ info: { name: "x", version: "1" }, handlers: { ...tools } });\n`,
    };
    const model = embeddedModel();
    const { created, updated } = planAdditions(
      model,
      ["callTool", "getPrompt", "readResource", "complete"],
      Object.entries(files).map(([path, text]) => ({ path, text })),
      {
        outputPath: "../../out",
        importExtension: ".js",
        legacy: true,
        templates,
      },
    );
    expect(created).toHaveLength(1);
    expect(updated).toHaveLength(4);
    write("added", [...outputFiles(model)]);
    for (const { path, text } of [...created, ...updated])
      workspace.write(`added/src/handlers/${path}`, text);
    expect(await workspace.compile(fastest, "added", options)).toEqual([]);
  });
});

describe("outdated handlers do not compile", () => {
  it("where a result has changed", async () => {
    write("changed", [...outputFiles(withMember("CallToolResult", "cost"))]);
    write("changed", [...handlerFiles(embeddedModel())]);
    const messages = await workspace.compile(fastest, "changed", options);
    expect(messages[0]).toMatch(
      /^changed\/src\/handlers\/tools\.ts\(\d+,\d+\): error /,
    );
    expect(messages.join("\n")).toContain("Property 'cost' is missing");
    expect(messages.filter((line) => /^\S/.test(line))).toHaveLength(1);
  });
});

describeWithShared("revisions of the specification", () => {
  it("have handlers that compile", async () => {
    const stateless = sharedRevisions()
      .map(({ name }) => name)
      .filter((name) => sharedModel(name).era === "stateless");
    expect(stateless.length).toBeGreaterThanOrEqual(6);
    for (const name of [...stateless, ...revisions])
      writeProject(`revisions/${name}`, sharedModel(name));
    expect(await workspace.compile(fastest, "revisions", options)).toEqual([]);
  });

  it("have handlers that compile when they are added", async () => {
    for (const revision of revisions) {
      const model = sharedModel(revision);
      const { created } = planAdditions(
        model,
        ["callTool", "getPrompt", "readResource", "complete"],
        [],
        {
          outputPath: "../../out",
          importExtension: ".js",
          legacy: true,
          templates,
        },
      );
      expect(created.length).toBeGreaterThanOrEqual(4);
      write(`newly/${revision}`, [...outputFiles(model)]);
      for (const { path, text } of created)
        workspace.write(`newly/${revision}/src/handlers/${path}`, text);
    }
    expect(await workspace.compile(fastest, "newly", options)).toEqual([]);
  });

  it("do not compile the handlers of methods that they have removed", async () => {
    write("removed", [...outputFiles(sharedModel("draft"))]);
    write("removed", [
      ...handlerFiles(sharedModel("history/2026-05-11-8e192a22")),
    ]);
    const messages = await workspace.compile(fastest, "removed", options);
    expect(messages[0]).toMatch(
      /^removed\/src\/handlers\/tasks\.ts\(\d+,\d+\): error .*'getTask' does not exist in type 'ServerHandlers'/,
    );
    expect(messages.every((line) => line.includes("/tasks.ts("))).toBe(true);
  });
});

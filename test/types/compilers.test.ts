/** The output under every supported compiler, with every flag that it promises to bear. */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emitFiles } from "../../generator/emit/emit.js";
import { builtInTemplates } from "../../generator/source/built-in-templates.js";
import type { PartName } from "../../generator/emit/emitter.js";
import type { ImportExtension } from "../../generator/emit/typescript/import-extension.js";
import { defaultParts, partNames } from "../../generator/emit/parts.js";
import type { ProtocolModel } from "../../generator/model/model.js";
import { readModel } from "../../generator/read/schema-ts/read.js";
import {
  describeWithShared,
  embeddedModel,
  repositoryPath,
  schemaFile,
  sharedModel,
  sharedRevisions,
  legacyModel,
} from "../shared.js";
import { compilers, fastest, strictest, Workspace } from "./compile.js";

/** Parts that run anywhere, so that they may rely on nothing but the language. */
const everywhere: readonly PartName[] = partNames.filter(
  (part) => !["client", "server", "legacy", "json-schema"].includes(part),
);

const withNode = {
  types: ["node"],
  typeRoots: [resolve(repositoryPath, "node_modules/@types")],
};

const workspace = new Workspace();
afterAll(() => workspace.remove());

function writeOutput(
  folder: string,
  model: ProtocolModel,
  parts: readonly PartName[],
  importExtension: ImportExtension = ".js",
): void {
  const files = emitFiles(model, {
    builtInTemplates,
    legacyModel,
    parts,
    importExtension,
    formats: "annotate",
    banner: "Made for a test.",
  });
  for (const { path, text } of files)
    workspace.write(`${folder}/${path}`, text);
}

/** Every construct that the reader has an example of, hostile ones among them. */
function constructs(): readonly string[] {
  const folder = resolve(repositoryPath, "test/golden");
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

beforeAll(() => {
  const draft = embeddedModel();
  writeOutput("complete", draft, defaultParts);
  writeOutput("everywhere/draft", draft, everywhere);
  for (const name of constructs()) {
    const path = resolve(repositoryPath, "test/golden", name, "schema.ts");
    const { model } = readModel(schemaFile(path, "schema.ts"));
    writeOutput(`everywhere/${name}`, model, everywhere);
  }
});

describe.each(compilers)("%s", (compiler) => {
  it.each([
    ["the language alone", { lib: ["ES2022"] }],
    ["the DOM", { lib: ["ES2022", "DOM"] }],
  ])("every construct, with %s", async (_name, platform) => {
    const options = { ...strictest, ...platform };
    expect(await workspace.compile(compiler, "everywhere", options)).toEqual(
      [],
    );
  });

  it("every part of the draft, on Node", async () => {
    const options = { ...strictest, ...withNode };
    expect(await workspace.compile(compiler, "complete", options)).toEqual([]);
  });
});

describeWithShared("every revision", () => {
  beforeAll(() => {
    const revisions = sharedRevisions();
    expect(revisions).toHaveLength(16);
    for (const { name } of revisions) {
      writeOutput(`revisions/${name}`, sharedModel(name), everywhere);
    }
  });

  it.each(compilers)("under %s", async (compiler) => {
    expect(await workspace.compile(compiler, "revisions", strictest)).toEqual(
      [],
    );
  });
});

it("every part of the draft, on Node and in a browser at once", async () => {
  const options = { ...strictest, ...withNode, lib: ["ES2022", "DOM"] };
  expect(await workspace.compile(fastest, "complete", options)).toEqual([]);
});

describe("import extensions", () => {
  it(".ts compiles where the compiler is told to allow it", async () => {
    writeOutput("ts", embeddedModel(), defaultParts, ".ts");
    const options = {
      ...strictest,
      ...withNode,
      allowImportingTsExtensions: true,
    };
    expect(await workspace.compile(fastest, "ts", options)).toEqual([]);
  });

  it("none compiles for a bundler", async () => {
    writeOutput("none", embeddedModel(), defaultParts, "none");
    const options = {
      ...strictest,
      ...withNode,
      module: "ESNext",
      moduleResolution: "Bundler",
    };
    expect(await workspace.compile(fastest, "none", options)).toEqual([]);
  });
});

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const stripsTypes = major > 22 || (major === 22 && minor >= 6);

describe("type stripping", () => {
  const program = `
    import { classifyErrorCode, clientRequests, McpError } from "./index.ts";
    const error = new McpError(-32002, "gone");
    console.log(classifyErrorCode(error.code), Object.keys(clientRequests).length);
  `;

  it.runIf(stripsTypes)(
    "Node runs the output as it is (needs Node 22.6 or newer)",
    () => {
      writeOutput("stripped", embeddedModel(), defaultParts, ".ts");
      workspace.write("stripped/main.ts", program);
      const output = execFileSync(
        process.execPath,
        ["--experimental-strip-types", "--no-warnings", "stripped/main.ts"],
        { cwd: workspace.path, encoding: "utf8" },
      );
      expect(output).toBe("legacy-resource-not-found 10\n");
    },
  );
});

/** What is emitted as client and server, for which revisions, and of which files. */
import { readdirSync, readFileSync } from "node:fs";
import { posix, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import {
  clientEmitter,
  clientRuntime,
} from "../../generator/emit/typescript/client/client.js";
import { legacyEmitter } from "../../generator/emit/typescript/legacy/legacy.js";
import type { PartName } from "../../generator/emit/emitter.js";
import { revisionFacts } from "../../generator/emit/typescript/runtime/revision-facts.js";
import {
  neededErrors,
  neededTypes,
} from "../../generator/emit/typescript/runtime/runtime-needs.js";
import {
  serverEmitter,
  serverRuntime,
} from "../../generator/emit/typescript/server/server.js";
import {
  describeWithShared,
  embeddedModel,
  legacyModel,
  repositoryPath,
  sharedModel,
  sharedRevisions,
} from "../shared.js";
import type { ProtocolModel } from "../../generator/model/model.js";
import { contextOf, templates } from "../emit/context.js";

const runtimeFolder = resolve(repositoryPath, "templates/typescript/runtime");

/** A runtime source without its comments. */
function codeOf(name: string): string {
  return readFileSync(resolve(runtimeFolder, `${name}.ts`), "utf8")
    .replace(/\/\*[^]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "");
}

const models = [embeddedModel(), embeddedModel("2025-11-25")];

/** The runtime modules of a client and of a server. */
function runtimesOf(model: ProtocolModel): readonly (readonly string[])[] {
  return [clientRuntime(model, templates), serverRuntime(model, templates)];
}

const runtimes = models.flatMap(runtimesOf);

/** Whether a runtime module is copied; the others are generated. */
function isSource(name: string): boolean {
  return name !== "revision" && name !== "handshake";
}

function pathsOf(emitter: typeof clientEmitter, parts: readonly PartName[]) {
  return emitter
    .emit(embeddedModel(), contextOf(...parts))
    .map(({ path }) => path);
}

describe("runtime files", () => {
  test("client and server come with all that they import, and no more", () => {
    const legacy = legacyEmitter
      .emit(embeddedModel(), {
        ...contextOf("client", "server"),
        legacyModel,
      })
      .map(({ path }) => path)
      .filter((path) => path.startsWith("runtime/"))
      .map((path) => path.replace(/^runtime\/|\.ts$/g, ""));
    const needed = new Set([...runtimes.flat(), ...legacy]);
    const there = readdirSync(runtimeFolder, { recursive: true })
      .map((path) => String(path).replaceAll("\\", "/"))
      .filter((path) => /\.ts(\.hbs)?$/.test(path))
      .map((path) => path.replace(/\.ts(\.hbs)?$/, ""));
    expect([...needed].sort()).toEqual(there.sort());
  });

  test("whatever way a file imports another, that one comes along", () => {
    for (const runtime of runtimes) {
      for (const name of runtime.filter(isSource)) {
        for (const [, specifier = ""] of codeOf(name).matchAll(
          /"(\.[^"]+)\.js"/g,
        )) {
          const imported = posix.join(posix.dirname(name), specifier);
          if (!imported.startsWith("../")) expect(runtime).toContain(imported);
        }
      }
    }
  });

  test("whatever a file imports from the schema's types is known to be needed", () => {
    const imported = (
      model: ProtocolModel,
      module: string,
    ): readonly string[] => {
      const statement = new RegExp(
        `(?:import|export)(?: type)? \\{([^}]*)\\} from "(?:\\.\\./)+${module}\\.js"`,
        "g",
      );
      const names = runtimesOf(model)
        .flat()
        .filter(isSource)
        .flatMap((name) => [...codeOf(name).matchAll(statement)])
        .flatMap(([, list = ""]) => list.match(/\w{2,}/g) ?? [])
        .filter((name) => name !== "type");
      return [...new Set(names)].sort();
    };
    for (const model of models) {
      const constants = imported(model, "errors").filter((name) =>
        /^[A-Z_]+$/.test(name),
      );
      expect(imported(model, "types")).toEqual(neededTypes[model.era]);
      expect(constants).toEqual(neededErrors);
    }
  });

  test("a client alone has no server in it, and the other way round", () => {
    const client = pathsOf(clientEmitter, ["client"]);
    const server = pathsOf(serverEmitter, ["server"]);
    expect(client).toContain("runtime/client/session.ts");
    expect(client).not.toContain("runtime/server/core.ts");
    expect(server).toContain("runtime/server/core.ts");
    expect(server).not.toContain("runtime/client/session.ts");
    expect(server).toContain("runtime/protocol/message.ts");
  });

  test("together they emit each file once", () => {
    const parts: readonly PartName[] = ["client", "server"];
    const paths = [
      ...pathsOf(clientEmitter, parts),
      ...pathsOf(serverEmitter, parts),
    ];
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toContain("runtime/server/core.ts");
  });

  test("nothing of a revision is written into a source", () => {
    const methods =
      /"(?:tools|prompts|resources|server|subscriptions|notifications|elicitation|sampling|roots)\//;
    const keys = /io\.modelcontextprotocol/;
    const codes = /-320[2-9]\d/;
    const versions = /20\d\d-\d\d-\d\d/;
    for (const name of new Set(runtimes.flat().filter(isSource))) {
      for (const literal of [methods, keys, codes, versions]) {
        expect([name, literal.exec(codeOf(name))?.[0]]).toEqual([
          name,
          undefined,
        ]);
      }
    }
  });
});

describe("facts of the embedded revision", () => {
  const facts = revisionFacts(embeddedModel());

  test("builtInMethods, errors and topics are found", () => {
    expect(facts).toMatchObject({
      builtInMethods: {
        discover: "server/discover",
        listen: "subscriptions/listen",
        callTool: "tools/call",
        listTools: "tools/list",
      },
      notificationNames: {
        cancelled: "notifications/cancelled",
        progress: "notifications/progress",
        log: "notifications/message",
        acknowledged: "notifications/subscriptions/acknowledged",
      },
      errorCodes: {
        headerMismatch: -32020,
        missingClientCapability: -32021,
        unsupportedVersion: -32022,
      },
      subscriptionIdKey: "io.modelcontextprotocol/subscriptionId",
    });
    expect(facts.loggingLevels[0]).toBe("debug");
    expect(facts.loggingLevels.at(-1)).toBe("emergency");
    expect(
      facts.topics.map(({ field, functionName, capability, makesStale }) => [
        field,
        functionName,
        capability,
        makesStale,
      ]),
    ).toEqual([
      [
        "toolsListChanged",
        "toolsListChanged",
        "tools.listChanged",
        ["tools/list"],
      ],
      [
        "promptsListChanged",
        "promptsListChanged",
        "prompts.listChanged",
        ["prompts/list"],
      ],
      [
        "resourcesListChanged",
        "resourcesListChanged",
        "resources.listChanged",
        ["resources/list", "resources/templates/list"],
      ],
      [
        "resourceSubscriptions",
        "resourceUpdated",
        "resources.subscribe",
        ["resources/read"],
      ],
    ]);
    expect(
      facts.listItems.map(({ method, field }) => [method.name, field]),
    ).toEqual([
      ["tools/list", "tools"],
      ["resources/list", "resources"],
      ["resources/templates/list", "resourceTemplates"],
      ["prompts/list", "prompts"],
    ]);
  });
});

describeWithShared("availability", () => {
  const stateless = sharedRevisions().filter(
    ({ name }) => sharedModel(name).era === "stateless",
  );
  const handshake = sharedRevisions().filter(
    ({ name }) => sharedModel(name).era === "handshake",
  );

  test("there are revisions of both eras", () => {
    expect(stateless.length).toBeGreaterThan(3);
    expect(handshake.length).toBeGreaterThan(3);
  });

  test.each([...stateless, ...handshake])("$name has both", ({ name }) => {
    for (const emitter of [clientEmitter, serverEmitter]) {
      expect(emitter.unavailable?.(sharedModel(name))).toBeUndefined();
    }
  });
});

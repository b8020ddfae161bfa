/** The documentation of templates against what there is. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { bannerText } from "../../generator/emit/banner.js";
import { emitFiles } from "../../generator/emit/emit.js";
import { builtInTemplates } from "../../generator/source/built-in-templates.js";
import type { EmittedFile } from "../../generator/emit/emitter.js";
import type { UserTemplate } from "../../generator/emit/templates.js";
import { partNames } from "../../generator/emit/parts.js";
import type {
  ClientView,
  EntryView,
  ErrorsView,
  FeatureView,
  HandshakeFileView,
  IndexView,
  LegacyFactsView,
  LegacyView,
  MethodsView,
  RevisionView,
  ServerView,
  TypesView,
  ValidatorsView,
} from "../../generator/index.js";
import { skeletonFiles } from "../../generator/handlers/skeleton.js";
import { embeddedModel, repositoryPath, legacyModel } from "../shared.js";
import { templates } from "../emit/context.js";

/** The view of each template, and a field for each that a view of its kind must have. */
interface Views {
  "typescript/client.ts.hbs": ["ClientView", keyof ClientView];
  "typescript/errors.ts.hbs": ["ErrorsView", keyof ErrorsView];
  "typescript/handlers/entry.ts.hbs": ["EntryView", keyof EntryView];
  "typescript/handlers/feature.ts.hbs": ["FeatureView", keyof FeatureView];
  "typescript/index.ts.hbs": ["IndexView", keyof IndexView];
  "typescript/methods.ts.hbs": ["MethodsView", keyof MethodsView];
  "typescript/handshake/client.ts.hbs": ["ClientView", keyof ClientView];
  "typescript/handshake/server.ts.hbs": ["ServerView", keyof ServerView];
  "typescript/legacy.ts.hbs": ["LegacyView", keyof LegacyView];
  "typescript/legacy/handshake.ts.hbs": [
    "LegacyFactsView",
    keyof LegacyFactsView,
  ];
  "typescript/runtime/handshake.ts.hbs": [
    "HandshakeFileView",
    keyof HandshakeFileView,
  ];
  "typescript/runtime/revision.ts.hbs": ["RevisionView", keyof RevisionView];
  "typescript/server.ts.hbs": ["ServerView", keyof ServerView];
  "typescript/types.ts.hbs": ["TypesView", keyof TypesView];
  "typescript/validators.ts.hbs": ["ValidatorsView", keyof ValidatorsView];
}

/** Some fields of each view that the documentation names; the compiler knows them. */
const documented: {
  readonly [Name in keyof Views]: readonly [
    view: Views[Name][0],
    fields: readonly Views[Name][1][],
  ];
} = {
  "typescript/client.ts.hbs": ["ClientView", ["lists", "calls", "listen"]],
  "typescript/errors.ts.hbs": [
    "ErrorsView",
    [
      "constants",
      "classes",
      "knownErrors",
      "classified",
      "sendable",
      "statuses",
      "lowestLegacy",
      "checksData",
      "checksMembers",
    ],
  ],
  "typescript/handlers/entry.ts.hbs": ["EntryView", ["imports", "handlers"]],
  "typescript/handlers/feature.ts.hbs": [
    "FeatureView",
    ["imports", "declarations", "name", "handlers"],
  ],
  "typescript/index.ts.hbs": ["IndexView", ["modules", "resolutions", "notes"]],
  "typescript/methods.ts.hbs": [
    "MethodsView",
    ["constants", "tables", "metaTables", "serverInfoResults"],
  ],
  "typescript/handshake/client.ts.hbs": [
    "ClientView",
    ["lists", "calls", "announcements"],
  ],
  "typescript/handshake/server.ts.hbs": [
    "ServerView",
    ["handlers", "questions", "announcements"],
  ],
  "typescript/legacy.ts.hbs": ["LegacyView", ["version", "legacyVersion"]],
  "typescript/legacy/handshake.ts.hbs": [
    "LegacyFactsView",
    ["serverChecks", "clientChecks"],
  ],
  "typescript/runtime/handshake.ts.hbs": [
    "HandshakeFileView",
    ["versions", "clientRequests", "serverRequests", "methods"],
  ],
  "typescript/runtime/revision.ts.hbs": [
    "RevisionView",
    [
      "builtInMethods",
      "notificationNames",
      "errorCodes",
      "topics",
      "listItems",
      "resultChecks",
    ],
  ],
  "typescript/server.ts.hbs": [
    "ServerView",
    ["handlers", "questions", "announcements"],
  ],
  "typescript/types.ts.hbs": ["TypesView", ["declarations"]],
  "typescript/validators.ts.hbs": [
    "ValidatorsView",
    [
      "functions",
      "exports",
      "renamed",
      "requests",
      "results",
      "notifications",
      "inputResponses",
    ],
  ],
};

const page = readFileSync(
  path.join(repositoryPath, "docs/templates.md"),
  "utf8",
);

const templateNames = builtInTemplates
  .paths()
  .filter((name) => name.endsWith(".hbs"));

describe("docs/templates.md", () => {
  test("has a row for each template that can be replaced, and no other", () => {
    const rows = [...page.matchAll(/^\| `(typescript\/[\w/.]+\.hbs)`/gm)];
    expect(rows.map(([, name]) => name).sort()).toEqual(templateNames);
    expect(Object.keys(documented).sort()).toEqual(templateNames);
  });

  test.each(Object.entries(documented))("%s", (name, [view, fields]) => {
    const row = page.split("\n").find((line) => line.includes(`| \`${name}\``));
    expect(row).toContain(`\`${view}\``);
    for (const field of fields) expect(row).toContain(`\`${field}\``);
  });

  test("shows the example as it is", () => {
    const example = readFileSync(
      path.join(
        repositoryPath,
        "examples/templates/python/mcp_protocol.py.hbs",
      ),
      "utf8",
    );
    expect(page).toContain(`\`\`\`text\n${example}\`\`\``);
  });
});

describe("copies of all our templates", () => {
  const copies = new Map<string, UserTemplate>(
    templateNames.map((name) => [
      name,
      { label: `templates/${name}`, text: builtInTemplates.textOf(name) },
    ]),
  );
  const model = embeddedModel();

  test("make the same output", () => {
    const emit = (
      templates?: ReadonlyMap<string, UserTemplate>,
    ): readonly EmittedFile[] =>
      [model, embeddedModel("2025-11-25")].flatMap((each) =>
        emitFiles(each, {
          builtInTemplates,
          legacyModel,
          parts: partNames,
          importExtension: ".js",
          formats: "annotate",
          banner: bannerText("x"),
          templates,
        }),
      );
    const textsOf = (files: readonly EmittedFile[]): unknown =>
      files.map(({ path: place, text }) => [place, text]);
    const copied = emit(copies);
    expect(textsOf(copied)).toEqual(textsOf(emit()));
    const made = new Set(copied.flatMap(({ template }) => template ?? []));
    expect([...made].sort()).toEqual(
      templateNames
        .filter((name) => !name.includes("/handlers/"))
        .map((name) => `templates/${name}`),
    );
  });

  test("make the same handlers", () => {
    const options = {
      outputPath: "../out",
      importExtension: ".js",
      legacy: true,
    } as const;
    const copied = skeletonFiles(model, {
      ...options,
      templates: { builtIn: builtInTemplates, users: copies },
    });
    const plain = skeletonFiles(model, { ...options, templates });
    expect(copied.map(({ text }) => text)).toEqual(
      plain.map(({ text }) => text),
    );
    for (const { template } of copied)
      expect(template).toMatch(/^templates\/typescript\/handlers\//);
  });
});

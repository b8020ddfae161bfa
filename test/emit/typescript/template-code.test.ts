/** Names and modules are read from templates, so that no list has to follow them. */
import { describe, expect, test } from "vitest";
import { templateCode } from "../../../generator/emit/typescript/template-code.js";
import type { Templates } from "../../../generator/emit/templates.js";
import { templates as ours } from "../context.js";

function templatesOf(text: string, users = new Map()): Templates {
  return {
    builtIn: {
      paths: () => [],
      textOf: () => text,
      compiledOf: () => undefined,
    },
    users,
  };
}

const TEXT = `{{banner}}
// A comment that names Commented.
import { session, type Session } from "./runtime/session.js";
{{#if some}}
import type {
  Many,
} from "./runtime/many.js";
{{/if}}
export { HttpError } from "./runtime/http.js";
export * from "./runtime/local-error.js";

/** See {@link Documented}. */
export class Client {
  readonly {{name}}: Promise<{{type}}> = session("Quoted", Session.from).value;
}
const hidden = 1;
`;

describe("a template's code", () => {
  const code = templateCode("x.ts.hbs", templatesOf(TEXT));

  test("uses what it declares, imports and takes from the platform", () => {
    const used = [
      "Client",
      "HttpError",
      "Many",
      "Promise",
      "Session",
      "hidden",
    ];
    expect([...code.words]).toEqual(expect.arrayContaining(used));
    const unused = ["Commented", "Documented", "Quoted", "banner", "type2"];
    expect(unused.filter((word) => code.words.has(word))).toEqual([]);
    expect(code.words.has("value")).toBe(false);
  });

  test("exports what it declares and passes on", () => {
    expect([...code.exports].sort()).toEqual(["Client", "HttpError"]);
  });

  test("needs the modules that it names", () => {
    expect([...code.modules]).toEqual(
      ["session", "many", "http", "local-error"].map(
        (name) => `./runtime/${name}.js`,
      ),
    );
  });

  test("is the user's as well where they replace the template", () => {
    const users = new Map([
      [
        "x.ts.hbs",
        { label: "x", text: 'import { Mine } from "./runtime/mine.js";' },
      ],
    ]);
    const { words, modules } = templateCode(
      "x.ts.hbs",
      templatesOf(TEXT, users),
    );
    expect(words.has("Mine") && words.has("Client")).toBe(true);
    expect(modules.has("./runtime/mine.js")).toBe(true);
  });
});

test.each(["client", "server"])("%s: no import is left out", (name) => {
  const { modules, words } = templateCode(`typescript/${name}.ts.hbs`, ours);
  expect(
    [...modules].filter((path) => path.startsWith("./runtime/")).length,
  ).toBeGreaterThan(8);
  expect(words.has("Transport")).toBe(true);
});

/** A schema whose every text tries to get out of where it belongs. */
import { transform } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import type {
  Documentation,
  Method,
  ProtocolModel,
} from "../../generator/model/model.js";
import { fastest, strictest, Workspace } from "../types/compile.js";
import { importOutput } from "./import-output.js";
import {
  anAlias,
  anInterface,
  emitted,
  modelOf,
  nowhere,
  property,
  says,
  silence,
} from "./sample-model.js";

const ATTACKS = [
  "*/ globalThis.pwned = true; /*",
  "`${globalThis.pwned = true}`",
  "${globalThis.pwned = true}",
  '"; globalThis.pwned = true; "',
  "'; globalThis.pwned = true; '",
  "\\",
  '\\"',
  "\n globalThis.pwned = true;\n",
  "\r\nglobalThis.pwned = true;",
  "\u2028globalThis.pwned = true;\u2029",
  "\u202e\u2066hidden\u0000",
  "</script><script>globalThis.pwned = true</script>",
  "{{globalThis}} {{{pwned}}} {{#each x}}",
  "$& $1 $` $'",
  "@deprecated @internal @ts-nocheck",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "",
];

const UNSAFE =
  // eslint-disable-next-line no-control-regex
  /[\0-\x08\x0b-\x1f\u2028-\u202e\u2066-\u2069]/;

const RESERVED = [
  "class",
  "await",
  "enum",
  "yield",
  "let",
  "static",
  "default",
];

function speaks(text: string): Documentation {
  return says(text, {
    deprecated: text,
    category: text,
    default: text,
    see: [text],
    examples: [{ title: text, text }, { title: text }],
  });
}

/** Every attack in every place that holds text. */
function hostileModel(
  document: (text: string) => Documentation,
): ProtocolModel {
  const all = document(ATTACKS.join("\n\n"));
  const members = ATTACKS.map((text) =>
    property(
      text,
      { kind: "literal", value: text },
      {
        documentation: document(text),
        constraints: { format: "uri", pattern: "^[a-z]*/$" },
      },
    ),
  );
  const message = (name: string, method: string, type: "id" | "none") =>
    anInterface(name, [
      property("method", { kind: "literal", value: method }),
      ...(type === "id" ? [property("id", { kind: "string" })] : []),
      property("params", {
        kind: "object",
        keyword: false,
        properties: members,
      }),
    ]);
  const requests = ATTACKS.map((text, index) => ({
    text,
    type: `Hostile${index}Request`,
  }));
  const methods = requests.map(({ text, type }, index): Method => ({
    name: text,
    kind: "request",
    from: "client",
    type,
    functionName: `hostile${index}`,
    result: "EmptyResult",
    features: { paginated: false, cacheable: false, mayRequireInput: false },
    params: {
      type: { kind: "object", keyword: false, properties: members },
      optional: false,
    },
    serverCapability: text,
    headerName: text,
    documentation: document(text),
  }));
  return modelOf({
    version: ATTACKS.join("\n"),
    types: [
      ...requests.map(({ text, type }) => message(type, text, "id")),
      anAlias("ClientRequest", {
        kind: "union",
        members: requests.map(({ type }) => ({ kind: "ref", name: type })),
      }),
      anInterface("EmptyResult", [], {
        documentation: all,
        rest: { kind: "unknown", any: false },
      }),
      anInterface("Everything", members, { documentation: all }),
      anAlias("Literals", { kind: "enum", values: ATTACKS, open: false }, all),
      ...["Error", "Request", "Object", "Promise", "Symbol", "globalThis"].map(
        (name) => anInterface(name, members.slice(0, 2)),
      ),
    ],
    constants: [
      ...ATTACKS.map((text, index) => ({
        name: `TEXT_${index}`,
        value: text,
        documentation: document(text),
        position: nowhere,
      })),
      ...["__proto__", "constructor", ...RESERVED].map((name) => ({
        name,
        value: name,
        documentation: document(name),
        position: nowhere,
      })),
    ],
    errors: [
      {
        name: "HOSTILE",
        code: -32023,
        documentation: all,
        data: { kind: "object", keyword: false, properties: members },
      },
      { name: "toString", code: -32024, documentation: all },
    ],
    methods,
    metaKeys: ATTACKS.map((key) => ({
      key,
      on: "request",
      required: false,
      type: { kind: "string" },
      documentation: document(key),
    })),
    rules: ATTACKS.map((meaning, index) => ({
      id: `legacy-${index}`,
      page: meaning,
      summary: meaning,
      data: {
        kind: "legacyErrorCode",
        code: -32050 - index,
        meaning,
        forbidden: true,
      },
    })),
  });
}

const hostile = hostileModel(speaks);
const quiet = hostileModel(() => silence);

/** Code as it runs or is checked, without a word of comment. */
async function codeOf(text: string): Promise<string> {
  const { code } = await transform(text, {
    loader: "ts",
    minifyWhitespace: true,
    legalComments: "none",
    target: "es2022",
  });
  return code;
}

describe("a hostile schema", () => {
  it("runs nothing of its own, and its values come through as they are", async () => {
    const output =
      await importOutput<Readonly<Record<string, unknown>>>(hostile);
    expect(globalThis).not.toHaveProperty("pwned");
    for (const [index, text] of ATTACKS.entries()) {
      expect(output[`TEXT_${index}`]).toBe(text);
    }
    for (const name of ["__proto__", "constructor", ...RESERVED]) {
      // A module's namespace cannot have a default export that `export *` passes on.
      if (name !== "default") expect(output[name], name).toBe(name);
    }
    const requests = output["clientRequests"] as Readonly<
      Record<string, { readonly headerName: string }>
    >;
    expect(Object.keys(requests)).toEqual(ATTACKS);
    for (const text of ATTACKS) {
      expect(Object.hasOwn(requests, text), text).toBe(true);
      expect(requests[text]?.headerName).toBe(text);
    }
    const keys = output["requestMetaKeys"] as Readonly<
      Record<string, { readonly key: string }>
    >;
    expect(Object.values(keys).map(({ key }) => key)).toEqual(ATTACKS);
  });

  it("has comments that change no code", async () => {
    const loud = emitted(hostile);
    const silent = emitted(quiet);
    expect([...loud.keys()]).toEqual([...silent.keys()]);
    for (const [path, text] of loud) {
      expect(await codeOf(text), path).toBe(
        await codeOf(silent.get(path) ?? ""),
      );
    }
  });

  it("leaves no character that reorders or ends a line in the files", () => {
    for (const [path, text] of emitted(hostile)) {
      expect(text, path).not.toMatch(UNSAFE);
    }
  });

  const workspace = new Workspace();
  afterAll(() => workspace.remove());

  it.each(["typescript-5.5", fastest] as const)(
    "compiles with %s",
    async (compiler) => {
      for (const [path, text] of emitted(hostile)) {
        workspace.write(`out/${path}`, text);
      }
      expect(await workspace.compile(compiler, "out", strictest)).toEqual([]);
    },
  );
});

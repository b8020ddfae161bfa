/** ajv 8 on our own lossless schema: compiled in memory, and as standalone code. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import type { Peer, Validator, Workspace } from "./peer.js";

const OPTIONS = { strict: false, validateFormats: false } as const;
const DOCUMENT = "mcp";

export const ajvPeer: Peer = {
  name: "ajv, compiled",
  load: async (workspace) => {
    const ajv = new Ajv2020(OPTIONS).addSchema(workspace.schema, DOCUMENT);
    return new Map(
      workspace.types.map((type) => [
        type,
        validatorOf(ajv.compile({ $ref: `${DOCUMENT}#/$defs/${type}` })),
      ]),
    );
  },
};

export const ajvStandalonePeer: Peer = {
  name: "ajv, standalone",
  prepare: async (workspace) => {
    const file = standaloneFile(workspace);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, standaloneText(workspace));
  },
  load: async (workspace) => {
    const file = standaloneFile(workspace);
    const module = (await import(pathToFileURL(file).href)) as Record<
      string,
      ValidateFunction
    >;
    return new Map(
      workspace.types.map((type) => [
        type,
        validatorOf(module[type] as ValidateFunction),
      ]),
    );
  },
};

function standaloneFile({ folder }: Workspace): string {
  return path.join(folder, "ajv", "standalone.mjs");
}

function standaloneText({ schema, types }: Workspace): string {
  const ajv = new Ajv2020({ ...OPTIONS, code: { source: true, esm: true } });
  ajv.addSchema(schema, DOCUMENT);
  const ids: Record<string, string> = {};
  for (const type of types) {
    ajv.addSchema({ $ref: `${DOCUMENT}#/$defs/${type}` }, type);
    ids[type] = type;
  }
  const text = (standaloneCode as unknown as typeof standaloneCode.default)(
    ajv,
    ids,
  );
  const requires = `import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\n`;
  return requires + text;
}

function validatorOf(validate: ValidateFunction): Validator {
  return {
    is: (value) => validate(value),
    report: (value) => (validate(value) ? undefined : validate.errors),
    pathIn: (errors: NonNullable<ValidateFunction["errors"]>) =>
      errors[0]?.instancePath.slice(1) ?? "",
  };
}

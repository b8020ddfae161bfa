/** `mcp-gen/config`: the types of a configuration that is a program. */
import type { PartName } from "../emit/emitter.js";
import type { GenerateOptions } from "../outputs.js";

type OneOrMany<Value> = Value | readonly Value[];

/** What a configuration can say of an output. */
export interface OutputConfig extends Omit<
  GenerateOptions,
  "cwd" | "trustConfig" | "configuration" | "emit" | "only" | "except"
> {
  /** Parts to emit, with those that they need; all but `json-schema` by default. */
  readonly emit?: OneOrMany<PartName | (string & {})>;
  /** Of a server's tools, the names of those to generate; `*` matches any text. */
  readonly only?: OneOrMany<string>;
  /** Of a server's tools, the names of those to leave out. */
  readonly except?: OneOrMany<string>;
}

/** What `mcp-gen.config.ts` exports: see docs/configuration.md. */
export interface UserConfig extends OutputConfig {
  /** Several outputs; keys next to the list apply to all of them. */
  readonly outputs?: readonly OutputConfig[];
}

/**
 * Gives a configuration back, for its types:
 *
 * ```ts
 * import { defineConfig } from "mcp-gen/config";
 * export default defineConfig({ schema: "draft", out: "src/protocol" });
 * ```
 */
export function defineConfig(config: UserConfig): UserConfig {
  return config;
}

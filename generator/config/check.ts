/** Holds what a configuration says against what can be said. */
import { UsageError } from "../failure.js";
import { choicesText, didYouMean, question, sentences } from "../suggestion.js";
import type { GenerateOptions } from "../outputs.js";
import type { ConfigurationFault } from "./configuration.js";
import { type ConfigKey, configKeys, type KeySpec } from "./keys.js";
import { isObject } from "../json.js";

/** Names the JSON Schema for editors. */
const SCHEMA_KEY = "$schema";

/** The list of outputs. */
const OUTPUTS_KEY = "outputs";

/** What names one output cannot be said of several at once. */
const OF_ONE_OUTPUT: readonly string[] = [
  "schema",
  "name",
  "handlers",
  "command",
  "url",
  "headers",
];

/** A configuration in which nothing is wrong. */
export interface CheckedConfiguration {
  readonly defaults: GenerateOptions;
  /** Without the defaults; undefined where no list of outputs is given. */
  readonly outputs: readonly GenerateOptions[] | undefined;
}

type Path = ConfigurationFault["path"];

/**
 * Checks a parsed configuration.
 *
 * @param path Where in its file it stands.
 * @param faults Takes everything that is wrong; the result only counts without any.
 */
export function checkConfiguration(
  value: unknown,
  path: Path,
  faults: ConfigurationFault[],
): CheckedConfiguration {
  const nothing = { defaults: {}, outputs: undefined };
  if (!isObject(value)) {
    faults.push(wrong(path, "an object", value));
    return nothing;
  }
  const {
    [SCHEMA_KEY]: schema,
    [OUTPUTS_KEY]: outputs,
    ...defaults
  } = value as Record<string, unknown>;
  if (schema !== undefined && typeof schema !== "string")
    faults.push(wrong([...path, SCHEMA_KEY], "a text", schema));
  checkSettings(defaults, path, [SCHEMA_KEY, OUTPUTS_KEY], faults);
  if (outputs === undefined) return { defaults: asOptions(defaults), outputs };
  for (const key of OF_ONE_OUTPUT)
    if (key in defaults)
      faults.push({
        path: [...path, key],
        at: "key",
        message: `${nameOf([...path, key])} is for one output, so it belongs in one of ${OUTPUTS_KEY}.`,
      });
  return {
    defaults: asOptions(defaults),
    outputs: checkOutputs(outputs, [...path, OUTPUTS_KEY], faults),
  };
}

/** Options of `generate` that a configuration does not have. */
const OF_PROGRAMS: Readonly<Record<string, "text" | "boolean">> = {
  cwd: "text",
  trustConfig: "boolean",
  configuration: "text",
};

/**
 * Checks options that a program gives.
 *
 * @returns the options, with lists where one text will do.
 * @throws UsageError with everything that is wrong.
 */
export function checkOptions(options: unknown): GenerateOptions {
  const faults: ConfigurationFault[] = [];
  if (!isObject(options)) {
    throw new UsageError(`Options are an object, not ${textOf(options)}.`);
  }
  const settings: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(options)) {
    const kind = OF_PROGRAMS[key];
    if (kind === undefined) settings[key] = value;
    else if (value !== undefined && typeof value !== TYPES[kind])
      faults.push(wrong([key], WANTED[kind], value));
  }
  checkSettings(settings, [], Object.keys(OF_PROGRAMS), faults, "option");
  if (faults.length > 0)
    throw new UsageError(faults.map(({ message }) => message).join("\n"));
  return asOptions(options);
}

/**
 * Refuses options that a function does not have.
 *
 * @throws UsageError with the name that was meant.
 */
export function refuseUnknown(options: object, known: readonly string[]): void {
  for (const key of Object.keys(options))
    if (!known.includes(key))
      throw new UsageError(
        sentences(
          `There is no option ${key}.`,
          didYouMean(key, known) ?? `Options are: ${known.join(", ")}.`,
        ),
      );
}

const TYPES = { text: "string", boolean: "boolean" } as const;
const WANTED = { text: "a text", boolean: "true or false" } as const;

function checkOutputs(
  outputs: unknown,
  path: Path,
  faults: ConfigurationFault[],
): readonly GenerateOptions[] {
  if (!Array.isArray(outputs) || outputs.length === 0) {
    faults.push(wrong(path, "a list of one output or more", outputs));
    return [];
  }
  for (const [index, output] of outputs.entries()) {
    const place = [...path, index];
    if (isObject(output)) checkSettings(output, place, [], faults);
    else faults.push(wrong(place, "an object", output));
  }
  return outputs.filter(isObject).map(asOptions);
}

/** Settings without a fault as options, which know lists only. */
function asOptions(
  settings: Readonly<Record<string, unknown>>,
): GenerateOptions {
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [
        key,
        configKeys.get(key as ConfigKey)?.kind === "list"
          ? [value].flat()
          : value,
      ]),
  ) as GenerateOptions;
}

function checkSettings(
  settings: Readonly<Record<string, unknown>>,
  path: Path,
  more: readonly string[],
  faults: ConfigurationFault[],
  word: "key" | "option" = "key",
): void {
  for (const [key, value] of Object.entries(settings)) {
    // A program can say nothing of a key.
    if (value === undefined) continue;
    const spec = configKeys.get(key as ConfigKey);
    const place = [...path, key];
    const fault =
      spec === undefined
        ? unknownKey(key, place, [...configKeys.keys(), ...more], word)
        : faultOfValue(value, spec, place);
    if (fault !== undefined) faults.push(fault);
  }
}

function unknownKey(
  key: string,
  path: Path,
  known: readonly string[],
  word: "key" | "option",
): ConfigurationFault {
  // `import-extension` and `no-format` are at home on the command line.
  const option = [...configKeys].find(([, spec]) => spec.option === key)?.[0];
  const hint =
    (option === undefined ? didYouMean(key, known) : question(option)) ??
    `${word === "key" ? "Keys" : "Options"} are: ${known.join(", ")}.`;
  return {
    path,
    at: "key",
    message: `There is no ${word} ${nameOf(path)}. ${hint}`,
  };
}

function faultOfValue(
  value: unknown,
  spec: KeySpec,
  path: Path,
): ConfigurationFault | undefined {
  if (spec.kind === "boolean")
    return typeof value === "boolean"
      ? undefined
      : wrong(path, "true or false", value);
  if (spec.kind === "text") return faultOfText(value, spec, path, "a text");
  if (!Array.isArray(value))
    return faultOfText(value, spec, path, "a string or a list of strings");
  if (value.length === 0)
    return wrong(
      path,
      "a string or a list of strings, which is not empty",
      value,
    );
  return value
    .map((item, index) => faultOfText(item, spec, [...path, index], "a text"))
    .find((fault) => fault !== undefined);
}

function faultOfText(
  value: unknown,
  { choices }: KeySpec,
  path: Path,
  kind: string,
): ConfigurationFault | undefined {
  const isText = typeof value === "string" && value.trim() !== "";
  if (choices === undefined)
    return isText ? undefined : wrong(path, kind, value);
  return isText && choices.includes(value)
    ? undefined
    : wrong(
        path,
        choicesText(choices),
        value,
        isText ? didYouMean(value, choices) : undefined,
      );
}

function wrong(
  path: Path,
  wanted: string,
  value: unknown,
  hint?: string,
): ConfigurationFault {
  const subject = path.length === 0 ? "A configuration" : nameOf(path);
  const shown = textOf(value);
  const found = shown.length <= 60 ? shown : `${shown.slice(0, 57)}...`;
  return {
    path,
    at: "value",
    message: sentences(`${subject} is ${wanted}, not ${found}.`, hint),
  };
}

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? `a ${typeof value}`;
  } catch {
    // Only what is nested very deeply can be read and not be written.
    return Array.isArray(value) ? "a list of lists" : "an object of objects";
  }
}

/** A place as it is written in JavaScript: `outputs[0].out`. */
function nameOf(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[\w$-]+$/.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}

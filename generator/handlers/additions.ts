/**
 * What `--add` does to the user's files: pure, from texts to texts. Existing files only
 * grow; every character that was there stays.
 */
import nodePath from "node:path";
import type { EmittedFile } from "../emit/emitter.js";
import { UsageError } from "../failure.js";
import type { Method, ProtocolModel } from "../model/model.js";
import { didYouMean, sentences } from "../suggestion.js";
import { styleOf } from "./code-style.js";
import { type Feature, featuresOf } from "./features.js";
import { type FileHandlers, findHandlers, type Holder } from "./holders.js";
import { insertImport } from "./insert-import.js";
import { insertMembers } from "./insert-member.js";
import { parseFile } from "./parse.js";
import { featureFile, type SkeletonOptions } from "./skeleton.js";
import { type SourceFile, stemOf } from "./source-files.js";
import { handlerComment, STUB_ERROR, stubText } from "./stub.js";
import { insertAll, type Insertion } from "./text-edit.js";

/** A handler and the file that has it, or will have it. */
export interface PlacedHandler {
  /** Name of the function. */
  readonly name: string;
  /** Path below the folder of handlers. */
  readonly file: string;
}

/** What is to be written, and what people should know about it. */
export interface Additions {
  readonly added: readonly PlacedHandler[];
  /** Asked for, and there before. */
  readonly present: readonly PlacedHandler[];
  readonly created: readonly EmittedFile[];
  readonly updated: readonly SourceFile[];
  /** New features that no object with all handlers could be found for. */
  readonly uncollected: readonly Feature[];
}

/** One of the user's files, parsed. */
interface UserFile extends SourceFile, FileHandlers {
  readonly parsed: ReturnType<typeof parseFile>;
}

/** An object or class of the user's, and its file. */
interface Destination {
  readonly file: UserFile;
  readonly holder: Holder;
}

/** What one of the user's files gets. */
interface Growth {
  /** Stubs, by what they go into. */
  readonly stubs: Map<Holder, Method[]>;
  /** Features whose new files are collected, by the object that collects. */
  readonly features: Map<Holder, Feature[]>;
}

/**
 * Works out where stubs go: next to other handlers of their feature, wherever those are;
 * else into the feature's file, which is created where it is missing.
 *
 * @param names Functions, or methods as they are called on the wire.
 * @param files The user's files, see `readSourceFiles`.
 * @throws UsageError for names that no handler has, and files that cannot be added to.
 */
export function planAdditions(
  model: ProtocolModel,
  names: readonly string[],
  files: readonly SourceFile[],
  options: SkeletonOptions,
): Additions {
  const features = featuresOf(model);
  const wanted = namedMethods(model, features, names);
  const functions = new Set(
    features.flatMap(({ methods }) =>
      methods.map(({ functionName }) => functionName),
    ),
  );
  const userFiles = files.map((file): UserFile => {
    const parsed = parseFile(file.path, file.text);
    return { ...file, parsed, ...findHandlers(parsed.file, functions) };
  });

  const present: PlacedHandler[] = [];
  const added: PlacedHandler[] = [];
  const newFeatures: Feature[] = [];
  const growths = new Map<UserFile, Growth>();
  const growthOf = (file: UserFile): Growth => {
    const growth = growths.get(file) ?? {
      stubs: new Map(),
      features: new Map(),
    };
    growths.set(file, growth);
    return growth;
  };
  for (const feature of features) {
    const missing: Method[] = [];
    for (const method of feature.methods.filter((each) => wanted.has(each))) {
      const name = method.functionName;
      const owner = userFiles.find(({ defined }) => defined.has(name));
      if (owner === undefined) missing.push(method);
      else present.push({ name, file: owner.path });
    }
    if (missing.length === 0) continue;
    const place = placeFor(feature, userFiles);
    if (place === undefined) newFeatures.push({ ...feature, methods: missing });
    else append(growthOf(place.file).stubs, place.holder, missing);
    const file = place?.file.path ?? feature.file;
    added.push(...missing.map(({ functionName: name }) => ({ name, file })));
  }
  const collector = newFeatures.length > 0 ? collectorOf(userFiles) : undefined;
  if (collector !== undefined)
    append(growthOf(collector.file).features, collector.holder, newFeatures);
  return {
    added,
    present,
    created: newFeatures.map((feature) =>
      featureFile(model, feature, { ...options, withExamples: false }),
    ),
    updated: [...growths].map(([file, growth]) => ({
      path: file.path,
      text: insertAll(file.text, insertionsOf(model, file, growth, options)),
    })),
    uncollected: collector === undefined ? newFeatures : [],
  };
}

function append<Key, Value>(
  lists: Map<Key, Value[]>,
  key: Key,
  values: readonly Value[],
): void {
  lists.set(key, [...(lists.get(key) ?? []), ...values]);
}

/** @throws UsageError for the first name that is none. */
function namedMethods(
  model: ProtocolModel,
  features: readonly Feature[],
  names: readonly string[],
): ReadonlySet<Method> {
  const methods = features.flatMap((feature) => feature.methods);
  const found = new Set<Method>();
  for (const name of names) {
    const method = methods.find(
      (each) => each.functionName === name || each.name === name,
    );
    if (method === undefined) throw unknownName(model, methods, name);
    found.add(method);
  }
  return found;
}

function unknownName(
  model: ProtocolModel,
  methods: readonly Method[],
  name: string,
): UsageError {
  const builtIn = model.methods.find(
    (method) =>
      method.kind === "request" &&
      method.from === "client" &&
      (method.functionName === name || method.name === name),
  );
  if (builtIn !== undefined)
    return new UsageError(
      `${name} needs no handler: the server answers ${builtIn.name} itself.`,
    );
  const known = methods.map(({ functionName }) => functionName);
  return new UsageError(
    sentences(
      `Revision ${model.version} has no handler ${name}.`,
      didYouMean(name, known),
      `Handlers are: ${known.join(", ")}.`,
    ),
  );
}

/**
 * @returns undefined when nothing of the feature is there yet.
 * @throws UsageError when its file is there, and nothing in it to add to.
 */
function placeFor(
  { file: ownPath, methods }: Feature,
  files: readonly UserFile[],
): Destination | undefined {
  const siblings = new Set(methods.map(({ functionName }) => functionName));
  const own = files.filter(({ path }) => isSameFile(path, ownPath));
  const others = files.filter((file) => !own.includes(file));
  for (const file of [...own, ...others]) {
    const holder = file.holders.find(({ handlers }) =>
      handlers.some((name) => siblings.has(name)),
    );
    if (holder !== undefined) return { file, holder };
  }
  const [file] = own;
  if (file === undefined) return undefined;
  const holder = file.holders.find(({ isMeant }) => isMeant);
  if (holder !== undefined) return { file, holder };
  throw new UsageError(
    `${file.path} has no object or class of type ServerHandlers to add to.`,
  );
}

/** The object in which all handlers come together, looked for in the entry first. */
function collectorOf(files: readonly UserFile[]): Destination | undefined {
  const found = files.flatMap((file) =>
    file.holders
      .filter(({ isCollected }) => isCollected)
      .map((holder) => ({ file, holder })),
  );
  return (
    found.find(({ file }) => isSameFile(file.path, "server.ts")) ?? found[0]
  );
}

function isSameFile(left: string, right: string): boolean {
  return stemOf(left) === stemOf(right);
}

/** @throws UsageError for a file whose syntax is wrong: its end may be anywhere. */
function insertionsOf(
  model: ProtocolModel,
  { path, parsed: { file, fault } }: UserFile,
  { stubs, features }: Growth,
  { outputPath, importExtension }: SkeletonOptions,
): readonly Insertion[] {
  if (fault !== undefined)
    throw new UsageError(
      `${path} cannot be added to before its syntax is right: ${fault}`,
    );
  const style = styleOf(file);
  const insertions: Insertion[] = [];
  const imported = (name: string, ...modules: string[]): string => {
    const specifiers = modules.map(
      (module) => fromFile(path, module) + extensionOf(importExtension),
    );
    const wanted = { name, modules: specifiers };
    const { localName, insertions: more } = insertImport(file, wanted, style);
    insertions.push(...more);
    return localName;
  };
  const errorClass =
    stubs.size > 0
      ? imported(STUB_ERROR, `${outputPath}/errors`, `${outputPath}/index`)
      : STUB_ERROR;
  for (const holder of new Set([...stubs.keys(), ...features.keys()])) {
    const isObject = !("members" in holder.node);
    // Types of parameters cannot be written in JavaScript, and need not be.
    const isTyped = (isObject && holder.isMeant) || /\.[cm]?jsx?$/.test(path);
    const members = (stubs.get(holder) ?? []).map((method) => {
      const comment = handlerComment(model, method).replaceAll("\n  ", "\n");
      const stub = stubText(method, { ...style, errorClass, isTyped });
      return `${comment}\n${stub}`;
    });
    const spreads = (features.get(holder) ?? []).map(
      ({ binding, file: own }) =>
        `...${imported(binding, `./${own.replace(/\.ts$/, "")}`)}`,
    );
    insertions.push(
      ...insertMembers(holder.node, [...members, ...spreads], style),
    );
  }
  return insertions;
}

function extensionOf(
  importExtension: SkeletonOptions["importExtension"],
): string {
  return importExtension === "none" ? "" : importExtension;
}

/** A path as seen from the folder of handlers, as seen from one of its files. */
function fromFile(file: string, path: string): string {
  const above = "../".repeat(file.split("/").length - 1);
  const joined = nodePath.posix.join(above, path);
  return joined.startsWith("..") ? joined : `./${joined}`;
}

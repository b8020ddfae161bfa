/** Resources written in code, as the handlers that list and read them. */
import { INVALID_PARAMS, fromError } from "../../errors.js";
import type {
  ReadResourceResult,
  Resource,
  ResourceTemplate,
} from "../../types.js";

/** What a resource holds, in one piece. */
type Contents = ReadResourceResult["contents"][number];

/** What `read` may return: text, bytes, or whole contents. */
export type ResourceOutcome = string | Uint8Array | { contents: Contents[] };

/** The names between the braces of a URI template. */
export type TemplateVariables<Uri> =
  Uri extends `${string}{${infer Name}}${infer Rest}`
    ? { readonly [Key in Name]: string } & TemplateVariables<Rest>
    : unknown;

/** The three handlers that resources come to; spread them into `handlers`. */
export interface DefinedResources<Context> {
  listResources(): { resources: Resource[] };
  listResourceTemplates(): { resourceTemplates: ResourceTemplate[] };
  readResource(
    params: { uri: string },
    context: Context,
  ): Promise<{ contents: Contents[] }>;
}

/** Makes handlers from resources. */
export interface ResourcesOf<Context> {
  /**
   * Makes the handlers of resources from definitions, by the names that people see. A URI
   * with names in braces is a template (RFC 6570, level 1): `read` is called with what
   * stands in their places, decoded.
   *
   * @throws {TypeError} For a template of a higher level.
   */
  <const Uris extends Readonly<Record<string, string>>>(definitions: {
    readonly [Name in keyof Uris]: {
      /** `config://app`, or a template: `users://{id}/profile`. */
      readonly uri: Uris[Name];
      readonly title?: string;
      readonly description?: string;
      readonly mimeType?: string;
      readonly read: (
        variables: TemplateVariables<Uris[Name]>,
        context: Context,
      ) => ResourceOutcome | PromiseLike<ResourceOutcome>;
    };
  }): DefinedResources<Context>;
}

interface AnyResource {
  readonly uri: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly read: (variables: never, context: never) => unknown;
}

/** See {@link ResourcesOf}. */
export function defineResources<Context>(
  definitions: Readonly<Record<string, unknown>>,
): DefinedResources<Context> {
  const all = Object.entries(
    definitions as Readonly<Record<string, AnyResource>>,
  ).map(([name, resource]) => ({
    name,
    resource,
    isTemplate: resource.uri.includes("{"),
    match: uriMatcher(resource.uri),
  }));
  const described = (isTemplate: boolean): readonly (typeof all)[number][] =>
    all.filter((each) => each.isTemplate === isTemplate);
  return {
    listResources: () => ({
      resources: described(false).map(({ name, resource }) => ({
        ...infoOf(name, resource),
        uri: resource.uri,
      })),
    }),
    listResourceTemplates: () => ({
      resourceTemplates: described(true).map(({ name, resource }) => ({
        ...infoOf(name, resource),
        uriTemplate: resource.uri,
      })),
    }),
    async readResource({ uri }, context) {
      // What is named whole comes before a template that would match it too.
      for (const { resource, match } of [
        ...described(false),
        ...described(true),
      ]) {
        const variables = match(uri);
        if (variables === undefined) continue;
        const read = resource.read as (
          variables: unknown,
          context: Context,
        ) => unknown;
        return contentsOf(uri, resource, await read(variables, context));
      }
      throw fromError({
        code: INVALID_PARAMS,
        message: `Resource not found: ${uri}`,
        data: { uri },
      });
    },
  };
}

function infoOf(
  name: string,
  { title, description, mimeType }: AnyResource,
): { name: string; title?: string; description?: string; mimeType?: string } {
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(mimeType !== undefined && { mimeType }),
  };
}

function contentsOf(
  uri: string,
  { mimeType }: AnyResource,
  returned: unknown,
): { contents: Contents[] } {
  const head = { uri, ...(mimeType !== undefined && { mimeType }) };
  if (typeof returned === "string") {
    return { contents: [{ ...head, text: returned }] };
  }
  return returned instanceof Uint8Array
    ? { contents: [{ ...head, blob: base64Of(returned) }] }
    : (returned as { contents: Contents[] });
}

function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Tells the variables of a URI; undefined for one that a template does not match. */
function uriMatcher(
  template: string,
): (uri: string) => Record<string, string> | undefined {
  const names: string[] = [];
  const pattern = template
    .split(/(\{[^{}]*\})/)
    .map((part) => {
      if (!part.startsWith("{")) {
        return part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
      }
      const name = part.slice(1, -1);
      if (!/^\w+$/.test(name)) {
        throw new TypeError(
          `${part} of ${template} is not a plain name in braces (RFC 6570, level 1).`,
        );
      }
      names.push(name);
      // Level 1 writes everything but these characters as escapes.
      return "([\\w.~%-]+)";
    })
    .join("");
  const expression = new RegExp(`^${pattern}$`);
  return (uri) => {
    const match = expression.exec(uri);
    if (match === null) return undefined;
    try {
      return Object.fromEntries(
        names.map((name, index) => [
          name,
          decodeURIComponent(match[index + 1] ?? ""),
        ]),
      );
    } catch {
      // An escape that is none.
      return undefined;
    }
  };
}

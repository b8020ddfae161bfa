/**
 * JSON Schemas -> the model's types.
 *
 * Several schemas are read together: definitions that they have in common become one
 * type. What TypeScript cannot say becomes limits and checks; what is not understood is
 * `unknown`, and a warning.
 */
import type { TypeDeclaration } from "../../model/model.js";
import { claimName, isBindingName, pascalCase } from "../../model/names.js";
import { withoutCircles } from "./circles.js";
import { closureKey } from "./closure.js";
import { type Place, SchemaDocument } from "./document.js";
import { readDocumentation } from "./documentation.js";
import type { Limited, Reading, SchemaWarning } from "./reading.js";
import { readSchema } from "./schema-type.js";
import { ALL_TYPES, isSchema, type JsonSchema } from "./schema.js";
import { NOWHERE } from "./values.js";

/** A schema to read. */
export interface SchemaRoot {
  /** The name that its type shall have; not yet taken. */
  readonly name: string;
  /** What the schema belongs to, for warnings: `inputSchema of read_file`. */
  readonly subject: string;
  /** The schema, as it came. */
  readonly schema: unknown;
}

/** What was read. */
export interface ReadSchemas {
  /** A type for each root, and one for each definition that they mention, before its user. */
  readonly types: readonly TypeDeclaration[];
  readonly warnings: readonly SchemaWarning[];
}

/**
 * Reads schemas.
 *
 * @param taken Names that no type may have; those of the types are added.
 */
export function readSchemas(
  roots: readonly SchemaRoot[],
  taken: Set<string>,
): ReadSchemas {
  const types: TypeDeclaration[] = [];
  const warnings: SchemaWarning[] = [];
  const definitions = new Map<string, string>();
  for (const { name } of roots) taken.add(name);
  for (const root of roots) readRoot(root);
  const checked = withoutCircles(types);
  for (const name of checked.circular) {
    warnings.push({
      subject: `type ${name}`,
      pointer: "",
      keyword: "$ref",
      message: "leads back to itself without end; every value is accepted",
    });
  }
  return { types: checked.types, warnings };

  function readRoot({ name, subject, schema }: SchemaRoot): void {
    const isRight = isSchema(schema);
    const document = new SchemaDocument(isRight ? schema : true);
    const seen = new Set<string>();
    const known = new Map<string, string>();
    const reading: Reading = {
      document,
      read: (place, allowed) => readSchema(place, allowed, reading),
      nameOf: (place) => {
        const found =
          known.get(place.pointer) ?? nameOfDefinition(place, name, reading);
        known.set(place.pointer, found);
        return found;
      },
      warn: ({ pointer }, keyword, message) => {
        const key = `${pointer} ${keyword} ${message}`;
        if (seen.has(key)) return;
        seen.add(key);
        warnings.push({ subject, pointer, keyword, message });
      },
    };
    if (!isRight) {
      reading.warn(
        document.root,
        "",
        "is not a schema; every value is accepted",
      );
    } else if (!document.hasKnownDialect) {
      reading.warn(
        document.root,
        "$schema",
        "names a dialect that is not known; it is read as 2020-12",
      );
    }
    types.push(declare(name, document.root, reading));
  }

  /** The type's name of a definition, which is read when it is first mentioned. */
  function nameOfDefinition(
    place: Place,
    rootName: string,
    reading: Reading,
  ): string {
    const { document } = reading;
    if (place === document.root) return rootName;
    const key = closureKey(place, document);
    const known = definitions.get(key);
    if (known !== undefined) return known;
    const name = claimDefinition(place, rootName);
    definitions.set(key, name);
    types.push(declare(name, place, reading));
    return name;
  }

  function claimDefinition(place: Place, rootName: string): string {
    const wanted = definitionName(place, rootName);
    if (!taken.has(wanted)) return claimName(wanted, taken);
    return claimName(`${rootName}${wanted}`, taken);
  }
}

/** A definition's own name, or one made of the way to it. */
function definitionName({ pointer, base }: Place, rootName: string): string {
  const steps = pointer.split("/");
  const isDefinition = ["$defs", "definitions"].includes(steps.at(-2) ?? "");
  const last = (steps.at(-1) ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
  const fromId = pointer === "" ? base.slice(base.lastIndexOf("/") + 1) : "";
  const name = isDefinition
    ? pascalCase(last)
    : `${rootName}${pascalCase(fromId || steps.filter((step) => step !== "properties" && step !== "items").join(" "))}`;
  if (isBindingName(name)) return name;
  return isBindingName(`Type${name}`) ? `Type${name}` : `${rootName}Definition`;
}

/** An object becomes an interface, everything else an alias. */
function declare(
  name: string,
  place: Place,
  reading: Reading,
): TypeDeclaration {
  const { type, constraints }: Limited = reading.read(place, ALL_TYPES);
  const documentation = readDocumentation(place.schema as JsonSchema, name);
  const head = { name, documentation, position: NOWHERE };
  if (
    type.kind === "object" &&
    type.properties.length > 0 &&
    Object.keys(constraints).length === 0
  ) {
    return {
      kind: "interface",
      extends: [],
      properties: type.properties,
      ...(type.rest && { rest: type.rest }),
      ...(type.closed && { closed: type.closed }),
      ...head,
    };
  }
  return { kind: "alias", type, constraints, ...head };
}

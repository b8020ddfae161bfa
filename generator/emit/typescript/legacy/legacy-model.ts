/** What the older era's messages are checked with in a program of a stateless revision. */
import type {
  Method,
  ProtocolModel,
  TypeDeclaration,
  TypeExpr,
} from "../../../model/model.js";
import type { EmitContext } from "../../emitter.js";
import { findType, methodsOf, referencesOf } from "../../../model/queries.js";

/** @throws {Error} If the run was not given the model. */
export function legacyModelOf({ legacyModel }: EmitContext): ProtocolModel {
  if (legacyModel === undefined) {
    throw new Error("The part legacy needs a model of the older era.");
  }
  return legacyModel();
}

/**
 * The methods of a handshake revision that a program of a stateless one speaks. Tasks
 * are not among them: there they are an extension with other methods, which other
 * handlers answer.
 */
export function legacyMethods(
  model: ProtocolModel,
  from: Method["from"],
): readonly Method[] {
  return methodsOf(model, { kind: "request", from }).filter(
    ({ serverCapability = "", clientCapability = "" }) =>
      ![serverCapability, clientCapability].some(
        (path) => path === TASKS || path.startsWith(`${TASKS}.`),
      ),
  );
}

const TASKS = "tasks";

/**
 * A handshake revision, less all but the types of its requests and results and what
 * they are made of. There are no methods in it: its files hold no registry.
 */
export function legacyTypesModel(model: ProtocolModel): ProtocolModel {
  const kept = new Set<string>();
  const visit = (name: string | undefined): void => {
    if (name === undefined || kept.has(name)) return;
    const declaration = findType(model, name);
    if (declaration === undefined) return;
    kept.add(name);
    for (const reference of namesIn(declaration)) visit(reference);
  };
  for (const from of ["client", "server"] as const) {
    for (const { type, result } of legacyMethods(model, from)) {
      visit(type);
      visit(result);
    }
  }
  const { envelope: _envelope, ...rest } = model;
  return {
    ...rest,
    types: model.types.filter(({ name }) => kept.has(name)),
    methods: [],
    constants: [],
    errors: [],
    metaKeys: [],
    rules: model.rules.filter(
      ({ data }) => data !== undefined && "type" in data && kept.has(data.type),
    ),
  };
}

/** Every type that a declaration names. */
function namesIn(declaration: TypeDeclaration): readonly string[] {
  const types: TypeExpr[] =
    declaration.kind === "alias"
      ? [declaration.type]
      : [
          ...declaration.properties.map(({ type }) => type),
          ...(declaration.rest === undefined ? [] : [declaration.rest]),
        ];
  const supertypes =
    declaration.kind === "alias"
      ? []
      : declaration.extends.map(({ name }) => name);
  return [...supertypes, ...types.flatMap(referencesOf)];
}

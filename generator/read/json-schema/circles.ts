/** Definitions that are nothing but themselves: `A` is `A | B`, at no depth of a value. */
import type { TypeDeclaration, TypeExpr } from "../../model/model.js";

/** Types without such circles, and the names of those that were in one. */
export interface Uncircled {
  readonly types: readonly TypeDeclaration[];
  readonly circular: readonly string[];
}

/** Puts `unknown` in the place of each reference that leads back to where it stands. */
export function withoutCircles(types: readonly TypeDeclaration[]): Uncircled {
  const byName = new Map(types.map((type) => [type.name, type]));
  const circular = new Set<string>();
  const done = types.map((declaration): TypeDeclaration => {
    if (declaration.kind === "interface") return declaration;
    if (!reaches(declaration.type, declaration.name, new Set())) {
      return declaration;
    }
    circular.add(declaration.name);
    const cut: TypeDeclaration = {
      ...declaration,
      type: { kind: "unknown", any: false },
    };
    byName.set(cut.name, cut);
    return cut;
  });
  return { types: done, circular: [...circular] };

  /** Whether deciding about a value leads to the named type without going into the value. */
  function reaches(type: TypeExpr, name: string, seen: Set<string>): boolean {
    return sameValueTypes(type).some((each) => {
      if (each.kind !== "ref") return reaches(each, name, seen);
      if (each.name === name) return true;
      const declaration = byName.get(each.name);
      if (declaration?.kind !== "alias" || seen.has(each.name)) return false;
      seen.add(each.name);
      return reaches(declaration.type, name, seen);
    });
  }
}

/** The types inside of a type that are asked about the same value. */
function sameValueTypes(type: TypeExpr): readonly TypeExpr[] {
  switch (type.kind) {
    case "ref":
      return [type];
    case "union":
    case "intersection":
      return type.members;
    case "checked":
      return [
        type.type,
        ...type.checks.flatMap((check): readonly TypeExpr[] => {
          switch (check.kind) {
            case "not":
            case "dependentType":
              return [check.type];
            case "oneOf":
              return check.members;
            case "if":
              return [check.test, check.then, check.otherwise].filter(
                (each) => each !== undefined,
              );
            default:
              return [];
          }
        }),
      ];
    default:
      return [];
  }
}

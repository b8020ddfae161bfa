/** Warns of limits that no value of their type can break. */
import { LIMITS } from "../../model/constraints.js";
import { limitedType } from "../../model/limits.js";
import type {
  Constraints,
  Position,
  Property,
  ProtocolModel,
  TypeExpr,
} from "../../model/model.js";
import type { Reporter } from "./reporter.js";

/** Something with limits on it. */
interface Limited {
  readonly name: string;
  readonly type: TypeExpr;
  readonly constraints: Constraints;
  readonly position: Position;
}

/** Warns of each limit on a property or an alias that concerns nothing in its type: `@minimum` on a string. */
export function warnOfIdleLimits(
  model: Pick<ProtocolModel, "types">,
  report: Reporter,
): void {
  for (const limited of model.types.flatMap(limitedIn)) {
    const { name, type, constraints, position } = limited;
    for (const key of Object.values(LIMITS).flat()) {
      if (constraints[key] === undefined) continue;
      const alone = { [key]: constraints[key] };
      if (limitedType(model, type, alone) !== type) continue;
      const start = report.offset(position);
      report.warning(
        "limitWithoutEffect",
        { start, end: start + name.length },
        {
          message: `@${key} has no effect on ${name}, whose values it does not concern.`,
          hint: "Leave the tag out, or correct the type.",
        },
      );
    }
  }
}

function limitedIn(
  declaration: ProtocolModel["types"][number],
): readonly Limited[] {
  return declaration.kind === "alias"
    ? [declaration, ...propertiesIn(declaration.type)]
    : declaration.properties.flatMap(withNested);
}

function withNested(property: Property): readonly Limited[] {
  return [property, ...propertiesIn(property.type)];
}

/** The properties of objects that are written inline in a type. */
function propertiesIn(type: TypeExpr): readonly Limited[] {
  switch (type.kind) {
    case "array":
      return propertiesIn(type.items);
    case "record":
      return propertiesIn(type.value);
    case "object":
      return type.properties.flatMap(withNested);
    case "union":
    case "intersection":
      return type.members.flatMap(propertiesIn);
    default:
      return [];
  }
}

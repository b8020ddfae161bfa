/** Derives the keys that the schema names inside `_meta`. */
import type { MetaKey, Method, Property, TypeExpr } from "../../model/model.js";
import {
  findProperty,
  flatten,
  resolve,
  type Types,
} from "../../model/queries.js";

type Carrier = MetaKey["on"];

/** Types that say what the `_meta` of every message of a kind holds. */
const COMMON: Readonly<Record<Carrier, readonly string[]>> = {
  request: ["RequestParams", "Request"],
  notification: ["NotificationParams", "Notification"],
  result: ["Result"],
};

/** The named keys of an object's `_meta`; messages carry it in their params. */
function keysIn(model: Types, holder: TypeExpr): readonly Property[] {
  const params = findProperty(model, holder, "params");
  const meta = findProperty(model, params?.type ?? holder, "_meta");
  if (meta === undefined) return [];
  const required = !meta.optional && !(params?.optional ?? false);
  return (flatten(model, resolve(model, meta.type))?.properties ?? []).map(
    (key) => ({ ...key, optional: key.optional || !required }),
  );
}

function holdersOf(
  methods: readonly Method[],
  carrier: Carrier,
): readonly string[] {
  const names = methods.flatMap(({ kind, type, result }) => {
    if (carrier === "result") return result === undefined ? [] : [result];
    const isNotification = kind === "notification";
    return isNotification === (carrier === "notification") ? [type] : [];
  });
  return [...new Set(names)];
}

/**
 * Every key, first those that all messages of a kind share, then those that only
 * some message has, which no receiver can require of the others.
 */
export function readMetaKeys(
  model: Types,
  methods: readonly Method[],
): readonly MetaKey[] {
  const carriers: readonly Carrier[] = ["request", "notification", "result"];
  return carriers.flatMap((on) => {
    const keys = new Map<string, MetaKey>();
    const add = (property: Property, required: boolean): void => {
      if (keys.has(property.name)) return;
      keys.set(property.name, {
        key: property.name,
        on,
        required,
        type: property.type,
        documentation: property.documentation,
      });
    };
    for (const name of COMMON[on]) {
      for (const key of keysIn(model, { kind: "ref", name })) {
        add(key, !key.optional);
      }
    }
    const common = new Set(keys.keys());
    for (const name of holdersOf(methods, on)) {
      for (const key of keysIn(model, { kind: "ref", name })) {
        add(key, false);
        const known = keys.get(key.name);
        if (key.optional || known === undefined || common.has(key.name)) {
          continue;
        }
        const requiredIn = [...(known.requiredIn ?? []), name];
        keys.set(key.name, { ...known, requiredIn });
      }
    }
    return [...keys.values()];
  });
}

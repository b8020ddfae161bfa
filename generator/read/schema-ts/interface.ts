/** `interface Name extends A, B { ... }` -> {@link InterfaceDeclaration}. */
import type { ts } from "ts-morph";
import type {
  Heritage,
  InterfaceDeclaration,
  Property,
} from "../../model/model.js";
import { compiler } from "./compiler.js";
import { commentBefore, readDocumentation } from "./documentation.js";
import { readHeritage } from "./heritage.js";
import { isLimitTag } from "./limit-tags.js";
import { type Members, restOf } from "./members.js";
import { readMembers } from "./object.js";
import { positionOf, type Reading } from "./reading.js";
import { reportTypeParameters } from "./type-parameters.js";

function supertypesOf(
  node: ts.InterfaceDeclaration,
): readonly ts.ExpressionWithTypeArguments[] {
  return node.heritageClauses?.flatMap((clause) => [...clause.types]) ?? [];
}

/**
 * Reads an interface. One that is declared more than once has the supertypes and
 * members of all its declarations, as in TypeScript; its documentation is that of
 * the first one that has any.
 */
export function readInterface(
  reading: Reading,
  nodes: readonly ts.InterfaceDeclaration[],
): InterfaceDeclaration | undefined {
  const [first] = nodes;
  if (first === undefined) return undefined;
  const heritages = new Map<string, Heritage>();
  const inherited = new Map<string, Property>();
  const properties = new Map<string, Property>();
  const declared: Members[] = [];
  const computed: Members[] = [];
  for (const node of nodes) {
    reportTypeParameters(reading, node);
    for (const supertype of supertypesOf(node)) {
      const heritage = readHeritage(reading, supertype);
      if (heritage === undefined) continue;
      if ("name" in heritage) {
        heritages.set(JSON.stringify(heritage), heritage);
        continue;
      }
      computed.push(heritage);
      for (const property of heritage.properties) {
        if (!inherited.has(property.name)) {
          inherited.set(property.name, property);
        }
      }
    }
    const members = readMembers(reading, node.members);
    // TypeScript allows the same property twice, if both times with the same type.
    for (const property of members.properties) {
      if (!properties.has(property.name)) {
        properties.set(property.name, property);
      }
    }
    declared.push(members);
  }
  const withRest = [...declared, ...computed].find(({ rest }) => rest);
  const comments = nodes.map((node) => commentBefore(reading, node));
  const comment =
    comments.find(({ text, tags }) => text !== "" || tags.length > 0) ??
    comments[0];
  for (const tag of comments.flatMap(({ tags }) => tags)) {
    if (!isLimitTag(tag.name)) continue;
    reading.report.warning("limitWithoutEffect", tag, {
      message: `@${tag.name} has no effect on an interface.`,
      hint: "Write it on a property, or on an alias.",
    });
  }
  return {
    kind: "interface",
    name: first.name.text,
    extends: [...heritages.values()],
    properties: [...new Map([...inherited, ...properties]).values()],
    ...(withRest && restOf(withRest)),
    documentation: readDocumentation(
      reading,
      comment ?? { text: "", tags: [] },
    ),
    position: positionOf(reading, first.name),
  };
}

export function isInterface(
  node: ts.InterfaceDeclaration | ts.TypeAliasDeclaration,
): node is ts.InterfaceDeclaration {
  return compiler.isInterfaceDeclaration(node);
}

/** Which types contain each other: found in one pass, whatever the schema's size. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { componentsOf } from "../../generator/emit/typescript/validators/components.js";

/** A graph: for each node the nodes that it leads to. */
type Graph = readonly (readonly number[])[];

/** Components, and how often a node was asked for the nodes it leads to. */
function componentsIn(graph: Graph) {
  let asked = 0;
  const components = componentsOf(graph.keys(), (node) => {
    asked++;
    return graph[node] ?? [];
  });
  return { components, asked };
}

function reachedFrom(graph: Graph, start: number): ReadonlySet<number> {
  const reached = new Set(graph[start]);
  for (const node of reached) {
    for (const next of graph[node] ?? []) reached.add(next);
  }
  return reached;
}

const graphs: fc.Arbitrary<Graph> = fc
  .integer({ min: 1, max: 12 })
  .chain((size) =>
    fc.array(fc.array(fc.nat(size - 1), { maxLength: 3 }), {
      minLength: size,
      maxLength: size,
    }),
  );

test("nodes are together when each leads to the other", () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const { components } = componentsIn(graph);
      const reached = graph.map((_, node) => reachedFrom(graph, node));
      for (const one of graph.keys()) {
        for (const other of graph.keys()) {
          const isTogether = components.some(
            (nodes) => nodes.includes(one) && nodes.includes(other),
          );
          expect(isTogether).toBe(
            one === other ||
              (reached[one]?.has(other) === true &&
                reached[other]?.has(one) === true),
          );
        }
      }
    }),
  );
});

test("a component comes behind those that it leads to", () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const { components } = componentsIn(graph);
      const place = (node: number) =>
        components.findIndex((nodes) => nodes.includes(node));
      for (const [node, next] of graph.entries()) {
        for (const target of next) {
          expect(place(target)).toBeLessThanOrEqual(place(node));
        }
      }
    }),
  );
});

test.each([
  ["ring", (node: number, size: number) => [(node + 1) % size]],
  [
    "chain",
    (node: number, size: number) => (node + 1 < size ? [node + 1] : []),
  ],
])("a %s of 20,000 nodes asks each of them once", (_, next) => {
  const size = 20_000;
  const graph = Array.from({ length: size }, (_, node) => next(node, size));
  expect(componentsIn(graph).asked).toBe(size);
});

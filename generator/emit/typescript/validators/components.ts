/** Which nodes of a graph lead to each other. */

/**
 * The strongly connected components of a graph (Tarjan's algorithm, without recursion, as
 * types can refer to each other in chains of any length).
 *
 * @param next The nodes that a node leads to; asked once for each.
 * @returns Components, each behind those that it leads to.
 */
export function componentsOf<Node>(
  nodes: Iterable<Node>,
  next: (node: Node) => readonly Node[],
): readonly (readonly Node[])[] {
  const components: (readonly Node[])[] = [];
  const visits = new Map<Node, Visit<Node>>();
  /** Visited nodes whose component is not known yet, in the order of visits. */
  const open: Node[] = [];
  const visit = (node: Node): Visit<Node> => {
    const order = visits.size;
    const made = {
      node,
      order,
      lowest: order,
      next: next(node),
      at: 0,
      isOpen: true,
    };
    visits.set(node, made);
    open.push(node);
    return made;
  };
  for (const start of nodes) {
    if (visits.has(start)) continue;
    const path = [visit(start)];
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const target = here.next[here.at++];
      if (target !== undefined) {
        const known = visits.get(target);
        if (known === undefined) path.push(visit(target));
        else if (known.isOpen) here.lowest = Math.min(here.lowest, known.order);
        continue;
      }
      path.pop();
      const from = path.at(-1);
      if (from !== undefined) from.lowest = Math.min(from.lowest, here.lowest);
      if (here.lowest !== here.order) continue;
      const component = open.splice(open.lastIndexOf(here.node));
      for (const node of component) {
        const member = visits.get(node);
        if (member !== undefined) member.isOpen = false;
      }
      components.push(component);
    }
  }
  return components;
}

interface Visit<Node> {
  readonly node: Node;
  readonly order: number;
  /** The first visited node that is known to be reached from here and not closed. */
  lowest: number;
  readonly next: readonly Node[];
  /** How many of {@link Visit.next} have been followed. */
  at: number;
  isOpen: boolean;
}

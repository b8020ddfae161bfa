/** Statements of generated functions. */
import {
  group,
  hardLine,
  ifBroken,
  indent,
  join,
  type Layout,
  line,
  softLine,
} from "../print/layout.js";
import { type Condition, layoutCondition } from "../print/condition.js";
import type { Scope } from "./scope.js";

/** Names the value as something that properties can be read from, whatever it is. */
export function fieldsOfValue(scope: Scope): Layout {
  return `const fields = (value ?? ${scope.use("NOTHING")}) as ${scope.use("Fields")};`;
}

/** `if (condition) statement` */
export function layoutIf(condition: Condition, statement: Layout): Layout {
  return group([
    "if (",
    group([indent([softLine, layoutCondition(condition)]), softLine]),
    ")",
    indent([line, statement]),
  ]);
}

/** `return condition;`, over several lines where need be. */
export function layoutReturn(condition: Condition): Layout {
  const test = layoutCondition(condition);
  return condition.kind === "atom" || condition.kind === "never"
    ? ["return ", test, ";"]
    : group([
        "return ",
        ifBroken("("),
        indent([softLine, group(test)]),
        softLine,
        ifBroken(")"),
        ";",
      ]);
}

/** `head {`, the lines, `}`. */
export function layoutBlock(head: string, lines: readonly Layout[]): Layout {
  return [
    `${head} {`,
    indent(lines.map((each) => [hardLine, each])),
    hardLine,
    "}",
  ];
}

/** Cases of a switch; neighbours with the same statements share them. */
export function layoutCases(
  cases: readonly (readonly [label: string, body: Layout])[],
): Layout {
  return join(
    hardLine,
    cases.map(([label, body], index) => {
      const next = cases[index + 1];
      const isShared =
        next !== undefined &&
        next[0] !== "default:" &&
        (next[1] === body || JSON.stringify(next[1]) === JSON.stringify(body));
      return isShared ? label : [label, indent([hardLine, body])];
    }),
  );
}

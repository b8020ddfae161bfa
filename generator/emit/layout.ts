/**
 * Breaks code into lines the way prettier does, for the few constructs that
 * generated files hold: documents of groups and possible line breaks, printed flat
 * where they fit and broken where they do not (Wadler's "prettier printer").
 *
 * Emitting text that is already formatted spares most runs the cost of loading a
 * formatter; the tests compare with prettier itself.
 */

/** A piece of code whose line breaks are not decided yet. */
export type Layout =
  | string
  | readonly Layout[]
  | {
      readonly kind: "group";
      readonly content: Layout;
      readonly mustBreak: boolean;
    }
  | { readonly kind: "indent"; readonly by: number; readonly content: Layout }
  | { readonly kind: "line"; readonly flat: string; readonly hard: boolean }
  | {
      readonly kind: "ifBroken";
      readonly broken: string;
      readonly flat: string;
    }
  | { readonly kind: "afterOperator"; readonly content: Layout }
  | { readonly kind: "argument"; readonly content: Layout }
  | {
      readonly kind: "fitted";
      readonly lines: (width: number) => readonly string[];
    };

/** The width that prettier has by default. */
export const PAGE_WIDTH = 80;

/** A space, or a line break where the enclosing group is broken. */
export const line: Layout = { kind: "line", flat: " ", hard: false };

/** Nothing, or a line break where the enclosing group is broken. */
export const softLine: Layout = { kind: "line", flat: "", hard: false };

/** A line break in any case; breaks every group around it. */
export const hardLine: Layout = { kind: "line", flat: "", hard: true };

/** Printed on one line if that fits, else with all of its own lines broken. */
export function group(content: Layout): Layout {
  return { kind: "group", content, mustBreak: holdsHardLine(content) };
}

/** Content whose line breaks start `by` columns further right. */
export function indent(content: Layout, by = 2): Layout {
  return { kind: "indent", by, content };
}

/**
 * What follows an operator: behind it, after a space, if the content fits as far as its
 * first possible line break, else indented on the next line.
 */
export function afterOperator(content: Layout): Layout {
  return { kind: "afterOperator", content };
}

/**
 * An object literal as the only argument of a call: right between the brackets if it
 * fits there as far as its first possible line break, else on lines of its own.
 */
export function argument(content: Layout): Layout {
  return { kind: "argument", content };
}

/** One of two texts, by whether the enclosing group is broken. */
export function ifBroken(broken: string, flat = ""): Layout {
  return { kind: "ifBroken", broken, flat };
}

/** Lines that depend on the width left for them; they break every group around them. */
export function fitted(lines: (width: number) => readonly string[]): Layout {
  return { kind: "fitted", lines };
}

/** The items with `separator` between each two. */
export function join(separator: Layout, items: readonly Layout[]): Layout {
  return items.flatMap((item, index) =>
    index === 0 ? [item] : [separator, item],
  );
}

/**
 * A list between brackets, on one line or one item a line.
 *
 * @param comma What follows the last item of a broken list.
 */
export function bracketed(
  open: string,
  items: readonly Layout[],
  close: string,
  comma: "," | "" = ",",
): Layout {
  return group([
    open,
    indent([softLine, join([",", line], items)]),
    ifBroken(comma),
    softLine,
    close,
  ]);
}

function holdsHardLine(layout: Layout): boolean {
  if (typeof layout === "string") return false;
  if (!("kind" in layout)) return layout.some(holdsHardLine);
  if (layout.kind === "line") return layout.hard;
  if (layout.kind === "group") return layout.mustBreak;
  if (layout.kind === "fitted") return true;
  return layout.kind !== "ifBroken" && holdsHardLine(layout.content);
}

/** What is left to print: a layout, the column of its lines, whether it is broken. */
interface Pending {
  readonly layout: Layout;
  readonly indentation: number;
  readonly broken: boolean;
}

/**
 * Decides every line break.
 *
 * @param start Column that the text begins at, and its later lines as well.
 * @returns The text, without a final line break.
 */
export function printLayout(layout: Layout, start = 0): string {
  const output: string[] = [];
  let column = start;
  const stack: Pending[] = [{ layout, indentation: start, broken: true }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { layout: current, indentation, broken } = top;
    if (typeof current === "string") {
      output.push(current);
      column += current.length;
    } else if (!("kind" in current)) {
      pushAll(stack, current, indentation, broken);
    } else if (current.kind === "indent") {
      stack.push({
        layout: current.content,
        indentation: indentation + current.by,
        broken,
      });
    } else if (current.kind === "ifBroken") {
      const text = broken ? current.broken : current.flat;
      output.push(text);
      column += text.length;
    } else if (current.kind === "afterOperator") {
      const content = group(current.content);
      stack.push({ layout: content, indentation, broken });
      const space = { layout: " ", indentation, broken: false };
      if (!fits(space, stack, PAGE_WIDTH - column)) {
        stack.pop();
        stack.push({
          layout: indent([hardLine, content]),
          indentation,
          broken,
        });
      } else {
        output.push(" ");
        column += 1;
      }
    } else if (current.kind === "argument") {
      const content = group(current.content);
      stack.push({ layout: [content, ")"], indentation, broken });
      const bracket = { layout: "(", indentation, broken: false };
      if (!fits(bracket, stack, PAGE_WIDTH - column)) {
        stack.pop();
        stack.push({
          layout: [indent([hardLine, content, ","]), hardLine, ")"],
          indentation,
          broken,
        });
      }
      output.push("(");
      column += 1;
    } else if (current.kind === "fitted") {
      const lines = current.lines(PAGE_WIDTH - indentation);
      output.push(lines.join(`\n${" ".repeat(indentation)}`));
      column = indentation + (lines.at(-1) ?? "").length;
    } else if (current.kind === "group") {
      const flat = { layout: current.content, indentation, broken: false };
      const fitsHere =
        !current.mustBreak && fits(flat, stack, PAGE_WIDTH - column);
      stack.push(fitsHere ? flat : { ...flat, broken: true });
    } else if (broken || current.hard) {
      output.push("\n", " ".repeat(indentation));
      column = indentation;
    } else {
      output.push(current.flat);
      column += current.flat.length;
    }
  }
  return output.join("").replace(/[ \t]+$/gm, "");
}

function pushAll(
  stack: Pending[],
  items: readonly Layout[],
  indentation: number,
  broken: boolean,
): void {
  for (let index = items.length - 1; index >= 0; index--) {
    stack.push({ layout: items[index] as Layout, indentation, broken });
  }
}

/** Whether `first`, and what follows it up to the next line break, takes `width` columns or less. */
function fits(
  first: Pending,
  rest: readonly Pending[],
  width: number,
): boolean {
  const stack: Pending[] = [first];
  let left = width;
  let next = rest.length;
  while (left >= 0) {
    const top = stack.pop() ?? rest[--next];
    if (top === undefined) return true;
    const { layout, broken } = top;
    if (typeof layout === "string") left -= layout.length;
    else if (!("kind" in layout)) pushAll(stack, layout, 0, broken);
    else if (layout.kind === "indent")
      stack.push({ layout: layout.content, indentation: 0, broken });
    else if (layout.kind === "ifBroken")
      left -= (broken ? layout.broken : layout.flat).length;
    else if (layout.kind === "group")
      stack.push({
        layout: layout.content,
        indentation: 0,
        broken: broken || layout.mustBreak,
      });
    else if (layout.kind === "afterOperator")
      pushAll(stack, [" ", layout.content], 0, broken);
    else if (layout.kind === "argument")
      pushAll(stack, ["(", softLine, layout.content, ")"], 0, broken);
    else if (layout.kind === "fitted" || broken || layout.hard) return true;
    else left -= layout.flat.length;
  }
  return false;
}

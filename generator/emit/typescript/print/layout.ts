/**
 * Breaks code into lines the way prettier does, for the few constructs that
 * generated files hold: documents of groups and possible line breaks, printed flat
 * where they fit and broken where they do not (Wadler's "prettier printer").
 *
 * Emitting text that is already formatted spares most runs the cost of loading a
 * formatter; the tests compare with prettier itself.
 */

/** A piece of code whose line breaks are not decided yet. */
export type Layout = string | readonly Layout[] | Kind;

/** What is more than text. */
type Kind =
  | { readonly kind: "group"; readonly content: Layout }
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
  return { kind: "group", content };
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

/** The members of an interface, each on lines of its own, with an empty line between two. */
export function layoutMembers(members: readonly Layout[]): Layout {
  return [
    indent(
      members.map((member, index) => [
        ...(index > 0 ? [hardLine] : []),
        hardLine,
        member,
      ]),
    ),
    ...(members.length > 0 ? [hardLine] : []),
  ];
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
  const printer = new Printer(start);
  printer.print({ layout, indentation: start, broken: true });
  return printer.text();
}

/**
 * Prints layouts one after the other. One small method for each kind: V8 takes longer to
 * optimise one that does it all than a whole run spends in it.
 */
class Printer {
  readonly #output: string[] = [];
  readonly #stack: Pending[] = [];
  #column: number;

  constructor(column: number) {
    this.#column = column;
  }

  text(): string {
    return this.#output.join("").replace(/[ \t]+$/gm, "");
  }

  print(first: Pending): void {
    const stack = this.#stack;
    stack.push(first);
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      const { layout, indentation, broken } = top;
      if (typeof layout === "string") this.#write(layout);
      else if (isList(layout)) pushAll(stack, layout, indentation, broken);
      else this.#printKind(layout, indentation, broken);
    }
  }

  #printKind(layout: Kind, indentation: number, broken: boolean): void {
    switch (layout.kind) {
      case "line":
        if (broken || layout.hard) this.#breakLine(indentation);
        else this.#write(layout.flat);
        break;
      case "group":
        this.#printGroup(layout.content, indentation);
        break;
      case "indent":
        this.#stack.push({
          layout: layout.content,
          indentation: indentation + layout.by,
          broken,
        });
        break;
      case "ifBroken":
        this.#write(broken ? layout.broken : layout.flat);
        break;
      case "afterOperator":
        this.#printOperand(group(layout.content), indentation, broken);
        break;
      case "argument":
        this.#printArgument(group(layout.content), indentation, broken);
        break;
      case "fitted":
        this.#printFitted(layout.lines, indentation);
        break;
    }
  }

  #write(text: string): void {
    this.#output.push(text);
    this.#column += text.length;
  }

  #breakLine(indentation: number): void {
    this.#output.push("\n", " ".repeat(indentation));
    this.#column = indentation;
  }

  #printGroup(content: Layout, indentation: number): void {
    const flat = { layout: content, indentation, broken: false };
    this.#stack.push(
      fits(flat, this.#stack, PAGE_WIDTH - this.#column)
        ? flat
        : { layout: content, indentation, broken: true },
    );
  }

  #printOperand(content: Layout, indentation: number, broken: boolean): void {
    const stack = this.#stack;
    const behind = { layout: content, indentation, broken };
    stack.push(behind);
    const space = { layout: " ", indentation, broken: false };
    if (fits(space, stack, PAGE_WIDTH - this.#column)) {
      this.#write(" ");
      return;
    }
    stack.pop();
    stack.push({ ...behind, layout: indent([hardLine, content]) });
  }

  #printArgument(content: Layout, indentation: number, broken: boolean): void {
    const stack = this.#stack;
    const behind = { layout: [content, ")"], indentation, broken };
    stack.push(behind);
    const bracket = { layout: "(", indentation, broken: false };
    if (!fits(bracket, stack, PAGE_WIDTH - this.#column)) {
      stack.pop();
      stack.push({
        ...behind,
        layout: [indent([hardLine, content, ","]), hardLine, ")"],
      });
    }
    this.#write("(");
  }

  #printFitted(
    linesIn: (width: number) => readonly string[],
    indentation: number,
  ): void {
    const lines = linesIn(PAGE_WIDTH - indentation);
    this.#output.push(lines.join(`\n${" ".repeat(indentation)}`));
    this.#column = indentation + (lines.at(-1) ?? "").length;
  }
}

function isList(layout: readonly Layout[] | Kind): layout is readonly Layout[] {
  return Array.isArray(layout);
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

/**
 * Whether `first`, and what follows it up to the next line break, takes `width` columns
 * or less. What holds a line break in any case does not.
 */
function fits(
  first: Pending,
  rest: readonly Pending[],
  width: number,
): boolean {
  const stack: Pending[] = [first];
  let left = width;
  let next = rest.length;
  let isBehind = false;
  while (left >= 0) {
    let top = stack.pop();
    if (top === undefined) {
      isBehind = true;
      top = rest[--next];
    }
    if (top === undefined) return true;
    const { layout, broken } = top;
    if (typeof layout === "string") left -= layout.length;
    else if (isList(layout)) pushAll(stack, layout, 0, broken);
    else if (layout.kind === "line") {
      if (layout.hard) return isBehind;
      if (broken) return true;
      left -= layout.flat.length;
    } else if (layout.kind === "fitted") return isBehind;
    else if (layout.kind === "ifBroken")
      left -= (broken ? layout.broken : layout.flat).length;
    else if (layout.kind === "argument")
      pushAll(stack, ["(", softLine, layout.content, ")"], 0, broken);
    else {
      if (layout.kind === "afterOperator") left -= " ".length;
      stack.push({ layout: layout.content, indentation: 0, broken });
    }
  }
  return false;
}

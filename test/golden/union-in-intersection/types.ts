// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

export interface Base {
  name: string;
}

export type Shape = { circle: number } | { square: number };

export interface Capabilities {
  elicitation?: { form?: object; url?: object } & (
    { form: object } | { url: object }
  );
  shape: Base & Shape;
}

/** A union with a name and one without. */
export type Task = Base &
  ({ status: "open" } | { status: "done"; at: string }) &
  Shape;

export const LATEST_PROTOCOL_VERSION = "2026-07-28";

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

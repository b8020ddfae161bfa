export const LATEST_PROTOCOL_VERSION = "2026-07-28";

export interface Base {
  name: string;
  size?: number;
  tags: string[];
}

/** What the supertype comes to stands in the interface itself. */
export interface Named extends Pick<Base, "name"> {
  id: string;
}

export interface Patch extends Partial<Base> {
  /** Narrower than the supertype's. */
  name?: "a" | "b";
}

export interface Frozen extends Readonly<Base> {
  since: string;
}

export type Dropped = "size" | "tags";

export interface Small extends Omit<Base, Dropped> {
  small: true;
}

export interface Smaller extends Omit<Partial<Base>, "tags">, Record<
  "x" | "y",
  number
> {
  smaller: true;
}

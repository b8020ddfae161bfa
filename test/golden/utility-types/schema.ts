export const LATEST_PROTOCOL_VERSION = "2026-07-28";

export interface Base {
  /** What it is called. */
  name: string;
  size?: number | null;
  tags: string[];
}

export interface Item extends Base {
  id: string;
  /** Made of the type that it is part of. */
  parent?: Pick<Item, "id" | "name">;
}

export interface Loose {
  name: string;
  [key: string]: unknown;
}

export type WithoutId = Omit<Item, "id">;
export type OnlyTags = Pick<Item, "tags">;
export type Patch = Partial<Base>;
export type Whole = Required<Base>;
export type Frozen = Readonly<Base>;
export type Size = NonNullable<Base["size"]>;
export type MaybeName = string | null;
export type Name = NonNullable<MaybeName>;
export type Nested = Partial<Omit<Item, keyof Base | "parent">>;
export type Both = Omit<Item & { extra: boolean }, "id">;
export type Rest = Omit<Loose, "name">;
export type Keys = Exclude<keyof Base, "size">;
export type Shared = Extract<keyof Item, "name" | "other">;

export interface Change {
  patch: Partial<Pick<Base, "name" | "size">>;
  list: Omit<Item, "parent" | "tags">[];
}

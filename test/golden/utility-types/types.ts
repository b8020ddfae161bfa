// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

export interface Base {
  /** What it is called. */
  name: string;
  size?: number | null;
  tags: string[];
}

export interface Item extends Base {
  id: string;
  /** Made of the type that it is part of. */
  parent?: {
    id: string;
    /** What it is called. */
    name: string;
  };
}

export interface Loose {
  name: string;
  [key: string]: unknown;
}

export type WithoutId = {
  /** What it is called. */
  name: string;
  size?: number | null;
  tags: string[];
  /** Made of the type that it is part of. */
  parent?: {
    id: string;
    /** What it is called. */
    name: string;
  };
};

export type OnlyTags = { tags: string[] };

export type Patch = {
  /** What it is called. */
  name?: string;
  size?: number | null;
  tags?: string[];
};

export type Whole = {
  /** What it is called. */
  name: string;
  size: number | null;
  tags: string[];
};

export type Frozen = Base;

export type Size = number;

export type MaybeName = string | null;

export type Name = string;

export type Nested = { id?: string };

export type Both = {
  /** What it is called. */
  name: string;
  size?: number | null;
  tags: string[];
  /** Made of the type that it is part of. */
  parent?: {
    id: string;
    /** What it is called. */
    name: string;
  };
  extra: boolean;
};

export type Rest = { [key: string]: unknown };

export type Keys = "name" | "tags";

export type Shared = "name";

export interface Change {
  patch: {
    /** What it is called. */
    name?: string;
    size?: number | null;
  };
  list: {
    /** What it is called. */
    name: string;
    size?: number | null;
    id: string;
  }[];
}

// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

/** JSON has no lists or properties that cannot be changed. */
export interface Team {
  name: string;
  members: readonly string[];
  tags?: readonly string[];
  grid: readonly (readonly number[])[];
  lead: Person;
  others: { [key: string]: Person };
}

export interface Person {
  name: string;
}

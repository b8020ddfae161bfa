export const LATEST_PROTOCOL_VERSION = "2026-07-28";

/** JSON has no lists or properties that cannot be changed. */
export interface Team {
  readonly name: string;
  members: ReadonlyArray<string>;
  tags?: readonly string[];
  grid: readonly (readonly number[])[];
  lead: Readonly<Person>;
  others: Readonly<Record<string, Readonly<Person>>>;
}

export interface Person {
  readonly name: string;
}

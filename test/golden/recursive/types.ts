// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

export type JSONValue =
  string | number | boolean | null | JSONObject | JSONArray;

export type JSONObject = { [key: string]: JSONValue };

export type JSONArray = JSONValue[];

export interface Tree {
  children?: Tree[];
}

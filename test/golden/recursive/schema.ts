export const LATEST_PROTOCOL_VERSION = "2026-07-28";

export type JSONValue =
  | string
  | number
  | boolean
  | null
  | JSONObject
  | JSONArray;
export type JSONObject = { [key: string]: JSONValue };
export type JSONArray = JSONValue[];
export interface Tree {
  children?: Tree[];
}

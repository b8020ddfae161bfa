// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

export interface Error {
  code: number;
  message: string;
}

export interface Request {
  method: string;
}

export interface Notification {
  method: string;
}

export interface Response {
  error?: Error;
}

export type Map = { [key: string]: Object };

export interface Object {
  Promise: Promise;
}

export interface Promise {
  value?: Request | Notification;
}

export interface Array {
  items: Request[];
}

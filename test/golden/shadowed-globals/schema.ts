export const LATEST_PROTOCOL_VERSION = "2026-07-28";

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

// Banner
/* eslint-disable */
/* eslint max-lines: ["warn", 5] */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

// The types of revision 2026-07-28 of the Model Context Protocol, as its schema states
// them. Nothing here exists at run time.

export type MetaObject = { [key: string]: unknown };

export interface RequestMeta extends MetaObject {
  progressToken?: string;
  /** The version. */
  "com.example/version": string;
}

export interface NotificationMeta extends MetaObject {
  "com.example/stream"?: string;
}

export interface RequestParams {
  _meta: RequestMeta;
}

export interface NotificationParams {
  _meta?: NotificationMeta;
}

export interface Result {
  _meta?: MetaObject;
}

export interface StreamMeta extends MetaObject {
  "com.example/stream": string;
}

export interface ListenResult extends Result {
  _meta: StreamMeta;
}

export interface ListenRequest {
  method: "listen";
  params: RequestParams;
}

export interface CreatedNotification {
  method: "notifications/created";
  params?: { _meta?: { "com.example/task"?: string; [key: string]: unknown } };
}

export type ClientRequest = ListenRequest;

export type ServerNotification = CreatedNotification;

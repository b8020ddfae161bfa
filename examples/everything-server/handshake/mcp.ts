/**
 * Where this example finds the code generated for 2025-11-25, when it is built with the
 * condition `handshake` (see `imports` in `package.json`).
 */
export * from "../../../out/2025-11-25/index.js";

/** A result as a handler returns it: in this revision, as it is sent. */
export type Content<Result extends object> = Result;

/** In this revision a handler asks and waits, and never returns a question. */
export type InputRequired = never;

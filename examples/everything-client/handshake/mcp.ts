/**
 * Where this example finds the code generated for 2025-11-25, when it is built with the
 * condition `handshake` (see `imports` in `package.json`).
 */
export * from "../../../out/2025-11-25/index.js";

/** The one era of this revision needs no option. */
export const eras = {};

/** A sign of life on terminals, for work that keeps this thread busy. */
import { Worker } from "node:worker_threads";

/** How long a run may take without one, and how long each frame is shown: milliseconds. */
const DELAY = 500;
const FRAME = 80;

/** What the two threads share: whether to stop, whether frames are shown, whether none is left. */
const STOP = 0;
const SHOWN = 1;
const CLEARED = 2;

/** Runs in a thread of its own, and writes by itself: the other one has no time. */
const PROGRAM = `
  const { workerData: { state, text, delay, frame } } = require("node:worker_threads");
  const { writeSync } = require("node:fs");
  const write = (words) => { try { writeSync(2, "\\r\\x1b[K" + words); } catch {} };
  const isOver = (time) => Atomics.wait(state, ${STOP}, 0, time) !== "timed-out";
  if (!isOver(delay)) {
    Atomics.store(state, ${SHOWN}, 1);
    for (let turn = 0; ; turn += 1) {
      write("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"[turn % 10] + " " + text);
      if (isOver(frame)) break;
    }
    write("");
  }
  Atomics.store(state, ${CLEARED}, 1);
  Atomics.notify(state, ${CLEARED});
`;

/**
 * Shows that something is going on, after half a second, on a terminal.
 *
 * @param text What is going on.
 * @returns what ends it; nothing of it is left on the terminal then.
 */
export function startSpinner(text: string): () => void {
  const { stderr, env } = process;
  if (!stderr.isTTY || env["TERM"] === "dumb" || env["CI"] !== undefined)
    return () => undefined;
  const state = new Int32Array(new SharedArrayBuffer(12));
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: { state, text, delay: DELAY, frame: FRAME },
  });
  // It is a nicety: whatever befalls it, the run goes on.
  worker.on("error", () => undefined);
  worker.unref();
  return () => {
    Atomics.store(state, STOP, 1);
    Atomics.notify(state, STOP);
    if (Atomics.load(state, SHOWN) === 1)
      Atomics.wait(state, CLEARED, 0, DELAY);
  };
}

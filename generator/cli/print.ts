/** The only place that writes to the terminal and sets the exit code. */
import { ExitCode } from "../failure.js";
import { plainColouredText, plainText } from "./plain-text.js";
import type { Outcome } from "./report.js";

/**
 * Prints an outcome; the process ends by itself when all is written. Whatever the texts
 * quote, a terminal shows it and does not obey it.
 */
export function print({ exitCode, stdout, stderr, coloured }: Outcome): void {
  process.exitCode = exitCode;
  if (stderr !== "") write(process.stderr, plainText(stderr));
  if (stdout !== "")
    write(
      process.stdout,
      coloured === true ? plainColouredText(stdout) : plainText(stdout),
    );
}

/** Streams whose errors are taken care of. */
const guarded = new WeakSet<NodeJS.WriteStream>();

function write(stream: NodeJS.WriteStream, text: string): void {
  if (!guarded.has(stream)) {
    guarded.add(stream);
    // `mcp-gen model | head` closes the pipe early; there is no reader left.
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") process.exitCode = ExitCode.internal;
    });
  }
  stream.write(text);
}

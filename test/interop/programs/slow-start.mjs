// `slow-start.mjs <seconds> <file> [args]`: a server that starts after so many seconds, as
// one does that npx has to download first. What comes in until then waits in the pipe.
import { spawn } from "node:child_process";

const [seconds, ...program] = process.argv.slice(2);
setTimeout(
  () => {
    spawn(process.execPath, program, { stdio: "inherit" }).on("exit", (code) =>
      process.exit(code ?? 1),
    );
  },
  Number(seconds) * 1_000,
);

/** Runs the built program as a user does: a process with arguments in a folder. */
import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The built program; `test/build.ts` sees to it that it is current. */
export const program: string = fileURLToPath(
  new URL("../../dist/bin.cjs", import.meta.url),
);

/** The schema that comes with the program. */
export const embeddedSchema: string = path.resolve(
  program,
  "../../schema/draft/schema.ts",
);

/** What a process left behind. */
export interface Result {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `mcp-gen` to its end. */
export function mcpGen(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Result {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, ...args],
    { cwd, env: environment(env), encoding: "utf8", timeout: 60_000 },
  );
  return { exitCode: status, stdout, stderr };
}

/** Starts `mcp-gen` and waits for it without keeping others from running. */
export function mcpGenAsync(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Result & { readonly signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd,
      env: environment(env),
      timeout: 60_000,
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => (stdout += String(chunk)));
    child.stderr.on("data", (chunk) => (stderr += String(chunk)));
    child.on("error", reject);
    child.on("close", (exitCode, signal) =>
      resolve({ exitCode, signal, stdout, stderr }),
    );
  });
}

/** The tests' own environment must not decide about colours or debugging. */
function environment(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const {
    FORCE_COLOR: _force,
    NO_COLOR: _no,
    DEBUG: _debug,
    ...env
  } = process.env;
  return { ...env, ...more };
}

/** Times in a text as `TIME`, so that the rest can be compared. */
export function withoutTimes(text: string): string {
  return text.replace(/\d+(?:\.\d)? m?s\b/g, "TIME");
}

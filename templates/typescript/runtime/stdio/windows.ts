/**
 * Starting programs on Windows. Many are batch files, `npx.cmd` among them: Node starts
 * those by no means but a shell, and does not find them under their short name.
 */
import { ConnectionError } from "../protocol/connection-error.js";

/** What to hand to `spawn`. */
export interface WindowsStart {
  readonly command: string;
  readonly args: readonly string[];
  /** Whether the command was found; if not, it was left to the command interpreter. */
  readonly found: boolean;
  /** The arguments are quoted already. */
  readonly windowsVerbatimArguments?: true;
}

/** What Windows tries where a command has no extension. */
const defaultExtensions = ".COM;.EXE;.BAT;.CMD";

/**
 * How to start a command: as it is, or, for a batch file and for what cannot be found,
 * by the command interpreter.
 *
 * @param env the environment it will have
 * @param isFile whether a path leads to a file
 * @throws {ConnectionError} for an argument that no batch file can be given
 */
export function windowsStart(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  isFile: (path: string) => boolean,
): WindowsStart {
  const found = find(command, env, isFile);
  const isProgram =
    found === undefined
      ? /\.(?:exe|com)$/i.test(command)
      : !/\.(?:bat|cmd)$/i.test(found);
  if (isProgram) return { command, args, found: true };
  const line = [found ?? command, ...args].map(quote).join(" ");
  return {
    command: variable(env, "COMSPEC") ?? "cmd.exe",
    // Extensions on, as the quoting of % needs them; no expansion of !; no autorun.
    args: ["/e:ON", "/v:OFF", "/d", "/s", "/c", `"${line}"`],
    found: found !== undefined,
    windowsVerbatimArguments: true,
  };
}

/** The file that a command means, by the rules of the command interpreter. */
function find(
  command: string,
  env: Readonly<Record<string, string>>,
  isFile: (path: string) => boolean,
): string | undefined {
  // Not in the working directory: a server must not be replaced by what lies there.
  const folders = /[\\/:]/.test(command)
    ? [""]
    : (variable(env, "PATH") ?? "")
        .split(";")
        .filter((folder) => folder !== "")
        .map((folder) => folder.replace(/[\\/]?$/, "\\"));
  const extensions = (variable(env, "PATHEXT") ?? defaultExtensions).split(";");
  if (/\.[^\\/.]+$/.test(command)) extensions.unshift("");
  for (const folder of folders) {
    for (const extension of extensions) {
      const path = `${folder}${command}${extension.toLowerCase()}`;
      if (isFile(path)) return path;
    }
  }
  return undefined;
}

/** Names of variables have no case on Windows. */
function variable(
  env: Readonly<Record<string, string>>,
  name: string,
): string | undefined {
  for (const [key, value] of Object.entries(env)) {
    if (key.toUpperCase() === name) return value;
  }
  return undefined;
}

/**
 * Quotes an argument so that the command interpreter takes it for one, twice: once on its
 * command line, and again where a batch file passes `%*` on.
 */
function quote(argument: string): string {
  if (/[\r\n\0]/.test(argument)) {
    throw new ConnectionError(
      `A batch file cannot be given an argument with a line break: ${JSON.stringify(argument)}`,
    );
  }
  if (/^[\w#$*+./:?@\\-]+$/.test(argument) && !argument.endsWith("\\")) {
    return argument;
  }
  const escaped = argument
    // Backslashes count only ahead of a quote, where each is written twice.
    .replace(/(\\*)"/g, '$1$1""')
    .replace(/(\\+)$/, "$1$1")
    // A % followed by a variable's substring of no length is a plain %.
    .replace(/%/g, "%%cd:~,%");
  return `"${escaped}"`;
}

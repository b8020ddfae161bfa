/** A project of a reader's, in which mcp-gen is installed and a page's commands are typed. */
import { spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { repositoryPath } from "../shared.js";

/** A new folder below the system's own for temporary files. */
export function scratchFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "mcp-gen-docs-")));
}

/** A scratch folder that is a project. */
export class Project {
  /** Its absolute path. */
  readonly folder: string;

  /** @param folder Where it is to be; a new folder for temporary files by default. */
  constructor(folder: string = scratchFolder()) {
    this.folder = folder;
    this.write("package.json", '{ "name": "reader", "type": "module" }\n');
    const modules = join(folder, "node_modules");
    mkdirSync(join(modules, ".bin"), { recursive: true });
    symlinkSync(repositoryPath, join(modules, "mcp-gen"));
    symlinkSync("../mcp-gen/dist/bin.cjs", join(modules, ".bin/mcp-gen"));
    symlinkSync(join(repositoryPath, "node_modules/ajv"), join(modules, "ajv"));
  }

  /** Writes a file, and its folders. */
  write(path: string, text: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Removes everything. */
  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Runs commands one after the other in one shell, as they would be typed.
   *
   * @returns what each of them printed, and its exit code.
   */
  async type(commands: readonly string[]): Promise<readonly Typed[]> {
    const mark = "\u0001";
    // `$?` is what the command before left, as in a terminal.
    const script = commands
      .map(
        (command) =>
          `(exit $status)\n${command}\nstatus=$?\nprintf '${mark}%s${mark}' $status`,
      )
      .join("\n");
    const output = await this.#run("bash", [
      "-c",
      `exec 2>&1\nstatus=0\n${script}`,
    ]);
    const parts = output.split(mark);
    return commands.map((command, index) => ({
      command,
      output: parts[2 * index] ?? "",
      exitCode: Number(parts[2 * index + 1] ?? Number.NaN),
    }));
  }

  /**
   * Runs a program with nothing on its stdin.
   *
   * @returns what it printed.
   * @throws Error when it fails, or has anything to say on stderr.
   */
  run(file: string): Promise<string> {
    return this.#run(process.execPath, [file]);
  }

  #run(program: string, args: readonly string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = spawn(program, args, {
        cwd: this.folder,
        env: this.#environment(),
        stdio: ["ignore", "pipe", "pipe"],
        timeout: 60_000,
      });
      let output = "";
      let complaints = "";
      child.stdout.on("data", (chunk) => (output += String(chunk)));
      child.stderr.on("data", (chunk) => (complaints += String(chunk)));
      child.on("error", reject);
      child.on("close", (code, signal) => {
        const text = `${output}${complaints}`;
        if (code === 0 && complaints === "") resolve(output);
        else
          reject(
            new Error(
              `${args.join(" ")} ended with ${code ?? signal}:\n${text}`,
            ),
          );
      });
    });
  }

  #environment(): NodeJS.ProcessEnv {
    const { PATH = "", HOME = this.folder } = process.env;
    const bin = join(this.folder, "node_modules/.bin");
    return {
      PATH: `${bin}:${dirname(process.execPath)}:${PATH}`,
      HOME,
      // Whatever a command would like to ask the registry, there is none.
      npm_config_offline: "true",
      npm_config_update_notifier: "false",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_AUTHOR_NAME: "Reader",
      GIT_AUTHOR_EMAIL: "reader@example.com",
      GIT_COMMITTER_NAME: "Reader",
      GIT_COMMITTER_EMAIL: "reader@example.com",
    };
  }
}

/** A command that was typed. */
export interface Typed {
  readonly command: string;
  /** What it printed, stderr included. */
  readonly output: string;
  readonly exitCode: number;
}

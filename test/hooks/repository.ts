/** A git repository of someone who generates with mcp-gen and commits the output. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { smallSchema } from "../cli/schema.js";
import { mcpGen, program } from "../cli/program.js";
import { npmEnvironment } from "../npm.js";
import { plant, temporaryFolder, type Tree } from "../output/folder.js";
import { repositoryPath } from "../shared.js";

/** What a program did. */
export interface Run {
  readonly exitCode: number | null;
  readonly output: string;
}

/** The repository, with its first commit made and no hook in it yet. */
export class Repository {
  /** Absolute path. */
  readonly folder: string;
  readonly #environment: NodeJS.ProcessEnv;

  /**
   * @param environment Variables that its owner has set.
   * @param folder An empty folder for it, else one that is gone after the test.
   */
  constructor(
    environment: NodeJS.ProcessEnv = {},
    folder: string = temporaryFolder(),
  ) {
    this.folder = folder;
    this.#environment = {
      ...withoutHooks(npmEnvironment()),
      ...gitIdentity(this.folder),
      ...environment,
    };
    plant(this.folder, {
      ".gitignore": "node_modules/\n",
      "package.json": '{ "private": true, "type": "module" }\n',
      "mcp-gen.config.json":
        '{ "schema": "./mcp/schema.ts", "emit": ["types", "errors"] }\n',
      "mcp/schema.ts": smallSchema(),
    });
    // As npm would have installed it.
    const bin = path.join(this.folder, "node_modules/.bin");
    mkdirSync(bin, { recursive: true });
    symlinkSync(
      repositoryPath,
      path.join(this.folder, "node_modules/mcp-gen"),
      "junction",
    );
    symlinkSync(program, path.join(bin, "mcp-gen"));
    this.git("init", "--quiet", "--initial-branch=main");
    this.generate();
    this.git("add", "--all");
    this.git("commit", "--quiet", "--message", "Generate");
  }

  /** Adds a type to the schema and stages that. */
  changeSchema(type: string): void {
    this.write({ "mcp/schema.ts": smallSchema(type) });
    this.git("add", "mcp");
  }

  /** Generates, as `npx mcp-gen` does. */
  generate(): void {
    const { exitCode, stderr } = mcpGen(this.folder, []);
    if (exitCode !== 0) throw new Error(stderr);
  }

  /** Writes files below the repository. */
  write(tree: Tree): void {
    plant(this.folder, tree);
  }

  /** Commits what is staged; the hook decides. */
  commit(): Run {
    return this.run("git", ["commit", "--message", "Change the schema"]);
  }

  /** How many commits there are. */
  get commits(): number {
    return Number(this.git("rev-list", "--count", "HEAD"));
  }

  /** A file of the last commit. */
  committed(file: string): string {
    return this.git("show", `HEAD:${file}`);
  }

  /** What is in the folder. */
  read(file: string): string {
    return readFileSync(path.join(this.folder, file), "utf8");
  }

  /** Runs git, which has to succeed. */
  git(...args: readonly string[]): string {
    const { exitCode, output } = this.run("git", args);
    if (exitCode !== 0) throw new Error(`git ${args.join(" ")}:\n${output}`);
    return output;
  }

  /** Runs a program in the repository, as its owner would in a terminal. */
  run(command: string, args: readonly string[]): Run {
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      cwd: this.folder,
      encoding: "utf8",
      timeout: 300_000,
      env: this.#environment,
    });
    if (error !== undefined) throw error;
    return { exitCode: status, output: stdout + stderr };
  }
}

/** Nothing of a hook that may be running these tests. */
function withoutHooks(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^(?:GIT_|HUSKY|LEFTHOOK|PRE_COMMIT|CI$)/.test(name),
    ),
  );
}

/** Makes git's configuration that of a user called Ada, whatever this machine's is. */
export function gitIdentity(folder: string): NodeJS.ProcessEnv {
  const config = path.join(folder, ".git-config");
  writeFileSync(
    config,
    '[user]\n\tname = Ada\n\temail = ada@example.com\n[protocol "file"]\n\tallow = always\n',
  );
  return { GIT_CONFIG_GLOBAL: config, GIT_CONFIG_NOSYSTEM: "1" };
}

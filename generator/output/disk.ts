/** The one door to the file system of the output step, so that tests can make it fail. */
import nodeFs from "node:fs";

/**
 * The calls of `node:fs` that the output step makes. All are synchronous: while
 * files are put in place nothing else of this process runs in between.
 */
export type Disk = Pick<
  typeof nodeFs,
  | "copyFileSync"
  | "linkSync"
  | "lstatSync"
  | "mkdirSync"
  | "readFileSync"
  | "realpathSync"
  | "renameSync"
  | "rmSync"
  | "rmdirSync"
  | "statSync"
  | "unlinkSync"
  | "utimesSync"
  | "writeFileSync"
>;

/** The machine's file system. */
export const nodeDisk: Disk = nodeFs;

/** The code of a failed system call, e.g. `ENOENT`; undefined for other errors. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error
    ? String(error.code)
    : undefined;
}

/**
 * Reads a file as text.
 *
 * @returns undefined when there is no such file.
 * @throws the system's error for anything else, e.g. a folder of that name.
 */
export function readText(disk: Disk, path: string): string | undefined {
  try {
    return disk.readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** System error codes in words. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EBUSY: "a file is in use by another program",
  EDQUOT: "the disk quota is used up",
  EEXIST: "a file is in the way",
  EFBIG: "it is larger than 64 MiB",
  EISDIR: "a folder is in the way",
  EMFILE: "too many open files",
  ENAMETOOLONG: "the path is too long",
  ENFILE: "too many open files",
  ENOENT: "it, or a folder on the way to it, does not exist",
  ENOSPC: "no space left on the disk",
  ENOTDIR: "a file is in the way",
  ENOTREG: "it is not a regular file",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
};

/**
 * Why a system call failed, in words for people.
 *
 * @returns undefined when the error does not come from the system.
 */
export function reasonOf(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  return REASONS[code] ?? `the system says ${code}`;
}

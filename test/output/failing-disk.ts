/** A file system whose n-th change fails, or at whose n-th change the process dies. */
import fs from "node:fs";
import type { Disk } from "../../generator/output/disk.js";

/** Calls that change the disk. */
const CHANGES: ReadonlySet<string> = new Set([
  "copyFileSync",
  "linkSync",
  "mkdirSync",
  "renameSync",
  "rmSync",
  "rmdirSync",
  "unlinkSync",
  "utimesSync",
  "writeFileSync",
]);

/** What goes wrong. */
export interface Fault {
  /** The n-th change, counted from 0. */
  readonly at: number;
  /** A system error code, or `killed`: this call and all later ones do nothing. */
  readonly how: "ENOSPC" | "EACCES" | "EIO" | "killed";
  /** Counts, and fails, these calls only. */
  readonly only?: keyof Disk;
  /** Links never work, as on some file systems. */
  readonly noLinks?: boolean;
}

/** Thrown by every call of a killed process; whoever catches it can do nothing more. */
class Killed extends Error {}

/** A disk with a fault, and how many changes it saw. */
export interface FailingDisk {
  readonly disk: Disk;
  readonly seen: () => number;
}

/** Wraps the machine's file system. */
export function failingDisk(fault: Fault): FailingDisk {
  let count = 0;
  let isDead = false;
  const disk = new Proxy(fs, {
    get: (target, name: keyof Disk) => {
      const call = target[name] as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        if (isDead) throw new Killed();
        if (name === "linkSync" && fault.noLinks === true)
          throw systemError("EPERM");
        if (!CHANGES.has(name)) return call(...args);
        if (fault.only !== undefined && name !== fault.only)
          return call(...args);
        if (count++ === fault.at) {
          isDead = fault.how === "killed";
          throw isDead ? new Killed() : systemError(fault.how);
        }
        return call(...args);
      };
    },
  }) as Disk;
  return { disk, seen: () => count };
}

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

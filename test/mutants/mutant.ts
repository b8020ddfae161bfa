/** One fault to put into the generated code. */
export interface Mutant {
  /** What it does wrong. */
  readonly fault: string;
  /** The function, method (`Class.method`) or constant that has it, whatever its file. */
  readonly within: string;
  /** Text that it holds exactly once; white space in it matches any white space. */
  readonly text: string;
  readonly becomes: string;
  /** Requirements whose probes may notice it. */
  readonly probes: readonly string[];
  /** Test files that have to, where no probe can. */
  readonly tests?: readonly string[];
}

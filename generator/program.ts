/** What is built into one file, `dist/program.cjs`: the library, and the program's runs. */
export * as library from "./generate.js";
export { runMain } from "./main.js";

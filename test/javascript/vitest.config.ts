/** The tests of the generated code, over the JavaScript that `--language js` makes of it. */
import path from "node:path";
import { defineConfig, type ViteUserConfig } from "vitest/config";

/** Where `same-tests.test.ts` has written it. */
const output = process.env["MCP_GEN_JAVASCRIPT_OUTPUT"] ?? "";

const config: ViteUserConfig = defineConfig({
  plugins: [
    {
      name: "javascript-output",
      enforce: "pre",
      resolveId(source) {
        const file = /^(?:\.\.\/)+out\/draft\/(.*)$/.exec(source)?.[1];
        return file === undefined ? undefined : path.join(output, file);
      },
    },
  ],
  test: {
    root: path.resolve(import.meta.dirname, "../.."),
    include: [
      "test/javascript/loaded.ts",
      "test/cases/*.test.ts",
      "test/runtime/{caching,input,server,subscriptions}.test.ts",
    ],
    testTimeout: 60_000,
  },
});

export default config;

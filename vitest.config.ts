import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/build.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Tests wait for processes more than they compute: no core stays free for the runner.
    maxWorkers: "100%",
    // Hundreds of tests start processes and wait for them, on machines that do other things
    // as well. In CI a failure has to happen twice; the report names what was tried again.
    retry: process.env["CI"] === undefined ? 0 : 1,
  },
});

export default config;

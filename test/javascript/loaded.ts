/** Run with the tests that `vitest.config.ts` lists: it is the JavaScript that they test. */
import { expect, test } from "vitest";
import { assertTool } from "../../out/draft/validators.js";

test("the JavaScript is what is loaded", () => {
  const folder = process.env["MCP_GEN_JAVASCRIPT_OUTPUT"] ?? "";
  expect(folder).not.toBe("");
  try {
    assertTool("no tool");
    expect.unreachable();
  } catch (error) {
    expect((error as Error).stack).toContain(`${folder}/validation.js`);
  }
});

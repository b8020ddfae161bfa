// Loaded before a program whose peak memory is to be known: writes it down at the end.
const { writeFileSync } = require("node:fs");

process.on("exit", () => {
  writeFileSync(
    process.env.MCP_GEN_PEAK_FILE,
    String(process.resourceUsage().maxRSS),
  );
});

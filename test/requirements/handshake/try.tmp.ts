import { legacyProbes } from "./all-probes.js";
import { ours } from "./ours/subject.js";
const only = process.argv[2]?.split(",");
const ways = process.argv[3]?.split(",");
const subject = await ours();
process.on("unhandledRejection", (e) => console.log("UNHANDLED", String(e).slice(0, 200)));
let good = 0, bad = 0;
for (const p of legacyProbes) {
  if (ways && p.way && !ways.includes(p.way)) continue;
  if (only && !only.some((o) => p.id.startsWith(o))) continue;
  let r = "ok";
  try {
    const v = await Promise.race([p.run(subject), new Promise((_, j) => setTimeout(() => j(new Error("hangs")), 12000))]);
    if (v !== undefined) r = "absent";
  } catch (e) { r = String((e as Error).message).replace(/\s+/g, " ").slice(0, 230); }
  if (r === "ok") good++; else bad++;
  if (r !== "ok") console.log(p.id, p.side, p.way, p.revision, "|", p.claim, "|", r);
}
console.log(good, bad);
await subject.stop();
process.exit(0);

/** Starts the server whose path is given, lists its tools and calls one. */
import { Client, stdioTransport } from "@example/protocol/client";
import { legacy } from "@example/protocol/legacy";

const [server = ""] = process.argv.slice(2);
const client = new Client(
  stdioTransport({ command: process.execPath, args: [server] }),
  { info: { name: "greeted", version: "1.0.0" }, legacy },
);

for await (const tool of client.listTools.all()) {
  console.log(`${tool.name}: ${tool.description ?? ""}`);
}
const { content } = await client.callTool({
  name: "greet",
  arguments: { name: "Ada" },
});
for (const block of content) {
  if (block.type === "text") console.log(block.text);
}
await client.close();

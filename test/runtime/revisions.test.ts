/**
 * The same runtime under other revisions of its era: what differs between them is in
 * the registry, and in `revision.ts`.
 */
import { expect, test } from "vitest";
import type * as ClientModule from "../../out/draft/client.js";
import type * as MethodsModule from "../../out/draft/methods.js";
import type * as ServerModule from "../../out/draft/server.js";
import { importOutput } from "../emit/import-output.js";
import {
  describeWithShared,
  embeddedModel,
  sharedModel,
  sharedRevisions,
} from "../shared.js";
import type { Message } from "./raw-peer.js";

type Output = typeof ClientModule & typeof ServerModule & typeof MethodsModule;

const outputs = new Map<string, Promise<Output>>();

/** Client and server of a shared revision, generated once. */
function outputOf(name: string): Promise<Output> {
  let output = outputs.get(name);
  if (output === undefined) {
    output = importOutput<Output>(sharedModel(name), ["client", "server"]);
    outputs.set(name, output);
  }
  return output;
}

/** A server and a client of one revision, and all that goes over the wire. */
async function setting(output: Output) {
  const wire: Message[] = [];
  const [near, far] = output.memoryTransports();
  const server = output.createMcpServer({
    info: { name: "s", version: "2" },
    handlers: {
      listTools: () => ({ tools: [] }),
      callTool: ({ name }, context) =>
        context.inputResponse("who", "elicitation/create") === undefined &&
        name === "ask"
          ? context.inputRequired({
              inputRequests: {
                who: context.elicit({
                  message: "Who?",
                  requestedSchema: { type: "object", properties: {} },
                }),
              },
            })
          : { content: [{ type: "text", text: name }] },
    },
  });
  output.serve(server, {
    receive: (receiver) =>
      far.receive({
        message: (message) => {
          wire.push(message as Message);
          receiver.message(message);
        },
        malformed: (text, cause) => receiver.malformed(text, cause),
        failed: (id, cause) => receiver.failed(id, cause),
        lost: (cause) => receiver.lost(cause),
        report: (error) => receiver.report(error),
        closed: (cause) => receiver.closed(cause),
      }),
    send: (message) => {
      wire.push(message);
      return far.send(message);
    },
    close: () => far.close(),
  });
  const client = new output.Client(near, {
    info: { name: "c", version: "1" },
    inputs: { "elicitation/create": () => ({ action: "decline" }) },
  });
  return { wire, server, client };
}

/** The answer of a server to one message. */
async function answerTo(output: Output, message: object): Promise<Message> {
  const { server } = await setting(output);
  return new Promise((resolve) => {
    server.request(message as never, {
      shared: false,
      notify: () => undefined,
      respond: (response, status) => resolve({ ...response, status }),
    });
  });
}

function request(output: Output, leaveOut?: string, replace: object = {}) {
  const { requestMetaKeys } = output;
  const meta: Message = {
    [requestMetaKeys.protocolVersion.key]: output.LATEST_PROTOCOL_VERSION,
    [requestMetaKeys.clientInfo.key]: { name: "c", version: "1" },
    [requestMetaKeys.clientCapabilities.key]: {},
    ...replace,
  };
  if (leaveOut !== undefined) delete meta[leaveOut];
  return {
    jsonrpc: "2.0",
    id: 1,
    method: "server/discover",
    params: { _meta: meta },
  };
}

describeWithShared("revisions with metadata on each request", () => {
  const revisions = sharedRevisions().filter(
    ({ name }) => sharedModel(name).era === "stateless",
  );

  test.each(revisions)("$name: client and server talk", async ({ name }) => {
    const output = await outputOf(name);
    const { wire, server, client } = await setting(output);
    expect(await client.discover()).toMatchObject({
      resultType: "complete",
      supportedVersions: [output.LATEST_PROTOCOL_VERSION],
      capabilities: { tools: { listChanged: true } },
    });
    expect((await client.callTool({ name: "ask" })).content).toEqual([
      { type: "text", text: "ask" },
    ]);
    expect((await client.listTools()).tools).toEqual([]);
    const subscription = client.listen({ toolsListChanged: true });
    expect(await subscription.acknowledged).toEqual({ toolsListChanged: true });
    server.notify.toolsListChanged();
    expect(await subscription.next()).toMatchObject({
      value: { method: "notifications/tools/list_changed" },
    });
    await server.close();
    expect(await subscription.next()).toMatchObject({ done: true });
    await client.close();

    // Whoever needs it says so in each request, and is told so where it is missing.
    for (const { key, required } of Object.values(output.requestMetaKeys)) {
      const answer = await answerTo(output, request(output, key));
      expect([key, "error" in answer]).toEqual([key, required]);
      if (required) {
        expect(answer).toMatchObject({ error: { code: -32602 }, status: 400 });
      }
    }
    for (const { params } of wire.filter(({ id, method }) => id && method)) {
      expect(params._meta).toHaveProperty([
        output.requestMetaKeys.protocolVersion.key,
      ]);
    }
  });

  test.each(revisions)(
    "$name: a version that is not served",
    async ({ name }) => {
      const output = await outputOf(name);
      const key = output.requestMetaKeys.protocolVersion.key;
      const asked = request(output, undefined, { [key]: "1999-01-01" });
      const { error, status } = await answerTo(output, asked);
      expect(status).toBe(400);
      expect(error.data).toEqual({
        supported: [output.LATEST_PROTOCOL_VERSION],
        requested: "1999-01-01",
      });
      const [near, far] = output.memoryTransports();
      const { server } = await setting(output);
      output.serve(server, far);
      const client = new output.Client(near, {
        info: { name: "c", version: "1" },
        protocolVersions: ["1999-01-01", output.LATEST_PROTOCOL_VERSION],
      });
      await client.discover();
      expect(client.protocolVersion).toBe(output.LATEST_PROTOCOL_VERSION);
      await client.close();
    },
  );

  test("2026-06-23: identity is required of clients, and servers give theirs in the discovery", async () => {
    const output = await outputOf("history/2026-06-23-2ffc3fa2");
    const { wire, client } = await setting(output);
    const discovered = await client.discover();
    expect(discovered).toMatchObject({
      serverInfo: { name: "s", version: "2" },
    });
    expect(discovered).not.toHaveProperty("_meta");
    expect(output.serverInfoOf(discovered)).toEqual({
      name: "s",
      version: "2",
    });
    expect(await client.listTools()).not.toHaveProperty("_meta");
    expect(wire[0]?.["params"]._meta).toMatchObject({
      "io.modelcontextprotocol/clientInfo": { name: "c", version: "1" },
    });
    const [near] = output.memoryTransports();
    expect(
      () =>
        new output.Client(near, {
          info: { name: "c", version: "1" },
          identify: false,
        }),
    ).toThrow(/clientInfo/);
    await client.close();
  });

  test("2026-05-14: a refused version has the code that this draft gave it", async () => {
    const output = await outputOf("history/2026-05-14-cd3c9a84");
    const key = output.requestMetaKeys.protocolVersion.key;
    expect(
      await answerTo(output, request(output, undefined, { [key]: "1" })),
    ).toMatchObject({ error: { code: -32602, data: { requested: "1" } } });
  });
});

test("the embedded draft: identity is in the metadata of each result", async () => {
  const output = await importOutput<Output>(embeddedModel(), [
    "client",
    "server",
  ]);
  const { client } = await setting(output);
  for (const result of [await client.discover(), await client.listTools()]) {
    expect(result).not.toHaveProperty("serverInfo");
    expect(output.serverInfoOf(result)).toEqual({ name: "s", version: "2" });
  }
  await client.close();
});

/** The generated code under test. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { isSendableErrorCode } from "../../../out/draft/errors.js";
import {
  memoryTransports,
  nodeHandler,
  serve,
} from "../../../out/draft/server.js";
import {
  deliverText,
  type Receiver,
} from "../../../out/draft/runtime/protocol/transport.js";
import * as validators from "../../../out/draft/validators.js";
import type { TypeValidators } from "../../compiled-output.js";
import { bundle, startProgram, type Program } from "../program.js";
import { ChannelWire, HttpWire } from "../server-wire.js";
import type { ServerSettings, Subject } from "../subject.js";
import { connectClient } from "./client.js";
import { fixtureServer } from "./server.js";

const noCanary = "http://127.0.0.1:1/schema";

/** Makes the subject. Its program is bundled on first use. */
export function ours(): Subject {
  let program: Promise<Program> | undefined;
  let strict: ReturnType<typeof importStrict> | undefined;
  return {
    name: "mcp-gen",
    serve: async (way, settings) => {
      if (way === "memory") return memoryWire(settings);
      if (way === "http") return httpWire(settings);
      program ??= bundle(
        fileURLToPath(new URL("stdio-program.ts", import.meta.url)),
        tmpdir(),
        false,
      );
      return startProgram(await program, [settings.canary ?? noCanary]);
    },
    connect: connectClient,
    validators: {
      is: (type, value) =>
        (validators as unknown as Record<string, (value: unknown) => boolean>)[
          `is${type}`
        ]?.(value) === true,
      isExactly: async (type, value) => {
        strict ??= importStrict();
        return (await strict)(type).is(value);
      },
      isElicitation: (params) =>
        validators.checkElicitation(params).length === 0,
      areSamplingMessages: (messages) =>
        messages.every(validators.isSamplingMessage) &&
        validators.checkSamplingMessages(messages).length === 0,
      isIconSource: validators.isIconSource,
      isResult: (method, result) =>
        validators.validateResult(method as never, result).success,
      isMetaKey: validators.isMetaKey,
      isExtensionId: validators.isExtensionId,
      isTraceparent: validators.isTraceparent,
      isTracestate: validators.isTracestate,
      isBaggage: validators.isBaggage,
      hasValidHeaders: (schema) =>
        validators.checkToolHeaders(schema).length === 0,
      isSendable: isSendableErrorCode,
    },
    stop: async () => (await program)?.remove(),
  };
}

/** Validators that are generated with `--formats assert`. */
async function importStrict(): Promise<(typeName: string) => TypeValidators> {
  // Loaded late, as it brings the generator with it.
  const { importValidators } = await import("../../compiled-output.js");
  const { embeddedModel } = await import("../../shared.js");
  return importValidators(embeddedModel(), "assert");
}

function memoryWire(settings: ServerSettings): ChannelWire {
  const server = fixtureServer(settings.canary ?? noCanary);
  const [near, far] = memoryTransports();
  let receiver: Receiver | undefined;
  let rest = "";
  const wire = new ChannelWire(
    "memory",
    (bytes) => {
      const lines = (rest + Buffer.from(bytes).toString()).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line !== "" && receiver) deliverText(receiver, line);
      }
    },
    () => server.close(),
  );
  serve(server, {
    receive(given) {
      receiver = given;
      far.receive(given);
    },
    send: (message) => far.send(message),
    close: () => far.close(),
  });
  near.receive({
    message: (message) => wire.take(`${JSON.stringify(message)}\n`),
    malformed: () => undefined,
    failed: () => undefined,
    lost: () => undefined,
    report: () => undefined,
    closed: () => undefined,
  });
  return wire;
}

async function httpWire(settings: ServerSettings): Promise<HttpWire> {
  const server = fixtureServer(settings.canary ?? noCanary);
  const http = createServer(nodeHandler(server));
  await new Promise<void>((resolve) => {
    http.listen(0, "127.0.0.1", resolve);
  });
  return new HttpWire((http.address() as AddressInfo).port, async () => {
    await server.close();
    await new Promise<void>((resolve) => {
      http.close(() => resolve());
      http.closeAllConnections();
    });
  });
}

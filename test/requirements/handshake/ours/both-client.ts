/** Clients of both eras. */
import * as module from "../../../../out/draft/client.js";
import { clientFacts } from "../../../../out/draft/legacy/handshake.js";
import { callingBoth } from "../../../../out/draft/runtime/http/client/both-transport.js";
import type { Message } from "../../message.js";
import type { HandshakePeer } from "../peer.js";
import type { BothClient, BothClientSettings } from "../subject.js";
import { transportTo } from "./transport.js";

/** Connects a client of both eras to a peer made of bytes. */
export function connectBoth(
  to: HandshakePeer,
  settings: BothClientSettings,
): BothClient {
  const { inputs, capabilities, era, versions, patienceMs } = settings;
  const client = new module.Client(transportTo(module, to), {
    info: { name: "client", version: "1.0.0" },
    legacy: callingBoth(clientFacts, patienceMs),
    inputs: inputs as module.InputHandlers | undefined,
    capabilities,
    era,
    protocolVersions: versions,
    timeoutMs: settings.timeoutMs ?? 9_000,
  });
  return {
    request: (method, params = {}, options = {}) =>
      client.request(method, params, options as module.CallOptions),
    listen: (filter) => {
      const seen: Message[] = [];
      const subscription = client.listen(filter);
      void (async () => {
        for await (const event of subscription) seen.push(event);
      })().catch(() => undefined);
      return {
        seen,
        acknowledged: subscription.acknowledged,
        close: () => subscription.close(),
      };
    },
    era: () => client.era,
    version: () => client.protocolVersion,
    saysVersion: (error) => error instanceof module.NoCommonVersionError,
    close: () => client.close(),
  };
}

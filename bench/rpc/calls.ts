/** A call from client to server in one process, over a wire of JSON text. */
import { deepEqual } from "node:assert/strict";
import { type Effort, type Timing, timeAll } from "./measure.js";
import { sdkClient } from "./sdk.js";
import {
  callRequest,
  callResponse,
  toolArguments,
  toolName,
} from "./messages.js";
import { ourClient } from "./subject.js";

const timeoutMs = 60_000;

/**
 * Times calls with a timeout and a signal. The floor is what the wire alone costs:
 * request and response, each written and read once.
 */
export async function measureCalls(effort: Effort): Promise<readonly Timing[]> {
  const ours = ourClient();
  const theirs = await sdkClient();
  const { signal } = new AbortController();
  // The SDK leaves its listeners on a signal; ours must not pay for them.
  const { signal: theirSignal } = new AbortController();
  const call = { name: toolName, arguments: toolArguments };
  // The floor is only one if it carries what our call really carries.
  deepEqual(await ours.callTool(call), callResponse.result);
  try {
    return await timeAll(
      [
        {
          name: "JSON alone",
          run: (times) => {
            for (let time = 0; time < times; time += 1) {
              JSON.parse(JSON.stringify(callRequest));
              JSON.parse(JSON.stringify(callResponse));
            }
          },
        },
        {
          name: "mcp-gen",
          run: async (times) => {
            for (let time = 0; time < times; time += 1) {
              await ours.callTool(call, { signal, timeoutMs });
            }
          },
        },
        {
          name: "SDK",
          run: async (times) => {
            for (let time = 0; time < times; time += 1) {
              await theirs.callTool(call, {
                signal: theirSignal,
                timeout: timeoutMs,
              });
            }
          },
        },
      ],
      effort,
    );
  } finally {
    await Promise.all([ours.close(), theirs.close()]);
  }
}

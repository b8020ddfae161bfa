/** What a stateless call costs a server and a client that speak the older era as well. */
import type { ServeOptions } from "../../out/draft/server.js";
import { Client } from "../../out/draft/client.js";
import { legacy } from "../../out/draft/legacy.js";
import { memoryTransports } from "../../out/draft/runtime/memory.js";
import { serve } from "../../out/draft/server.js";
import { type Effort, type Timing, timeAll } from "./measure.js";
import { info, toolArguments, toolName } from "./messages.js";
import { ourServer } from "./subject.js";

/** Times calls in one process; the first of them, without the older era, is the floor. */
export async function measureLegacy(
  effort: Effort,
): Promise<readonly Timing[]> {
  const call = { name: toolName, arguments: toolArguments };
  const clients = {
    "without legacy": connect({}),
    "legacy at the server": connect({ legacy }),
    "legacy at both ends": connect({ legacy }, { legacy }),
  };
  try {
    return await timeAll(
      Object.entries(clients).map(([name, client]) => ({
        name,
        run: async (times: number) => {
          for (let time = 0; time < times; time += 1) {
            await client.callTool(call);
          }
        },
      })),
      effort,
    );
  } finally {
    await Promise.all(Object.values(clients).map((client) => client.close()));
  }
}

function connect(
  serving: ServeOptions,
  calling: { readonly legacy?: typeof legacy } = {},
): Client {
  const [near, far] = memoryTransports();
  serve(ourServer(), far, serving);
  return new Client(near, { info, ...calling });
}

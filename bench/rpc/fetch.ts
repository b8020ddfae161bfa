/** A `Request` in, a `Response` out, without a network. */
import { fetchHandler } from "../../out/draft/runtime/http/fetch.js";
import { type Effort, type Timing, timeAll } from "./measure.js";
import { callHeaders, callRequest, callResponse } from "./messages.js";
import { sdkFetchHandler } from "./sdk.js";
import { ourServer } from "./subject.js";

const body = JSON.stringify(callRequest);

/** The floor: reads a `Request` as JSON, makes a `Response` of JSON. */
async function bare(request: Request): Promise<Response> {
  const { id } = JSON.parse(await request.text()) as { id: unknown };
  return new Response(JSON.stringify({ ...callResponse, id }), {
    status: 200,
    headers: { "content-type": "application/json" },
  });
}

/** Times handlers, from making the `Request` to having read the `Response`. */
export async function measureFetch(effort: Effort): Promise<readonly Timing[]> {
  const candidate = (
    name: string,
    handler: (request: Request) => Promise<Response>,
  ) => ({
    name,
    run: async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        const response = await handler(
          new Request("http://127.0.0.1/mcp", {
            method: "POST",
            headers: callHeaders,
            body,
          }),
        );
        await response.text();
      }
    },
  });
  return timeAll(
    [
      candidate("bare Request and Response", bare),
      candidate("mcp-gen fetchHandler", fetchHandler(ourServer())),
      candidate("SDK", await sdkFetchHandler()),
    ],
    effort,
  );
}

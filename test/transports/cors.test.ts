/** Web pages that call: preflights, headers of answers, and requests that are refused. */
import { describe, expect, test } from "vitest";
import {
  fetchHandler,
  HttpRefusedError,
  nodeHandler,
  type FetchHandlerOptions,
  type McpServer,
} from "../../out/draft/server.js";
import {
  call,
  fixtureServer,
  headersFor,
  listen,
  post,
  type Fixture,
} from "./fixture.js";

const page = "https://app.example.com";
const headers = headersFor("tools/call", "echo");

/** Sends a request to either kind of handler. */
type Ask = (
  method: string,
  headers: Readonly<Record<string, string>>,
  body: string,
) => Promise<{ status: number; headers: Headers; body: string }>;

const adapters: Readonly<
  Record<
    string,
    (
      server: McpServer,
      options: FetchHandlerOptions & object,
    ) => Promise<{ ask: Ask; close: () => Promise<void> }>
  >
> = {
  fetchHandler: async (server, options) => {
    const handler = fetchHandler(server, options);
    return {
      ask: async (method, given, body) => {
        const answer = await handler(
          new Request("http://localhost/", {
            method,
            headers: given,
            ...(body === "" ? {} : { body }),
          }),
        );
        return {
          status: answer.status,
          headers: answer.headers,
          body: await answer.text(),
        };
      },
      close: async () => undefined,
    };
  },
  nodeHandler: async (server, options) => {
    const at = await listen(nodeHandler(server, options as object));
    return {
      ask: async (method, given, body) => {
        const answer = await post(at.port, given, body, method);
        return { ...answer, headers: new Headers(answer.headers) };
      },
      close: () => at.close(),
    };
  },
};

describe.each(Object.entries(adapters))("%s", (_, start) => {
  async function using(
    options: FetchHandlerOptions,
    run: (ask: Ask, fixture: Fixture) => Promise<void>,
  ): Promise<void> {
    const fixture = fixtureServer();
    const { ask, close } = await start(fixture.server, options);
    await run(ask, fixture);
    await close();
  }

  const preflight = {
    Origin: page,
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers":
      "content-type,mcp-method,mcp-param-region,x-key,mcp-param-a:b",
  };

  test("a preflight of a listed page is answered with what the protocol needs", () =>
    using({ allowedOrigins: [page], cors: true }, async (ask) => {
      const answer = await ask("OPTIONS", preflight, "");
      expect(answer.status).toBe(204);
      expect(answer.body).toBe("");
      expect(answer.headers.get("access-control-allow-origin")).toBe(page);
      expect(answer.headers.get("access-control-allow-methods")).toBe("POST");
      expect(answer.headers.get("vary")).toBe("origin");
      expect(
        answer.headers.get("access-control-allow-headers")?.split(", "),
      ).toEqual([
        "accept",
        "authorization",
        "content-type",
        "mcp-protocol-version",
        "mcp-method",
        "mcp-name",
        "mcp-param-region",
      ]);
    }));

  test("further headers can be allowed", () =>
    using(
      { allowedOrigins: [page], cors: { headers: ["X-Key"] } },
      async (ask) => {
        const answer = await ask("OPTIONS", preflight, "");
        expect(answer.headers.get("access-control-allow-headers")).toContain(
          "x-key",
        );
      },
    ));

  test.each([
    ["another page", { ...preflight, Origin: "https://evil.example" }, 403],
    ["no preflight", { Origin: page }, 405],
    ["no page", { "Access-Control-Request-Method": "POST" }, 405],
  ])("OPTIONS of %s: %#", (_name, given, status) =>
    using({ allowedOrigins: [page], cors: true }, async (ask) => {
      const answer = await ask("OPTIONS", given, "");
      expect(answer.status).toBe(status);
      expect(answer.headers.get("access-control-allow-methods")).toBeNull();
    }),
  );

  test("a host that is not allowed is not told that its page may call", () =>
    using(
      {
        allowedOrigins: [page],
        allowedHosts: ["mcp.example.com"],
        cors: true,
      },
      async (ask) => {
        expect((await ask("OPTIONS", preflight, "")).status).toBe(403);
      },
    ));

  test("a page can read every answer: results, streams, errors, refusals", () =>
    using({ allowedOrigins: ["*"], cors: true }, async (ask) => {
      const from = { ...headers, Origin: page };
      const progress = call(1, "count", { to: 1 }, { progressToken: 1 });
      for (const [status, given, body] of [
        [200, from, JSON.stringify(call(1, "echo"))],
        [
          200,
          { ...headersFor("tools/call", "count"), Origin: page },
          JSON.stringify(progress),
        ],
        [400, from, "{"],
        [406, { ...from, Accept: "text/html" }, "{}"],
        [202, from, '{"jsonrpc":"2.0","method":"x"}'],
      ] as const) {
        const answer = await ask("POST", given, body);
        expect(answer.status).toBe(status);
        expect(answer.headers.get("access-control-allow-origin")).toBe(page);
        expect(answer.headers.get("access-control-expose-headers")).toContain(
          "www-authenticate",
        );
      }
    }));

  test("programs, other pages and handlers without the option get no such header", async () => {
    const ok = JSON.stringify(call(1, "echo"));
    await using({ allowedOrigins: [page], cors: true }, async (ask) => {
      const program = await ask("POST", headers, ok);
      expect(program.status).toBe(200);
      expect(program.headers.get("access-control-allow-origin")).toBeNull();
      const other = await ask(
        "POST",
        { ...headers, Origin: "https://evil.example" },
        ok,
      );
      expect(other.status).toBe(403);
      expect(other.headers.get("access-control-allow-origin")).toBeNull();
    });
    await using({ allowedOrigins: [page] }, async (ask) => {
      const answer = await ask("POST", { ...headers, Origin: page }, ok);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
      expect((await ask("OPTIONS", preflight, "")).status).toBe(405);
    });
  });

  test("without pages it is a mistake", async () => {
    await expect(start(fixtureServer().server, { cors: true })).rejects.toThrow(
      /allowedOrigins/,
    );
  });

  test("principal turns a request away before its body is read", async () => {
    const users: Record<string, string> = { "Bearer ada": "ada" };
    const challenge = 'Bearer resource_metadata="https://mcp.example.com/x"';
    for (const wait of [false, true]) {
      const principal = (request: { readonly headers: unknown }) => {
        const given = new Headers(request.headers as Record<string, string>);
        const id = users[given.get("authorization") ?? ""];
        const found =
          id === undefined
            ? new HttpRefusedError(401, "A token is needed.", {
                "www-authenticate": challenge,
              })
            : { id };
        if (wait) {
          return found instanceof Error
            ? Promise.reject(found)
            : Promise.resolve(found);
        }
        if (found instanceof Error) throw found;
        return found;
      };
      await using(
        { principal, allowedOrigins: [page], cors: true },
        async (ask, { errors }) => {
          const from = { ...headers, Origin: page };
          const refused = await ask("POST", from, "not even JSON");
          expect(refused.status).toBe(401);
          expect(refused.body).toBe("A token is needed.");
          expect(refused.headers.get("www-authenticate")).toBe(challenge);
          expect(refused.headers.get("access-control-allow-origin")).toBe(page);
          const served = await ask(
            "POST",
            { ...from, Authorization: "Bearer ada" },
            JSON.stringify(call(1, "echo")),
          );
          expect(served.status).toBe(200);
          // It was meant: nobody has to be told.
          expect(errors).toEqual([]);
        },
      );
    }
  });

  test("a principal that fails for another reason is the owner's fault", () =>
    using(
      { principal: () => Promise.reject(new Error("no database")) },
      async (ask, { errors }) => {
        const answer = await ask(
          "POST",
          headers,
          JSON.stringify(call(1, "echo")),
        );
        expect(answer.status).toBe(500);
        expect(errors).toEqual(["Error: no database"]);
      },
    ));
});

/** Downloads: whole or not at all, with one line that says why not. */
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { UsageError } from "../../generator/failure.js";
import type { Environment } from "../../generator/upstream/download.js";
import { openDownloader } from "../../generator/upstream/download.js";
import type { Handler, TestProxy, TestServer } from "./server.js";
import { startProxy, startServer, text } from "./server.js";

const running: (TestServer | TestProxy)[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

async function serve(
  handlers: Readonly<Record<string, Handler>>,
): Promise<TestServer> {
  const server = await startServer(handlers);
  running.push(server);
  return server;
}

async function download(
  url: string,
  options: {
    readonly environment?: Environment;
    readonly timeoutMs?: number;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<string> {
  const { environment = {}, timeoutMs = 10_000, headers } = options;
  const downloader = await openDownloader({ environment, timeoutMs });
  try {
    const bytes = await downloader.get({
      url,
      ...(headers === undefined ? {} : { headers }),
    });
    return Buffer.from(bytes).toString("utf8");
  } finally {
    await downloader.close();
  }
}

/** The message of the UsageError that a download ends with. */
async function faultOf(promise: Promise<string>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UsageError);
  const { message } = error as UsageError;
  expect(message).not.toContain("\n");
  return message;
}

const redirect =
  (location: string, status = 302): Handler =>
  (_request, response) => {
    response.writeHead(status, { location }).end("elsewhere");
  };

describe("a download", () => {
  it("is the whole body", async () => {
    const { origin } = await serve({ "/a": text("grüße\n") });
    expect(await download(`${origin}/a`)).toBe("grüße\n");
  });

  it("may come in pieces without a length", async () => {
    const { origin } = await serve({
      "/a": (_request, response) => {
        response.write("one ");
        response.end("two");
      },
    });
    expect(await download(`${origin}/a`)).toBe("one two");
  });

  it.each([301, 302, 303, 307, 308])("follows a %i", async (status) => {
    const { origin } = await serve({
      "/a": redirect("b", status),
      "/b": text("there"),
    });
    expect(await download(`${origin}/a`)).toBe("there");
  });

  it("does not take a secret along to another host", async () => {
    const seen: (string | undefined)[] = [];
    const look: Handler = (request, response) => {
      seen.push(request.headers.authorization);
      text("there")(request, response);
    };
    const other = await serve({ "/b": look });
    const { origin } = await serve({
      "/a": redirect(`${other.origin}/b`),
      "/c": redirect("/d"),
      "/d": look,
    });
    const headers = { authorization: "Bearer secret" };
    await download(`${origin}/a`, { headers });
    await download(`${origin}/c`, { headers });
    expect(seen).toEqual([undefined, "Bearer secret"]);
  });
});

describe("a download fails", () => {
  const rows: readonly {
    readonly name: string;
    readonly handlers: Readonly<Record<string, Handler>>;
    readonly want: string;
  }[] = [
    {
      name: "with a 404",
      handlers: {},
      want: "404, there is no such file",
    },
    {
      name: "with a 500",
      handlers: {
        "/a": (_request, response) => {
          response.writeHead(500).end("oops");
        },
      },
      want: "the server answered 500",
    },
    {
      name: "with a 204",
      handlers: {
        "/a": (_request, response) => {
          response.writeHead(204).end();
        },
      },
      want: "the server answered 204",
    },
    {
      name: "when it redirects to itself",
      handlers: { "/a": redirect("/a") },
      want: "it redirects in a circle",
    },
    {
      name: "when it redirects in a circle",
      handlers: { "/a": redirect("/b"), "/b": redirect("/a") },
      want: "it redirects in a circle",
    },
    {
      name: "when it redirects on and on",
      handlers: Object.fromEntries(
        ["a", "b", "c", "d", "e", "f", "g"].map((name, index) => [
          `/${name}`,
          redirect(`/${"bcdefgh"[index]}`),
        ]),
      ),
      want: "it redirects more than 5 times",
    },
    {
      name: "when it redirects nowhere",
      handlers: {
        "/a": (_request, response) => {
          response.writeHead(302).end();
        },
      },
      want: "it redirects without saying where to",
    },
    {
      name: "when it redirects to a file",
      handlers: { "/a": redirect("file:///etc/passwd") },
      want: "it redirects to file: instead",
    },
    {
      name: "when a portal answers with a page",
      handlers: {
        "/a": (_request, response) => {
          response
            .writeHead(200, { "content-type": "text/html" })
            .end("Please log in");
        },
      },
      want: "the answer is a web page, perhaps the login page of a network or proxy",
    },
    {
      name: "when a portal calls its page plain text",
      handlers: { "/a": text("\n <!DOCTYPE html><html></html>") },
      want: "the answer is a web page, perhaps the login page of a network or proxy",
    },
    {
      name: "when it ends too early",
      handlers: {
        "/a": (_request, response) => {
          response.writeHead(200, { "content-length": 100 });
          response.write("0123456789", () => {
            response.destroy();
          });
        },
      },
      want: "it ended after 10 of 100 bytes",
    },
    {
      name: "when a body without a length is cut",
      handlers: {
        "/a": (_request, response) => {
          response.write("0123456789", () => {
            response.destroy();
          });
        },
      },
      want: "the connection was cut",
    },
    {
      name: "when the connection is cut before an answer",
      handlers: {
        "/a": (request) => {
          request.socket.destroy();
        },
      },
      want: "the connection was cut",
    },
    {
      name: "when it is compressed",
      handlers: {
        "/a": (_request, response) => {
          response
            .writeHead(200, { "content-encoding": "gzip" })
            .end(gzipSync("text"));
        },
      },
      want: "it is compressed (gzip), which was not asked for",
    },
    {
      name: "when it is too large",
      handlers: {
        "/a": (_request, response) => {
          const piece = Buffer.alloc(1024 * 1024, "x");
          for (let index = 0; index < 17; index++) response.write(piece);
          response.end();
        },
      },
      want: "it is larger than 16 MB",
    },
  ];

  it.each(rows)("$name", async ({ handlers, want }) => {
    const { origin } = await serve(handlers);
    expect(await faultOf(download(`${origin}/a`))).toBe(
      `${origin}/a cannot be downloaded: ${want}.`,
    );
  });

  it("when the answer does not come in time", async () => {
    const { origin } = await serve({ "/a": () => undefined });
    expect(await faultOf(download(`${origin}/a`, { timeoutMs: 200 }))).toBe(
      `${origin}/a cannot be downloaded: no complete answer within 0.2 s.`,
    );
  });

  it("when the body does not come in time", async () => {
    const { origin } = await serve({
      "/a": (_request, response) => {
        response.writeHead(200, { "content-length": 100 });
        response.write("0123456789");
      },
    });
    expect(await faultOf(download(`${origin}/a`, { timeoutMs: 500 }))).toBe(
      `${origin}/a cannot be downloaded: no complete answer within 0.5 s.`,
    );
  });

  it("when nobody listens", async () => {
    const server = await startServer({});
    await server.stop();
    expect(await faultOf(download(`${server.origin}/a`))).toBe(
      `${server.origin}/a cannot be downloaded: the connection is refused (ECONNREFUSED).`,
    );
  });

  it("without telling the password of its address", async () => {
    const { origin } = await serve({});
    const secret = origin.replace("//", "//me:secret@");
    expect(await faultOf(download(`${secret}/a`))).toBe(
      `${origin}/a cannot be downloaded: 404, there is no such file.`,
    );
  });
});

describe("a proxy of the environment", () => {
  async function proxy(
    options: { readonly refuse?: boolean } = {},
  ): Promise<TestProxy> {
    const started = await startProxy(options);
    running.push(started);
    return started;
  }

  it.each(["HTTP_PROXY", "http_proxy"])("is used: %s", async (name) => {
    const { url, tunnels } = await proxy();
    const { origin } = await serve({ "/a": text("through") });
    expect(
      await download(`${origin}/a`, { environment: { [name]: url } }),
    ).toBe("through");
    expect(tunnels).toEqual([origin.slice("http://".length)]);
  });

  it("is used for a host that only it knows", async () => {
    const { url, tunnels } = await proxy({ refuse: true });
    expect(
      await faultOf(
        download("https://raw.invalid/a", {
          environment: { HTTPS_PROXY: url },
        }),
      ),
    ).toBe(
      "https://raw.invalid/a cannot be downloaded: the proxy refused to connect.",
    );
    expect(tunnels).toEqual(["raw.invalid:443"]);
  });

  it("is not used for hosts of NO_PROXY", async () => {
    const { url, tunnels } = await proxy();
    const { origin } = await serve({ "/a": text("direct") });
    expect(
      await download(`${origin}/a`, {
        environment: { HTTP_PROXY: url, NO_PROXY: "localhost,127.0.0.1" },
      }),
    ).toBe("direct");
    expect(tunnels).toEqual([]);
  });

  it("is not looked for in the environment of the process", async () => {
    const { url, tunnels } = await proxy();
    const { origin } = await serve({ "/a": text("direct") });
    const before = process.env["HTTP_PROXY"];
    process.env["HTTP_PROXY"] = url;
    try {
      expect(await download(`${origin}/a`)).toBe("direct");
    } finally {
      if (before === undefined) delete process.env["HTTP_PROXY"];
      else process.env["HTTP_PROXY"] = before;
    }
    expect(tunnels).toEqual([]);
  });

  it("has to be a URL", async () => {
    expect(
      await faultOf(
        download("https://raw.invalid/a", {
          environment: { HTTPS_PROXY: "proxy:8080" },
        }),
      ),
    ).toBe("HTTPS_PROXY is not a proxy URL such as http://proxy.example:8080.");
  });
});

/** `mcp-gen pull` against a fake GitHub on loopback. */
import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { UnsupportedSchemaError, UsageError } from "../../generator/failure.js";
import type { TestProject } from "./project.js";
import { createProject, schemaOf } from "./project.js";
import type { FakeRepository, Handler, TestServer } from "./server.js";
import { blobSha, gitHub, json, startServer, text } from "./server.js";

const FIRST = "1".repeat(40);
const SECOND = "2".repeat(40);
const EXAMPLE = '{ "name": "a" }\n';

const repository: FakeRepository = {
  commit: FIRST,
  branch: "main",
  files: {
    "README.md": "no schema\n",
    "schema/draft/schema.ts": schemaOf("first"),
    "schema/draft/examples/Thing/plain.json": EXAMPLE,
    "schema/draft/examples/Other/one more.json": "{}\n",
    "schema/2025-11-25/schema.ts": schemaOf("released"),
  },
};

const later: FakeRepository = {
  commit: SECOND,
  branch: "later",
  files: {
    "schema/draft/schema.ts": schemaOf("second"),
    "schema/draft/examples/Thing/plain.json": '{ "name": "b" }\n',
    "schema/2025-11-25/schema.ts": schemaOf("moved"),
  },
};

let project: TestProject;
let servers: TestServer[];

beforeEach(() => {
  project = createProject();
  servers = [];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  project.remove();
});

async function serve(
  handlers: Readonly<Record<string, Handler>>,
): Promise<TestServer> {
  const server = await startServer(handlers);
  servers.push(server);
  return server;
}

const serveBoth = async (): Promise<TestServer> =>
  serve({ ...gitHub(repository), ...gitHub(later) });

/** What a promise is rejected with. */
async function failureOf(promise: Promise<unknown>): Promise<Error> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  return error as Error;
}

describe("pull", () => {
  it("brings the schema of a branch head and records what it is", async () => {
    const { origin } = await serveBoth();
    const result = await project.pull({ origin });
    const body = schemaOf("first");
    expect(result).toEqual({
      revision: "draft",
      from: "https://github.com/modelcontextprotocol/modelcontextprotocol",
      commit: FIRST,
      files: [{ path: "schema.ts", state: "created", bytes: body.length }],
    });
    expect(project.read("draft/schema.ts")).toBe(body);
    expect(JSON.parse(project.read("mcp-gen.lock.json"))).toEqual({
      format: 1,
      revisions: {
        draft: {
          from: "https://github.com/modelcontextprotocol/modelcontextprotocol",
          commit: FIRST,
          files: {
            "schema.ts": {
              sha256: createHash("sha256").update(body).digest("hex"),
              bytes: body.length,
            },
          },
        },
      },
    });
    expect(project.files()).toEqual(["draft/schema.ts", "mcp-gen.lock.json"]);
  });

  it("asks nobody what a full commit is", async () => {
    const server = await serveBoth();
    const { commit } = await project.pull({
      origin: server.origin,
      ref: SECOND,
    });
    expect(commit).toBe(SECOND);
    expect(server.requested).toEqual([
      `/modelcontextprotocol/modelcontextprotocol/${SECOND}/schema/draft/schema.ts`,
    ]);
  });

  it("brings the examples, and from then on moves them along", async () => {
    const { origin } = await serveBoth();
    await project.pull({ origin, examples: true });
    expect(project.files()).toEqual([
      "draft/examples/Other/one more.json",
      "draft/examples/Thing/plain.json",
      "draft/schema.ts",
      "mcp-gen.lock.json",
    ]);
    const { files } = await project.pull({ origin, ref: "later" });
    expect(
      Object.fromEntries(files.map(({ path, state }) => [path, state])),
    ).toEqual({
      "schema.ts": "updated",
      "examples/Thing/plain.json": "updated",
      "examples/Other/one more.json": "deleted",
    });
    expect(project.read("draft/examples/Thing/plain.json")).toContain('"b"');
    expect(project.has("draft/examples/Other/one more.json")).toBe(false);
    expect(project.read("mcp-gen.lock.json")).not.toContain("one more");
  });

  it("changes nothing when nothing moved", async () => {
    const { origin } = await serveBoth();
    await project.pull({ origin, examples: true });
    const before = project.read("mcp-gen.lock.json");
    const { files } = await project.pull({ origin });
    expect(new Set(files.map(({ state }) => state))).toEqual(
      new Set(["unchanged"]),
    );
    expect(project.read("mcp-gen.lock.json")).toBe(before);
  });

  it("keeps the entries of other revisions", async () => {
    const { origin } = await serveBoth();
    await project.pull({ origin, revision: "2025-11-25" });
    await project.pull({ origin });
    const { revisions } = JSON.parse(project.read("mcp-gen.lock.json")) as {
      revisions: object;
    };
    expect(Object.keys(revisions)).toEqual(["2025-11-25", "draft"]);
  });

  it("moves a draft, but not a released revision", async () => {
    const { origin } = await serveBoth();
    await project.pull({ origin });
    await project.pull({ origin, revision: "2025-11-25" });
    await project.pull({ origin, ref: "later" });
    expect(project.read("draft/schema.ts")).toBe(schemaOf("second"));

    const released = { origin, ref: "later", revision: "2025-11-25" };
    const { message } = await failureOf(project.pull(released));
    expect(message).toBe(
      "2025-11-25 is released and does not move, but schema/2025-11-25/schema.ts is not what upstream has; only --force replaces it.",
    );
    expect(project.read("2025-11-25/schema.ts")).toBe(schemaOf("released"));
    await project.pull({ ...released, force: true });
    expect(project.read("2025-11-25/schema.ts")).toBe(schemaOf("moved"));
  });

  it("does not replace a file that was edited, or that it knows nothing of", async () => {
    const { origin } = await serveBoth();
    project.write("draft/schema.ts", schemaOf("mine"));
    const unknown = await failureOf(project.pull({ origin }));
    expect(unknown).toBeInstanceOf(UsageError);
    expect(unknown.message).toBe(
      "schema/draft/schema.ts is not what the lock file records, so it may hold work of yours; only --force replaces it.",
    );
    expect(project.read("draft/schema.ts")).toBe(schemaOf("mine"));
    expect(project.has("mcp-gen.lock.json")).toBe(false);

    await project.pull({ origin, force: true });
    expect(project.read("draft/schema.ts")).toBe(schemaOf("first"));
    project.write("draft/schema.ts", schemaOf("mine"));
    await failureOf(project.pull({ origin, ref: "later" }));
    expect(project.read("draft/schema.ts")).toBe(schemaOf("mine"));
  });

  it("takes a file that is already upstream's as its own", async () => {
    const { origin } = await serveBoth();
    project.write(
      "draft/schema.ts",
      schemaOf("first").replaceAll("\n", "\r\n"),
    );
    const { files } = await project.pull({ origin });
    expect(files).toMatchObject([{ path: "schema.ts", state: "unchanged" }]);
    // Line endings are the checkout's affair.
    expect(project.read("draft/schema.ts")).toContain("\r\n");
  });

  it.each([
    ["../draft", 'The revision "../draft" is a path.'],
    ["..", 'The revision ".." has the segment "..".'],
    ["", 'The revision "" has an empty segment.'],
    ["nul", 'The revision "nul" has a name that Windows reserves.'],
  ])("refuses %j as the name of a revision", async (revision, message) => {
    const { origin, requested } = await serveBoth();
    expect((await failureOf(project.pull({ origin, revision }))).message).toBe(
      message,
    );
    expect(requested).toEqual([]);
  });

  it("gives a token to the API only", async () => {
    const seen: Record<string, string | undefined> = {};
    const spy =
      (name: string, handler: Handler): Handler =>
      (request, response) => {
        seen[name] = request.headers.authorization;
        handler(request, response);
      };
    const handlers = gitHub(repository);
    const api = await serve({
      "/repos/modelcontextprotocol/modelcontextprotocol/commits/main": spy(
        "api",
        text(FIRST),
      ),
    });
    const path = `/modelcontextprotocol/modelcontextprotocol/${FIRST}/schema/draft/schema.ts`;
    const raw = await serve({ [path]: spy("raw", handlers[path] as Handler) });
    await project.pull({
      endpoints: { web: "https://x", api: api.origin, raw: raw.origin },
      environment: { GITHUB_TOKEN: "secret" },
    });
    expect(seen).toEqual({ api: "Bearer secret", raw: undefined });
  });
});

describe("pull says in one line what is wrong with GitHub's answers", () => {
  const commits =
    "/repos/modelcontextprotocol/modelcontextprotocol/commits/main";
  const trees = "/repos/modelcontextprotocol/modelcontextprotocol/git/trees";
  const raw = `/modelcontextprotocol/modelcontextprotocol/${FIRST}`;
  const rows: readonly {
    readonly name: string;
    readonly change: Readonly<Record<string, Handler>>;
    readonly options?: { readonly ref?: string; readonly revision?: string };
    readonly want: RegExp;
  }[] = [
    {
      name: "an unknown branch",
      change: {},
      options: { ref: "nowhere" },
      want: /^The specification's repository has no branch, tag or commit "nowhere"\.$/,
    },
    {
      name: "an unknown commit",
      change: {
        "/repos/modelcontextprotocol/modelcontextprotocol/commits/abc": (
          _request,
          response,
        ) => {
          response.writeHead(422).end("{}");
        },
      },
      options: { ref: "abc" },
      want: /^The specification's repository has no branch, tag or commit "abc"\.$/,
    },
    {
      name: "an unknown revision",
      change: {},
      options: { revision: "2031-01-01" },
      want: /^The specification's repository has no schema\/2031-01-01\/schema\.ts at "main" \(404 from http:.*\)\.$/,
    },
    {
      name: "no commit",
      change: { [commits]: text("something") },
      want: /^GitHub answered something else than the commit of "main"\.$/,
    },
    {
      name: "the limit of requests",
      change: {
        [commits]: (_request, response) => {
          response.writeHead(403, { "x-ratelimit-remaining": "0" }).end("{}");
        },
      },
      want: /^GitHub's limit of API requests is used up; set GITHUB_TOKEN, or give a full commit with --ref\.$/,
    },
    {
      name: "a refusal of another kind",
      change: {
        [commits]: (_request, response) => {
          response.writeHead(403).end("{}");
        },
      },
      want: /^http:.*commits\/main cannot be downloaded: 403, access is refused\.$/,
    },
    {
      name: "a list of files that is cut off",
      change: { [`${trees}/${FIRST}`]: json({ tree: [], truncated: true }) },
      want: /^GitHub answered something else than a complete list of files\.$/,
    },
    {
      name: "a list of files that leads out of the folder",
      change: {
        [`${trees}/${FIRST}`]: json({
          tree: [{ path: "../../x", type: "blob", sha: blobSha("") }],
          truncated: false,
        }),
      },
      want: /^GitHub answered something else than a complete list of files\.$/,
    },
    {
      name: "no examples",
      change: { [`${trees}/${FIRST}`]: json({ tree: [], truncated: false }) },
      want: /^The specification's repository has no examples of draft\.$/,
    },
    {
      name: "an example that is not what git has",
      change: {
        [`${raw}/schema/draft/examples/Thing/plain.json`]: text("{}"),
      },
      want: /^The download of examples\/Thing\/plain\.json is damaged: it is not the file that git lists\.$/,
    },
  ];

  it.each(rows)("$name", async ({ change, options, want }) => {
    const { origin } = await serve({ ...gitHub(repository), ...change });
    project.write("draft/schema.ts", schemaOf("mine"));
    const error = await failureOf(
      project.pull({ origin, examples: true, force: true, ...options }),
    );
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toMatch(want);
    expect(error.message).not.toContain("\n");
    expect(project.files()).toEqual(["draft/schema.ts"]);
    expect(project.read("draft/schema.ts")).toBe(schemaOf("mine"));
  });
});

describe("pull replaces a schema only by a schema", () => {
  const raw = `/modelcontextprotocol/modelcontextprotocol/${FIRST}/schema/draft/schema.ts`;

  it.each([
    ["JSON", '{ "message": "moved" }', "is not a schema of the protocol"],
    ["another TypeScript file", "export const a = 1;\n", "is not a schema"],
    ["nothing", "  \n", "is empty"],
    ["a file cut off", schemaOf("x").slice(0, -4), "cannot be read: one error"],
  ])("%s", async (_name, body, want) => {
    const { origin } = await serve({ [raw]: text(body) });
    project.write("draft/schema.ts", schemaOf("mine"));
    const error = await failureOf(
      project.pull({ origin, ref: FIRST, force: true }),
    );
    expect(error.message).toContain(want);
    expect(
      error instanceof UsageError || error instanceof UnsupportedSchemaError,
    ).toBe(true);
    expect(project.files()).toEqual(["draft/schema.ts"]);
    expect(project.read("draft/schema.ts")).toBe(schemaOf("mine"));
  });
});

describe("pull leaves everything as it was when the disk refuses", () => {
  it("a folder stands where the schema goes", async () => {
    const { origin } = await serveBoth();
    project.write("draft/schema.ts/inside.txt", "x");
    const error = await failureOf(project.pull({ origin, force: true }));
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toBe(
      "schema/draft/schema.ts is not a file, but mcp-gen writes a file of that name.",
    );
    expect(project.files()).toEqual(["draft/schema.ts/inside.txt"]);
  });

  it("a folder stands where the lock goes: the schema is put back", async () => {
    const { origin } = await serveBoth();
    project.write("draft/schema.ts", schemaOf("mine"));
    project.write("mcp-gen.lock.json/inside.txt", "x");
    const error = await failureOf(project.pull({ origin, force: true }));
    expect(error.message).toMatch(/mcp-gen\.lock\.json is not a file/);
    expect(project.read("draft/schema.ts")).toBe(schemaOf("mine"));
  });
});

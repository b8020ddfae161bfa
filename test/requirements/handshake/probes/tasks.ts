/** HK: tasks, which 2025-11-25 has. */
import assert from "node:assert/strict";
import {
  everyWay,
  pause,
  rejection,
  until,
  type Message,
} from "../../message.js";
import { ofClient, ofServer, type HandshakeProbe } from "../probe.js";
import type { Session } from "../session.js";

const related = "io.modelcontextprotocol/related-task";
const complete: Message = { content: [{ type: "text", text: "done" }] };
const ways = { ways: everyWay };

/** Starts a tool as a task and gives the task. */
async function begin(
  session: Session,
  name: string,
  args: Message = {},
  more: Message = {},
): Promise<Message> {
  const answered = await session.call(name, args, { task: {}, ...more });
  const task = answered["result"]?.task as Message | undefined;
  assert.ok(task, JSON.stringify(answered));
  return task;
}

/** Asks for a task until it is in one of these states. */
async function reaches(
  session: Session,
  taskId: unknown,
  ...states: readonly string[]
): Promise<Message> {
  for (let turn = 0; turn < 200; turn += 1) {
    const { result } = await session.ask("tasks/get", { taskId });
    if (states.includes(result?.status as string)) return result as Message;
    await pause(10);
  }
  throw new Error(`The task never came to be ${states.join(" or ")}.`);
}

/** A task as a peer describes it. */
function described(status: string, more: Message = {}): Message {
  return {
    taskId: "task-1",
    status,
    createdAt: "2025-11-25T10:00:00Z",
    lastUpdatedAt: "2025-11-25T10:00:00Z",
    ttl: 60_000,
    ...more,
  };
}

/** What a peer answers to `tools/list`: a tool that may be a task. */
const listed: Message = {
  tools: [
    {
      name: "slow",
      inputSchema: { type: "object" },
      execution: { taskSupport: "optional" },
    },
    {
      name: "must",
      inputSchema: { type: "object" },
      execution: { taskSupport: "required" },
    },
    { name: "plain", inputSchema: { type: "object" } },
  ],
};

export const taskProbes: readonly HandshakeProbe[] = [
  ...ofServer(
    "HK1",
    "support is declared below tasks.requests",
    ways,
    async ({ open }) => {
      const session = await open();
      const { tasks } = (session.opened["result"]?.capabilities ??
        {}) as Message;
      assert.equal(typeof tasks?.requests?.tools?.call, "object");
    },
  ),
  ...ofServer(
    "HK1",
    "without support task is ignored",
    ways,
    async ({ open }) => {
      const session = await open();
      const { tasks } = (session.opened["result"]?.capabilities ??
        {}) as Message;
      assert.equal(tasks?.requests?.tools?.call, undefined);
      const answered = await session.call("echo", { a: 1 }, { task: {} });
      assert.equal(answered["result"]?.content?.[0]?.text, '{"a":1}');
    },
    { tasks: false },
  ),
  ...ofClient(
    "HK2",
    "a server without support is not asked for tasks, nor is a tool without",
    ways,
    async ({ peer, connect }) => {
      peer.script = (arrival) =>
        arrival.reply(
          arrival.message["method"] === "tools/list" ? listed : complete,
        );
      const client = await connect();
      await client.request("tools/list", {});
      await rejection(client.task("plain", {}));
      peer.capabilities = { tools: {} };
      const other = await connect();
      await rejection(other.task("slow", {}));
      assert.ok(
        peer
          .of("tools/call")
          .every((each) => each["params"]?.task === undefined),
      );
    },
  ),
  ...ofServer(
    "HK3",
    "a tool that requires or forbids tasks refuses other calls",
    ways,
    async ({ open }) => {
      const session = await open();
      const plain = await session.call("must");
      assert.equal(plain["error"]?.code, -32601, JSON.stringify(plain));
      const augmented = await session.call("never", {}, { task: {} });
      assert.equal(augmented["error"]?.code, -32601, JSON.stringify(augmented));
      const unmarked = await session.call("sum", { a: 1, b: 2 }, { task: {} });
      assert.equal(unmarked["error"]?.code, -32601, JSON.stringify(unmarked));
    },
  ),
  ...ofClient(
    "HK3",
    "a tool that requires tasks is called as one",
    ways,
    async ({ peer, connect }) => {
      peer.script = (arrival) => {
        const { method } = arrival.message;
        if (method === "tools/list") arrival.reply(listed);
        else if (method === "tools/call") {
          arrival.reply({ task: described("working", { pollInterval: 5 }) });
        } else if (method === "tasks/get") {
          arrival.reply(described("completed"));
        } else arrival.reply(complete);
      };
      const client = await connect();
      await client.request("tools/list", {});
      const result = await client.request("tools/call", { name: "must" });
      assert.deepEqual(result["content"], complete["content"]);
      const [called] = peer.of("tools/call");
      assert.equal(typeof called?.["params"]?.task, "object");
    },
  ),
  ...ofServer(
    "HK4",
    "the answer comes at once: an id, working, times and a real ttl",
    ways,
    async ({ open }) => {
      const session = await open();
      const first = await begin(session, "held");
      const second = await begin(session, "held");
      assert.equal(typeof first["taskId"], "string");
      assert.notEqual(first["taskId"], second["taskId"]);
      assert.equal(first["status"], "working");
      for (const name of ["createdAt", "lastUpdatedAt"]) {
        assert.ok(!Number.isNaN(Date.parse(first[name] as string)), name);
      }
      assert.ok(first["ttl"] === null || Number.isInteger(first["ttl"]));
      const wished = await session.call("held", {}, { task: { ttl: 5_000 } });
      assert.equal(typeof wished["result"]?.task?.ttl, "number");
      await session.call("next");
    },
  ),
  ...ofServer(
    "HK5",
    "good ends are completed, failures failed, and both stay",
    ways,
    async ({ open }) => {
      const session = await open();
      const good = await begin(session, "echo");
      const bad = await begin(session, "break");
      await reaches(session, good["taskId"], "completed");
      await reaches(session, bad["taskId"], "failed");
      const stubborn = await begin(session, "stubborn");
      await session.ask("tasks/cancel", { taskId: stubborn["taskId"] });
      await pause(120);
      const { result } = await session.ask("tasks/get", {
        taskId: stubborn["taskId"],
      });
      assert.equal(result?.status, "cancelled");
    },
  ),
  ...ofServer(
    "HK6",
    "tasks/result waits for the end, for several callers, and names the task",
    ways,
    async ({ open }) => {
      const session = await open();
      const { taskId } = await begin(session, "held");
      const waiting = [1, 2].map(() =>
        session.start("tasks/result", { taskId }),
      );
      await pause();
      assert.ok((await session.ask("tasks/get", { taskId }))["result"]);
      await session.call("next");
      for (const each of waiting) {
        const { result } = await each.response();
        assert.equal(result?.content?.[0]?.text, "held");
        assert.equal(result?._meta?.[related]?.taskId, taskId);
      }
      const again = await session.ask("tasks/result", { taskId });
      assert.equal(again["result"]?.content?.[0]?.text, "held");
      const failed = await begin(session, "break");
      const outcome = await session.ask("tasks/result", {
        taskId: failed["taskId"],
      });
      assert.equal(outcome["result"]?.isError, true, JSON.stringify(outcome));
    },
  ),
  ...ofServer(
    "HK7",
    "cancel answers with the cancelled task, and refuses one that ended",
    ways,
    async ({ open }) => {
      const session = await open();
      const { taskId } = await begin(session, "wait");
      const cancelled = await session.ask("tasks/cancel", { taskId });
      assert.equal(cancelled["result"]?.status, "cancelled");
      const again = await session.ask("tasks/cancel", { taskId });
      assert.equal(again["error"]?.code, -32602, JSON.stringify(again));
      const outcome = await session.ask("tasks/result", { taskId });
      assert.ok("error" in outcome, JSON.stringify(outcome));
    },
  ),
  ...ofServer(
    "HK8",
    "unknown ids and wrong params are -32602",
    ways,
    async ({ open }) => {
      const session = await open();
      for (const method of ["tasks/get", "tasks/result", "tasks/cancel"]) {
        for (const params of [{ taskId: "nobody" }, { taskId: 7 }, {}]) {
          const refused = await session.ask(method, params);
          assert.equal(
            refused["error"]?.code,
            -32602,
            `${method} ${JSON.stringify([params, refused])}`,
          );
        }
      }
    },
  ),
  ...ofServer(
    "HK8",
    "a task is gone after its time",
    ways,
    async ({ open }) => {
      const session = await open();
      const { taskId, ttl } = await begin(
        session,
        "echo",
        {},
        { task: { ttl: 50 } },
      );
      if (typeof ttl !== "number" || ttl > 1_000) return;
      await pause(ttl + 100);
      const refused = await session.ask("tasks/get", { taskId });
      assert.equal(refused["error"]?.code, -32602, JSON.stringify(refused));
    },
  ),
  ...ofServer(
    "HK9",
    "without principals ids are long and tasks.list is not declared",
    ways,
    async ({ open }) => {
      const session = await open();
      const { taskId } = await begin(session, "echo");
      assert.ok(String(taskId).length >= 20, String(taskId));
      const { tasks } = (session.opened["result"]?.capabilities ??
        {}) as Message;
      assert.equal(tasks?.list, undefined);
      const refused = await session.ask("tasks/list", {});
      assert.equal(refused["error"]?.code, -32601);
    },
  ),
  ...ofServer(
    "HK9",
    "a task of another principal is unknown, and not listed",
    { ways: ["http"] as const },
    async ({ open }) => {
      const ada = await open({ headers: { authorization: "Bearer ada" } });
      const eve = await open({ headers: { authorization: "Bearer eve" } });
      const { taskId } = await begin(ada, "echo");
      for (const method of ["tasks/get", "tasks/result", "tasks/cancel"]) {
        const refused = await eve.ask(method, { taskId });
        assert.equal(refused["error"]?.code, -32602, method);
      }
      const own = await ada.ask("tasks/list", {});
      assert.ok(
        ((own["result"]?.tasks ?? []) as Message[]).some(
          (task) => task["taskId"] === taskId,
        ),
      );
      const theirs = await eve.ask("tasks/list", {});
      assert.deepEqual(theirs["result"]?.tasks, []);
      const bad = await eve.ask("tasks/list", { cursor: "nowhere" });
      assert.equal(bad["error"]?.code, -32602);
    },
    { principals: true },
  ),
  ...ofServer(
    "HK10",
    "questions and results of a task name it, its own methods do not",
    ways,
    async ({ open }) => {
      const session = await open({ capabilities: { roots: {} } });
      session.answer = () => ({ result: { roots: [] } });
      const { taskId } = await begin(session, "ask", { what: "roots" });
      const fetched = session.start("tasks/result", { taskId });
      const asked = await session.request("roots/list");
      assert.equal(asked["params"]?._meta?.[related]?.taskId, taskId);
      const { result } = await fetched.response();
      assert.equal(result?._meta?.[related]?.taskId, taskId);
      const got = await session.ask("tasks/get", { taskId });
      assert.equal(got["result"]?._meta?.[related], undefined);
      for (const { params } of session.notified("notifications/tasks/status")) {
        assert.equal(params?._meta?.[related], undefined);
      }
    },
  ),
  ...ofClient(
    "HK11",
    "it polls at the interval until the end, and then fetches the result",
    ways,
    async ({ peer, connect }) => {
      const gets: number[] = [];
      peer.script = (arrival) => {
        const { method } = arrival.message;
        if (method === "tools/list") arrival.reply(listed);
        else if (method === "tools/call") {
          arrival.reply({ task: described("working", { pollInterval: 80 }) });
        } else if (method === "tasks/get") {
          gets.push(performance.now());
          arrival.reply(
            described(gets.length < 3 ? "working" : "completed", {
              pollInterval: 80,
            }),
          );
        } else arrival.reply(complete);
      };
      const client = await connect();
      await client.request("tools/list", {});
      const task = await client.task("slow", {});
      assert.equal(task.taskId, "task-1");
      assert.deepEqual((await task.result())["content"], complete["content"]);
      assert.equal(gets.length, 3);
      assert.ok((gets[1] ?? 0) - (gets[0] ?? 0) >= 60, String(gets));
      assert.equal(peer.of("tasks/result").length, 1);
    },
  ),
  ...ofClient(
    "HK11",
    "a task that needs input is fetched at once",
    ways,
    async ({ peer, connect }) => {
      peer.script = (arrival) => {
        const { method } = arrival.message;
        if (method === "tools/list") arrival.reply(listed);
        else if (method === "tools/call") {
          arrival.reply({ task: described("working", { pollInterval: 5 }) });
        } else if (method === "tasks/get") {
          arrival.reply(described("input_required", { pollInterval: 5 }));
        } else {
          arrival.send({
            jsonrpc: "2.0",
            id: "r",
            method: "roots/list",
            params: { _meta: { [related]: { taskId: "task-1" } } },
          });
          void peer.responseTo("r").then(() => arrival.reply(complete));
        }
      };
      const client = await connect({
        inputs: { "roots/list": () => ({ roots: [] }) },
      });
      await client.request("tools/list", {});
      const task = await client.task("slow", {});
      assert.deepEqual((await task.result())["content"], complete["content"]);
      const answer = await peer.responseTo("r");
      assert.equal(answer["result"]?._meta?.[related]?.taskId, "task-1");
    },
  ),
  ...ofServer(
    "HK12",
    "a task that asks is input_required until it is answered",
    ways,
    async ({ open }) => {
      const session = await open({ capabilities: { roots: {} } });
      const { taskId } = await begin(session, "ask", { what: "roots" });
      const fetched = session.start("tasks/result", { taskId });
      const asked = await session.request("roots/list");
      await reaches(session, taskId, "input_required");
      session.respond(asked["id"], { result: { roots: [] } });
      assert.ok("result" in (await fetched.response()));
      await reaches(session, taskId, "completed");
    },
  ),
  ...ofServer(
    "HK13",
    "progress keeps its token to the end of the task",
    ways,
    async ({ open }) => {
      const session = await open();
      const { taskId } = await begin(
        session,
        "steps",
        {},
        { _meta: { progressToken: "p" } },
      );
      await session.ask("tasks/result", { taskId });
      await until(
        () => session.notified("notifications/progress").length >= 3,
        "progress came",
      );
      await pause();
      const reports = session.notified("notifications/progress");
      for (const { params } of reports) {
        assert.equal(params?.progressToken, "p");
      }
      assert.equal(
        Math.max(...reports.map(({ params }) => params?.progress as number)),
        3,
      );
    },
  ),
  ...ofClient(
    "HK13",
    "a task is cancelled by tasks/cancel",
    ways,
    async ({ peer, connect }) => {
      peer.script = (arrival) => {
        const { method } = arrival.message;
        if (method === "tools/list") arrival.reply(listed);
        else if (method === "tools/call") {
          arrival.reply({ task: described("working", { pollInterval: 5 }) });
        } else if (method === "tasks/cancel") {
          arrival.reply(described("cancelled"));
        } else arrival.reply(described("working", { pollInterval: 5 }));
      };
      const client = await connect();
      await client.request("tools/list", {});
      const task = await client.task("slow", {});
      await task.cancel();
      await peer.message("tasks/cancel");
      assert.equal(peer.of("notifications/cancelled").length, 0);
    },
  ),
];

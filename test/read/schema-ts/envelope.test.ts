/** The JSON-RPC messages, and requests that a task may answer, in all revisions. */
import { expect, test } from "vitest";
import {
  describeWithShared,
  embeddedModel,
  sharedModel,
} from "../../shared.js";

describeWithShared("the messages of JSON-RPC by revision", () => {
  test.each([
    ["2024-11-05", "JSONRPCResponse", "JSONRPCError", false],
    ["2025-03-26", "JSONRPCResponse", "JSONRPCError", true],
    ["2025-06-18", "JSONRPCResponse", "JSONRPCError", false],
    ["2025-11-25", "JSONRPCResultResponse", "JSONRPCErrorResponse", false],
  ])("%s", (revision, result, error, batching) => {
    expect(sharedModel(revision).envelope).toEqual({
      message: "JSONRPCMessage",
      request: "JSONRPCRequest",
      notification: "JSONRPCNotification",
      result,
      error,
      batching,
    });
  });
});

test("the embedded revision has no batches and no tasks", () => {
  const { envelope, methods } = embeddedModel();
  expect(envelope?.batching).toBe(false);
  expect(methods.filter(({ task }) => task !== undefined)).toEqual([]);
});

describeWithShared("requests that a task may answer", () => {
  test("2025-11-25 has three, each with the receiver's capability", () => {
    const tasks = sharedModel("2025-11-25").methods.flatMap((method) =>
      method.task === undefined
        ? []
        : [[method.from, method.name, method.task.capability]],
    );
    expect(tasks).toEqual([
      ["client", "tools/call", "tasks.requests.tools.call"],
      [
        "server",
        "sampling/createMessage",
        "tasks.requests.sampling.createMessage",
      ],
      ["server", "elicitation/create", "tasks.requests.elicitation.create"],
    ]);
  });
});

/** The envelope of messages: one reading for the runtime and for `parseMessage`. */
import { expect, test } from "vitest";
import { parseMessage } from "../../out/draft/validators.js";
import { classifyMessage } from "../../out/draft/runtime/protocol/message.js";

test.each([
  ['{"jsonrpc":"2.0","id":1,"method":"x"}', "request"],
  ['{"jsonrpc":"2.0","id":"","method":"x","params":{}}', "request"],
  ['{"jsonrpc":"2.0","id":1,"method":"x","params":3}', "invalid"],
  ['{"jsonrpc":"2.0","id":1,"method":"x","params":[]}', "invalid"],
  ['{"jsonrpc":"2.0","id":1,"method":"x","params":null}', "invalid"],
  ['{"jsonrpc":"2.0","id":null,"method":"x"}', "invalid"],
  ['{"jsonrpc":"2.0","id":1.5,"method":"x"}', "invalid"],
  ['{"jsonrpc":"2.0","id":9007199254740993,"method":"x"}', "invalid"],
  ['{"jsonrpc":"2.0","id":1,"method":1}', "invalid"],
  ['{"jsonrpc":"1.0","id":1,"method":"x"}', "invalid"],
  ['{"id":1,"method":"x"}', "invalid"],
  ['{"jsonrpc":"2.0","method":"x"}', "notification"],
  ['{"jsonrpc":"2.0","method":"x","params":3}', "invalid"],
  ['{"jsonrpc":"2.0","id":1,"result":{}}', "response"],
  ['{"jsonrpc":"2.0","id":1,"result":{"resultType":"other"}}', "response"],
  ['{"jsonrpc":"2.0","result":{}}', "invalid"],
  ['{"jsonrpc":"2.0","id":null,"result":{}}', "invalid"],
  ['{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}', "response"],
  ['{"jsonrpc":"2.0","error":{"code":1,"message":"m"}}', "response"],
  ['{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}', "response"],
  [
    '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"m"}}',
    "invalid",
  ],
  ['{"jsonrpc":"2.0","id":1}', "invalid"],
  ['[{"jsonrpc":"2.0","id":1,"method":"x"}]', "invalid"],
  ["[]", "invalid"],
  ["3", "invalid"],
  ["null", "invalid"],
])("%s is: %s", (text, kind) => {
  expect(classifyMessage(JSON.parse(text))).toBe(kind);
  expect(parseMessage(text)).toMatchObject(
    kind === "invalid"
      ? { success: false, code: -32600 }
      : { success: true, data: expect.anything() },
  );
});

import { expect, test } from "vitest";
import { functionNameOf } from "../../generator/read/function-name.js";

test.each([
  ["CallToolRequest", "callTool"],
  ["DiscoverRequest", "discover"],
  ["SubscriptionsListenRequest", "subscriptionsListen"],
  ["ToolListChangedNotification", "toolListChanged"],
  ["URLElicitRequest", "urlElicit"],
  ["PingRequest", "ping"],
  ["ABCRequest", "abc"],
  ["Ping", "ping"],
  ["Request", "request"],
  // Names that objects have a meaning for already keep their suffix.
  ["ConstructorRequest", "constructorRequest"],
  ["ThenRequest", "thenRequest"],
  ["ToStringNotification", "toStringNotification"],
])("%s is called %s", (type, want) => {
  expect(functionNameOf(type)).toBe(want);
});

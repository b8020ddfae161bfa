import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import {
  classMembers,
  functionNameOf,
} from "../../../generator/read/schema-ts/function-name.js";
import { repositoryPath } from "../../shared.js";

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
  expect(functionNameOf(type, "request")).toBe(want);
});

test.each([
  // Each kind keeps clear of the members of the class that its functions are in.
  ["CloseRequest", "request", "closeRequest"],
  ["CloseRequest", "inputRequest", "close"],
  ["LogRequest", "inputRequest", "logRequest"],
  ["LogRequest", "request", "log"],
  ["ProgressNotification", "notification", "progress"],
] as const)("%s, a %s, is called %s", (type, kind, want) => {
  expect(functionNameOf(type, kind)).toBe(want);
});

/** Members that a template's class has in every revision. */
function membersOf(template: string, start: RegExp): readonly string[] {
  const text = readFileSync(
    resolve(repositoryPath, "templates/typescript", template),
    "utf8",
  );
  const body = text.slice(start.exec(text)?.index).split(/^}/m, 1).join();
  return [
    ...body.matchAll(/^ {2}(?:protected )?(?:get |async )?(\w+)(?:<.*)?\(/gm),
  ]
    .map(([, name = ""]) => name)
    .filter((name) => name !== "constructor")
    .sort();
}

test("the members kept clear of are those of the classes", () => {
  expect([...classMembers.request]).toEqual(
    membersOf("client.ts.hbs", /^export class Client /m),
  );
  expect([...classMembers.inputRequest]).toEqual(
    [
      ...membersOf(
        "runtime/eras/request-context.ts",
        /^export class RequestContext/m,
      ),
      ...membersOf(
        "runtime/eras/stateless/request-context.ts",
        /^export class StatelessContext /m,
      ),
    ].sort(),
  );
});

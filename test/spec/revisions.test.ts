/** Facts that are known of the specification's revisions, read from their own files. */
import { expect, test } from "vitest";
import type { Method, ProtocolModel } from "../../generator/model/model.js";
import {
  flatten,
  referencesOf,
  serverInfoResults,
} from "../../generator/model/queries.js";
import { readModel } from "../../generator/read/schema-ts/read.js";
import {
  describeWithShared,
  schemaFile,
  sharedModel,
  sharedRevisions,
} from "../shared.js";
import { methodsOfRevisions } from "./methods.js";

function printMethod(method: Method): string {
  const { paginated, cacheable, mayRequireInput } = method.features;
  const features = [
    ...(paginated ? ["paged"] : []),
    ...(cacheable ? ["cached"] : []),
    ...(mayRequireInput ? ["asks"] : []),
  ];
  return [
    `${method.from} ${method.kind} ${method.name}`,
    ...(method.result === undefined ? [] : [`-> ${method.result}`]),
    ...(features.length === 0 ? [] : [`(${features.join(", ")})`]),
    ...(method.serverCapability === undefined
      ? []
      : [`server.${method.serverCapability}`]),
    ...(method.clientCapability === undefined
      ? []
      : [`client.${method.clientCapability}`]),
    ...(method.headerName === undefined
      ? []
      : [`Mcp-Name=${method.headerName}`]),
  ].join(" ");
}

describeWithShared("every revision", () => {
  test("is there: six with a name, ten earlier states of the draft", () => {
    expect(sharedRevisions()).toHaveLength(16);
  });

  test.each(sharedRevisions())(
    "$name reads without a diagnostic",
    (revision) => {
      const { warnings } = readModel(schemaFile(revision.path, revision.name));
      expect(warnings).toEqual([]);
    },
  );

  test.each(sharedRevisions())(
    "$name: every name leads to a declared type",
    ({ name }) => {
      const model = sharedModel(name);
      const declared = new Set(model.types.map((type) => type.name));
      const used = model.types.flatMap((type) =>
        type.kind === "alias"
          ? referencesOf(type.type)
          : [
              ...type.extends.map((heritage) => heritage.name),
              ...type.properties.flatMap((property) =>
                referencesOf(property.type),
              ),
              ...(type.rest === undefined ? [] : referencesOf(type.rest)),
            ],
      );
      expect(used.filter((reference) => !declared.has(reference))).toEqual([]);
    },
  );

  test.each(sharedRevisions())(
    "$name: each request has a result that is an object",
    ({ name }) => {
      const model = sharedModel(name);
      const without = model.methods.filter(
        ({ kind, result }) =>
          kind !== "notification" &&
          (result === undefined || flatten(model, result) === undefined),
      );
      expect(without).toEqual([]);
    },
  );

  test.each(sharedRevisions())(
    "$name: function names are unique for each kind and sender",
    ({ name }) => {
      const names = sharedModel(name).methods.map(
        ({ kind, from, functionName }) => `${kind} ${from} ${functionName}`,
      );
      expect(new Set(names).size).toBe(names.length);
    },
  );
});

describeWithShared("methods", () => {
  test.each(Object.entries(methodsOfRevisions))("%s", (name, want) => {
    expect(sharedModel(name).methods.map(printMethod)).toEqual(want);
  });

  test("the draft has those of 2026-07-28", () => {
    expect(sharedModel("draft").methods.map(printMethod)).toEqual(
      methodsOfRevisions["2026-07-28"],
    );
  });

  test("IncompleteResult was the first name of InputRequiredResult", () => {
    const asking = sharedModel("history/2026-04-07-d365ce13")
      .methods.filter(({ features }) => features.mayRequireInput)
      .map(({ from, name, result }) => `${from} ${name} ${result ?? ""}`);
    expect(asking).toEqual([
      "client prompts/get GetPromptResult",
      "client resources/read ReadResourceResult",
      "client tools/call CallToolResult",
      "client tasks/result GetTaskPayloadResult",
      "server tasks/result GetTaskPayloadResult",
    ]);
  });

  test("an acknowledgement without fields has the result that its response says", () => {
    const method = sharedModel("history/2026-05-11-8e192a22").methods.find(
      ({ name }) => name === "tasks/input_response",
    );
    expect(method).toMatchObject({
      result: "Result",
      response: "TaskInputResponseResultResponse",
    });
  });
});

describeWithShared("versions, eras, constants", () => {
  test.each([
    ["2024-11-05", "2024-11-05", "handshake"],
    ["2025-03-26", "2025-03-26", "handshake"],
    ["2025-06-18", "2025-06-18", "handshake"],
    ["2025-11-25", "2025-11-25", "handshake"],
    ["2026-07-28", "2026-07-28", "stateless"],
    ["draft", "2026-07-28", "stateless"],
    ["history/2025-06-04-307ab83e", "DRAFT-2025-v2", "handshake"],
    ["history/2025-11-21-970851ea", "DRAFT-2025-v3", "handshake"],
    ["history/2026-04-07-d365ce13", "DRAFT-2026-v1", "handshake"],
    ["history/2026-05-11-8e192a22", "DRAFT-2026-v1", "stateless"],
  ])("%s is %s, %s", (name, version, era) => {
    expect(sharedModel(name)).toMatchObject({ version, era });
  });

  test.each<[string, readonly string[]]>([
    ["2024-11-05", ["initialize"]],
    ["2025-11-25", ["initialize"]],
    ["history/2026-06-12-f505a6c7", ["server/discover"]],
    ["draft", []],
  ])("%s: results that tell who the server is: %o", (name, want) => {
    expect(serverInfoResults(sharedModel(name))).toEqual(want);
  });
});

function errorsOf(model: ProtocolModel): readonly string[] {
  return model.errors.map(({ code, name, type, data, httpStatus }) =>
    [
      code,
      name,
      type ?? "-",
      ...(data?.kind === "object"
        ? [data.properties.map((property) => property.name).join("+")]
        : []),
      ...(httpStatus === undefined ? [] : [`HTTP ${httpStatus}`]),
    ].join(" "),
  );
}

describeWithShared("errors", () => {
  const standard = [
    "-32700 PARSE_ERROR -",
    "-32600 INVALID_REQUEST -",
    "-32601 METHOD_NOT_FOUND -",
    "-32602 INVALID_PARAMS -",
    "-32603 INTERNAL_ERROR -",
  ];
  test.each<[string, readonly string[]]>([
    ["2024-11-05", standard],
    ["2025-06-18", standard],
    [
      "2025-11-25",
      [
        ...standard,
        "-32042 URL_ELICITATION_REQUIRED URLElicitationRequiredError elicitations",
      ],
    ],
    [
      "draft",
      [
        "-32700 PARSE_ERROR ParseError HTTP 400",
        "-32600 INVALID_REQUEST InvalidRequestError HTTP 400",
        "-32601 METHOD_NOT_FOUND MethodNotFoundError HTTP 404",
        "-32602 INVALID_PARAMS InvalidParamsError HTTP 200",
        "-32603 INTERNAL_ERROR InternalError HTTP 200",
        "-32020 HEADER_MISMATCH HeaderMismatchError HTTP 400",
        "-32021 MISSING_REQUIRED_CLIENT_CAPABILITY MissingRequiredClientCapabilityError requiredCapabilities HTTP 400",
        "-32022 UNSUPPORTED_PROTOCOL_VERSION UnsupportedProtocolVersionError supported+requested HTTP 400",
      ],
    ],
  ])("%s", (name, want) => {
    expect(errorsOf(sharedModel(name))).toEqual(want);
  });

  test("two interfaces for one code: the one named after the constant", () => {
    const model = sharedModel("history/2026-05-11-8e192a22");
    expect(
      model.errors.find(({ name }) => name === "INVALID_PARAMS")?.type,
    ).toBe("InvalidParamsError");
  });
});

describeWithShared("keys of _meta", () => {
  const common = ["request progressToken"];
  test.each<[string, readonly string[]]>([
    ["2024-11-05", common],
    ["2025-11-25", common],
    [
      "history/2025-10-29-74ba344c",
      [...common, "notification modelcontextprotocol.io/related-task"],
    ],
    [
      "draft",
      [
        ...common,
        "request io.modelcontextprotocol/protocolVersion, required",
        "request io.modelcontextprotocol/clientInfo",
        "request io.modelcontextprotocol/clientCapabilities, required",
        "request io.modelcontextprotocol/logLevel",
        "notification io.modelcontextprotocol/subscriptionId",
        "result io.modelcontextprotocol/serverInfo",
        "result io.modelcontextprotocol/subscriptionId",
      ],
    ],
  ])("%s", (name, want) => {
    const keys = sharedModel(name).metaKeys.map(
      ({ on, key, required }) => `${on} ${key}${required ? ", required" : ""}`,
    );
    expect(keys).toEqual(want);
  });
});

describeWithShared("documentation", () => {
  test("an included example is there in full", () => {
    const error = sharedModel("draft").types.find(
      ({ name }) => name === "UnsupportedProtocolVersionError",
    );
    const [example] = error?.documentation.examples ?? [];
    expect(example?.include).toBe(
      "./examples/UnsupportedProtocolVersionError/unsupported-version.json",
    );
    expect(JSON.parse(example?.text ?? "")).toMatchObject({
      error: { code: -32022 },
    });
  });

  test("deprecations and internals are kept", () => {
    const { types, constants } = sharedModel("draft");
    const capabilities = types.find(
      ({ name }) => name === "ClientCapabilities",
    );
    const roots =
      capabilities?.kind === "interface"
        ? capabilities.properties.find(({ name }) => name === "roots")
        : undefined;
    expect(roots?.documentation.deprecated).toContain("2026-07-28");
    expect(constants[0]?.documentation.internal).toBe(true);
  });
});

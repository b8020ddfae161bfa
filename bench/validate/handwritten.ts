/**
 * The floor: checks as one would write them by hand for exactly these
 * messages. They know what the messages can hold and nothing else, so no
 * general validator should be expected to be far below them.
 */

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === "string";

const isTextOrAbsent = (value: unknown): boolean =>
  value === undefined || typeof value === "string";

const isFlagOrAbsent = (value: unknown): boolean =>
  value === undefined || typeof value === "boolean";

const isNumber = (value: unknown): value is number => typeof value === "number";

const isNumberOrAbsent = (value: unknown): boolean =>
  value === undefined || typeof value === "number";

const isId = (value: unknown): boolean =>
  typeof value === "string" || Number.isInteger(value);

function isListOf(
  value: unknown,
  isItem: (item: unknown) => boolean,
): value is unknown[] {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) {
    if (!isItem(value[index])) return false;
  }
  return true;
}

function isRecordOf(
  value: unknown,
  isValue: (value: unknown) => boolean,
): boolean {
  if (!isFields(value)) return false;
  for (const key in value) {
    if (Object.hasOwn(value, key) && !isValue(value[key])) return false;
  }
  return true;
}

function isJson(value: unknown): boolean {
  if (value === null) return true;
  switch (typeof value) {
    case "string":
    case "number":
    case "boolean":
      return true;
    case "object":
      return Array.isArray(value)
        ? isListOf(value, isJson)
        : isRecordOf(value, isJson);
    default:
      return false;
  }
}

const isJsonObject = (value: unknown): boolean => isRecordOf(value, isJson);
const isJsonObjectOrAbsent = (value: unknown): boolean =>
  value === undefined || isJsonObject(value);

function isIcon(value: unknown): boolean {
  return (
    isFields(value) &&
    isText(value["src"]) &&
    isTextOrAbsent(value["mimeType"]) &&
    (value["sizes"] === undefined || isListOf(value["sizes"], isText)) &&
    (value["theme"] === undefined ||
      value["theme"] === "light" ||
      value["theme"] === "dark")
  );
}

const isIconsOrAbsent = (value: unknown): boolean =>
  value === undefined || isListOf(value, isIcon);

function isImplementation(value: unknown): boolean {
  return (
    isFields(value) &&
    isText(value["name"]) &&
    isText(value["version"]) &&
    isTextOrAbsent(value["title"]) &&
    isTextOrAbsent(value["description"]) &&
    isTextOrAbsent(value["websiteUrl"]) &&
    isIconsOrAbsent(value["icons"])
  );
}

function isClientCapabilities(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { experimental, extensions, roots, sampling, elicitation } = value;
  return (
    (experimental === undefined || isRecordOf(experimental, isJsonObject)) &&
    (extensions === undefined || isRecordOf(extensions, isJsonObject)) &&
    (roots === undefined || isFields(roots)) &&
    (sampling === undefined ||
      (isFields(sampling) &&
        isJsonObjectOrAbsent(sampling["context"]) &&
        isJsonObjectOrAbsent(sampling["tools"]))) &&
    (elicitation === undefined ||
      (isFields(elicitation) &&
        isJsonObjectOrAbsent(elicitation["form"]) &&
        isJsonObjectOrAbsent(elicitation["url"])))
  );
}

const LEVELS = new Set<unknown>([
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
]);

function isRequestMeta(value: unknown): boolean {
  if (!isFields(value)) return false;
  const token = value["progressToken"];
  const info = value["io.modelcontextprotocol/clientInfo"];
  const level = value["io.modelcontextprotocol/logLevel"];
  return (
    isText(value["io.modelcontextprotocol/protocolVersion"]) &&
    isClientCapabilities(value["io.modelcontextprotocol/clientCapabilities"]) &&
    (token === undefined || isId(token)) &&
    (info === undefined || isImplementation(info)) &&
    (level === undefined || LEVELS.has(level))
  );
}

function isRequest(value: unknown): value is Fields & { params: Fields } {
  return (
    isFields(value) &&
    value["jsonrpc"] === "2.0" &&
    isId(value["id"]) &&
    isFields(value["params"]) &&
    isRequestMeta(value["params"]["_meta"])
  );
}

function isRetryParams(params: Fields): boolean {
  return (
    isTextOrAbsent(params["requestState"]) &&
    (params["inputResponses"] === undefined ||
      isRecordOf(params["inputResponses"], isFields))
  );
}

function isCallToolParams(params: Fields): boolean {
  return (
    isText(params["name"]) &&
    (params["arguments"] === undefined || isFields(params["arguments"])) &&
    isRetryParams(params)
  );
}

function isCallToolRequest(value: unknown): boolean {
  return (
    isRequest(value) &&
    value["method"] === "tools/call" &&
    isCallToolParams(value.params)
  );
}

function isReference(value: unknown): boolean {
  if (!isFields(value)) return false;
  return value["type"] === "ref/prompt"
    ? isText(value["name"]) && isTextOrAbsent(value["title"])
    : value["type"] === "ref/resource" && isText(value["uri"]);
}

function isCompleteParams(params: Fields): boolean {
  const { argument, context } = params;
  return (
    isReference(params["ref"]) &&
    isFields(argument) &&
    isText(argument["name"]) &&
    isText(argument["value"]) &&
    (context === undefined ||
      (isFields(context) &&
        (context["arguments"] === undefined ||
          isRecordOf(context["arguments"], isText))))
  );
}

function isFilter(value: unknown): boolean {
  return (
    isFields(value) &&
    isFlagOrAbsent(value["toolsListChanged"]) &&
    isFlagOrAbsent(value["promptsListChanged"]) &&
    isFlagOrAbsent(value["resourcesListChanged"]) &&
    (value["resourceSubscriptions"] === undefined ||
      isListOf(value["resourceSubscriptions"], isText))
  );
}

function isClientRequest(value: unknown): boolean {
  if (!isRequest(value)) return false;
  const { params } = value;
  switch (value["method"]) {
    case "server/discover":
      return true;
    case "prompts/list":
    case "resources/list":
    case "resources/templates/list":
    case "tools/list":
      return isTextOrAbsent(params["cursor"]);
    case "completion/complete":
      return isCompleteParams(params);
    case "prompts/get":
      return (
        isText(params["name"]) &&
        (params["arguments"] === undefined ||
          isRecordOf(params["arguments"], isText)) &&
        isRetryParams(params)
      );
    case "resources/read":
      return isText(params["uri"]) && isRetryParams(params);
    case "subscriptions/listen":
      return isFilter(params["notifications"]);
    case "tools/call":
      return isCallToolParams(params);
    default:
      return false;
  }
}

const isRole = (value: unknown): boolean =>
  value === "user" || value === "assistant";

function isAnnotationsOrAbsent(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isFields(value)) return false;
  const { audience, priority } = value;
  return (
    (audience === undefined || isListOf(audience, isRole)) &&
    (priority === undefined ||
      (isNumber(priority) && priority >= 0 && priority <= 1)) &&
    isTextOrAbsent(value["lastModified"])
  );
}

const isFieldsOrAbsent = (value: unknown): boolean =>
  value === undefined || isFields(value);

function isResourceContents(value: unknown): boolean {
  return (
    isFields(value) &&
    isText(value["uri"]) &&
    isTextOrAbsent(value["mimeType"]) &&
    isFieldsOrAbsent(value["_meta"]) &&
    (isText(value["text"]) || isText(value["blob"]))
  );
}

function isResourceLink(value: Fields): boolean {
  return (
    isText(value["uri"]) &&
    isText(value["name"]) &&
    isTextOrAbsent(value["title"]) &&
    isTextOrAbsent(value["description"]) &&
    isTextOrAbsent(value["mimeType"]) &&
    isNumberOrAbsent(value["size"]) &&
    isIconsOrAbsent(value["icons"])
  );
}

function isContentBlock(value: unknown): boolean {
  if (!isFields(value)) return false;
  if (!isAnnotationsOrAbsent(value["annotations"])) return false;
  if (!isFieldsOrAbsent(value["_meta"])) return false;
  switch (value["type"]) {
    case "text":
      return isText(value["text"]);
    case "image":
    case "audio":
      return isText(value["data"]) && isText(value["mimeType"]);
    case "resource_link":
      return isResourceLink(value);
    case "resource":
      return isResourceContents(value["resource"]);
    default:
      return false;
  }
}

function isResult(value: unknown): value is Fields {
  if (!isFields(value) || !isText(value["resultType"])) return false;
  const meta = value["_meta"];
  if (meta === undefined) return true;
  if (!isFields(meta)) return false;
  const info = meta["io.modelcontextprotocol/serverInfo"];
  return info === undefined || isImplementation(info);
}

function isCallToolResult(value: unknown): boolean {
  return (
    isResult(value) &&
    isListOf(value["content"], isContentBlock) &&
    isFlagOrAbsent(value["isError"])
  );
}

function isTool(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { inputSchema, outputSchema, annotations } = value;
  return (
    isText(value["name"]) &&
    isTextOrAbsent(value["title"]) &&
    isTextOrAbsent(value["description"]) &&
    isIconsOrAbsent(value["icons"]) &&
    isFieldsOrAbsent(value["_meta"]) &&
    isFields(inputSchema) &&
    inputSchema["type"] === "object" &&
    isTextOrAbsent(inputSchema["$schema"]) &&
    (outputSchema === undefined ||
      (isFields(outputSchema) && isTextOrAbsent(outputSchema["$schema"]))) &&
    (annotations === undefined ||
      (isFields(annotations) &&
        isTextOrAbsent(annotations["title"]) &&
        isFlagOrAbsent(annotations["readOnlyHint"]) &&
        isFlagOrAbsent(annotations["destructiveHint"]) &&
        isFlagOrAbsent(annotations["idempotentHint"]) &&
        isFlagOrAbsent(annotations["openWorldHint"])))
  );
}

function isListToolsResult(value: unknown): boolean {
  return (
    isResult(value) &&
    isListOf(value["tools"], isTool) &&
    isTextOrAbsent(value["nextCursor"]) &&
    isNumber(value["ttlMs"]) &&
    value["ttlMs"] >= 0 &&
    (value["cacheScope"] === "public" || value["cacheScope"] === "private")
  );
}

function isFormProperty(value: unknown): boolean {
  if (!isFields(value)) return false;
  if (!isTextOrAbsent(value["title"])) return false;
  if (!isTextOrAbsent(value["description"])) return false;
  switch (value["type"]) {
    case "string":
      return (
        isNumberOrAbsent(value["minLength"]) &&
        isNumberOrAbsent(value["maxLength"]) &&
        isTextOrAbsent(value["default"]) &&
        (value["enum"] === undefined || isListOf(value["enum"], isText))
      );
    case "number":
    case "integer":
      return (
        isNumberOrAbsent(value["minimum"]) &&
        isNumberOrAbsent(value["maximum"]) &&
        isNumberOrAbsent(value["default"])
      );
    case "boolean":
      return isFlagOrAbsent(value["default"]);
    case "array":
      return isFields(value["items"]);
    default:
      return false;
  }
}

function isElicitParams(params: Fields): boolean {
  if (!isText(params["message"])) return false;
  if (params["mode"] === "url") return isText(params["url"]);
  const schema = params["requestedSchema"];
  return (
    (params["mode"] === undefined || params["mode"] === "form") &&
    isFields(schema) &&
    schema["type"] === "object" &&
    isRecordOf(schema["properties"], isFormProperty) &&
    (schema["required"] === undefined || isListOf(schema["required"], isText))
  );
}

function isSamplingBlock(value: unknown): boolean {
  if (!isFields(value)) return false;
  switch (value["type"]) {
    case "tool_use":
      return (
        isText(value["id"]) && isText(value["name"]) && isFields(value["input"])
      );
    case "tool_result":
      return (
        isText(value["toolUseId"]) && isListOf(value["content"], isContentBlock)
      );
    case "text":
    case "image":
    case "audio":
      return isContentBlock(value);
    default:
      return false;
  }
}

function isSamplingMessage(value: unknown): boolean {
  return (
    isFields(value) &&
    isRole(value["role"]) &&
    (Array.isArray(value["content"])
      ? isListOf(value["content"], isSamplingBlock)
      : isSamplingBlock(value["content"]))
  );
}

function isSamplingParams(params: Fields): boolean {
  const preferences = params["modelPreferences"];
  return (
    isListOf(params["messages"], isSamplingMessage) &&
    isNumber(params["maxTokens"]) &&
    isTextOrAbsent(params["systemPrompt"]) &&
    isTextOrAbsent(params["includeContext"]) &&
    isNumberOrAbsent(params["temperature"]) &&
    (params["stopSequences"] === undefined ||
      isListOf(params["stopSequences"], isText)) &&
    isJsonObjectOrAbsent(params["metadata"]) &&
    (params["tools"] === undefined || isListOf(params["tools"], isTool)) &&
    isFieldsOrAbsent(params["toolChoice"]) &&
    (preferences === undefined ||
      (isFields(preferences) &&
        (preferences["hints"] === undefined ||
          isListOf(preferences["hints"], isFields)) &&
        isNumberOrAbsent(preferences["costPriority"]) &&
        isNumberOrAbsent(preferences["speedPriority"]) &&
        isNumberOrAbsent(preferences["intelligencePriority"])))
  );
}

function isInputRequest(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { params } = value;
  switch (value["method"]) {
    case "elicitation/create":
      return isFields(params) && isElicitParams(params);
    case "sampling/createMessage":
      return isFields(params) && isSamplingParams(params);
    case "roots/list":
      return isFieldsOrAbsent(params);
    default:
      return false;
  }
}

function isInputRequiredResult(value: unknown): boolean {
  if (!isResult(value)) return false;
  const { inputRequests, requestState } = value;
  return (
    isTextOrAbsent(requestState) &&
    (inputRequests === undefined ||
      isRecordOf(inputRequests, isInputRequest)) &&
    (inputRequests !== undefined || requestState !== undefined)
  );
}

function isProgressNotification(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { params } = value;
  return (
    value["jsonrpc"] === "2.0" &&
    value["method"] === "notifications/progress" &&
    isFields(params) &&
    isId(params["progressToken"]) &&
    isNumber(params["progress"]) &&
    isNumberOrAbsent(params["total"]) &&
    isTextOrAbsent(params["message"]) &&
    isFieldsOrAbsent(params["_meta"])
  );
}

function isCompleteResult(value: unknown): boolean {
  if (!isResult(value)) return false;
  const { completion } = value;
  return (
    isFields(completion) &&
    isListOf(completion["values"], isText) &&
    completion["values"].length <= 100 &&
    isNumberOrAbsent(completion["total"]) &&
    isFlagOrAbsent(completion["hasMore"])
  );
}

function isMessage(value: unknown): boolean {
  if (!isFields(value) || value["jsonrpc"] !== "2.0") return false;
  const { id, method, result, error } = value;
  if (method !== undefined) {
    return (
      isText(method) &&
      isFieldsOrAbsent(value["params"]) &&
      (id === undefined || isId(id))
    );
  }
  if (result !== undefined) return isId(id) && isResult(result);
  return (
    (id === undefined || isId(id)) &&
    isFields(error) &&
    isNumber(error["code"]) &&
    isText(error["message"])
  );
}

/** The check of each type that the benchmark has a message of. */
export const handwrittenChecks: Readonly<
  Record<string, (value: unknown) => boolean>
> = {
  CallToolRequest: isCallToolRequest,
  CallToolResult: isCallToolResult,
  ListToolsResult: isListToolsResult,
  InputRequiredResult: isInputRequiredResult,
  ProgressNotification: isProgressNotification,
  CompleteResult: isCompleteResult,
  JSONRPCMessage: isMessage,
  ClientRequest: isClientRequest,
};

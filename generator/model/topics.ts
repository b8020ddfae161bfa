/** What clients can subscribe to: which field of the filter is for which notification. */
import type { Method, Property, ProtocolModel } from "./model.js";
import { camelCase } from "./names.js";
import { findProperty, flatten, methodsOf, resolve } from "./queries.js";

/** The type that lists what can be subscribed to. */
const FILTER = "SubscriptionFilter";

/** A field of the filter and what the schema says it is for. */
export interface Topic {
  /** The field of the filter. */
  readonly field: string;
  /** Name of the function that announces a change, e.g. `toolsListChanged`. */
  readonly functionName: string;
  readonly notification: Method;
  /** Path of the server capability, e.g. `resources.subscribe`. */
  readonly capability: string;
  /** Whether subscribers name resources. */
  readonly byUri: boolean;
  /** Methods whose kept results the change makes stale. */
  readonly makesStale: readonly string[];
}

/** The fields of the filter, sorted by whether the schema says what they are for. */
export interface FilterFields {
  readonly topics: readonly Topic[];
  /** Fields that no notification answers for: nothing is generated for these. */
  readonly unknown: readonly Property[];
}

type Part = Pick<ProtocolModel, "types" | "methods">;

/** A notification of the server that a capability offers. */
type Announcement = Method & { readonly serverCapability: string };

/**
 * Reads the filter. A flag belongs to the notification whose capability it is called
 * like, `toolsListChanged` to `tools.listChanged`; a list of strings to a notification
 * with a `uri`, if it is called like the capability. Of both, documentation that links to
 * one notification decides first. A notification answers for one field only.
 */
export function filterFields(model: Part): FilterFields {
  const topics: Topic[] = [];
  const unknown: Property[] = [];
  for (const property of flatten(model, FILTER)?.properties ?? []) {
    const topic = topicOf(model, property);
    const isTaken = topics.some(
      ({ notification, functionName }) =>
        notification === topic?.notification ||
        functionName === topic?.functionName,
    );
    if (topic === undefined || isTaken) unknown.push(property);
    else topics.push(topic);
  }
  return { topics, unknown };
}

function topicOf(model: Part, property: Property): Topic | undefined {
  const type = resolve(model, property.type);
  if (type.kind === "boolean" || type.kind === "literal") {
    const notification =
      linkedFrom(model, property) ?? offeredBy(model, property.name);
    return (
      notification && {
        field: property.name,
        functionName: property.name,
        notification,
        capability: notification.serverCapability,
        byUri: false,
        makesStale: staleMethods(model, notification, false),
      }
    );
  }
  if (type.kind !== "array" || resolve(model, type.items).kind !== "string") {
    return undefined;
  }
  const notification =
    linkedFrom(model, property) ?? aboutResources(model, property.name);
  if (notification === undefined || !namesUri(model, notification)) {
    return undefined;
  }
  return {
    field: property.name,
    functionName: notification.functionName,
    notification,
    capability: subscribeFlag(model, notification),
    byUri: true,
    makesStale: staleMethods(model, notification, true),
  };
}

function announcements(model: Part): readonly Announcement[] {
  return methodsOf(model, { kind: "notification", from: "server" }).filter(
    (method): method is Announcement => method.serverCapability !== undefined,
  );
}

/** The one notification that the documentation of a field links to. */
function linkedFrom(
  model: Part,
  { documentation: { text } }: Property,
): Announcement | undefined {
  const linked = new Set(
    [...text.matchAll(/\{@link\s+(\w+)/g)].map(([, name]) => name),
  );
  const [only, another] = announcements(model).filter(({ type }) =>
    linked.has(type),
  );
  return another === undefined ? only : undefined;
}

/** The notification whose capability, `tools.listChanged`, has the name in one word. */
function offeredBy(model: Part, name: string): Announcement | undefined {
  return announcements(model).find(
    ({ serverCapability }) =>
      serverCapability.replace(/\.(\w)/g, (_, letter: string) =>
        letter.toUpperCase(),
      ) === name,
  );
}

/** The notification with a `uri` whose capability, `resources`, a list is called after. */
function aboutResources(model: Part, name: string): Announcement | undefined {
  return announcements(model).find(
    (method) =>
      namesUri(model, method) &&
      name.startsWith(capabilityOf(method).replace(/s$/, "")),
  );
}

function namesUri(model: Part, { params }: Method): boolean {
  const uri = params && findProperty(model, params.type, "uri");
  return uri !== undefined && !uri.optional;
}

/** `resources` of `resources.listChanged`. */
function capabilityOf({ serverCapability }: Announcement): string {
  return serverCapability.split(".")[0] ?? "";
}

/** The flag of a capability that says whether one can subscribe: `resources.subscribe`. */
function subscribeFlag(model: Part, notification: Announcement): string {
  const capability = capabilityOf(notification);
  const property = findProperty(model, "ServerCapabilities", capability);
  const flag = (property && flatten(model, property.type))?.properties.find(
    ({ name }) => name.startsWith("subscri"),
  );
  return flag === undefined ? capability : `${capability}.${flag.name}`;
}

/** The lists that a change of a list makes stale, or what is read of one resource. */
function staleMethods(
  model: Part,
  notification: Announcement,
  byUri: boolean,
): readonly string[] {
  return methodsOf(model, { kind: "request", from: "client" })
    .filter(
      ({ serverCapability, features }) =>
        serverCapability === capabilityOf(notification) &&
        features.cacheable &&
        features.paginated !== byUri,
    )
    .map(({ name }) => name);
}

/**
 * What a session of the handshake era can hear of: changes of lists, each with the
 * capability that announces it, and changes of resources that were subscribed to. The
 * schema has no filter; the fields are called as the stateless era calls them.
 */
export function sessionTopics(model: Part): readonly Topic[] {
  const subscription = methodsOf(model, {
    kind: "request",
    from: "client",
  }).find(({ serverCapability = "" }) =>
    serverCapability.endsWith(".subscribe"),
  );
  const topics: Topic[] = [];
  for (const notification of methodsOf(model, {
    kind: "notification",
    from: "server",
  })) {
    const { serverCapability: capability = "", functionName } = notification;
    if (capability.endsWith(".listChanged")) {
      const field = camelCase(capability);
      topics.push({
        field,
        functionName: field,
        notification,
        capability,
        byUri: false,
        makesStale: [],
      });
    } else if (
      subscription?.serverCapability !== undefined &&
      subscription.serverCapability.split(".")[0] ===
        capability.split(".")[0] &&
      namesUri(model, notification)
    ) {
      topics.push({
        field: "resourceSubscriptions",
        functionName,
        notification,
        capability: subscription.serverCapability,
        byUri: true,
        makesStale: [],
      });
    }
  }
  return topics;
}

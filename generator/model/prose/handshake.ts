/**
 * What the revisions with a handshake have of what not all of them have. A session speaks
 * the version that both sides agree on, whichever of these the code was generated from.
 *
 * Pages: changelog of each revision; basic/lifecycle, basic/transports, client/elicitation,
 * client/sampling, server/tools, basic/utilities/progress, basic/utilities/tasks.
 */

/** One revision. */
export interface HandshakeRevision {
  readonly version: string;
  readonly batching: boolean;
  /** HTTP requests name the version in a header. */
  readonly versionHeader: boolean;
  /** A stream may begin with an event without data, and be closed early. */
  readonly resumableStreams: boolean;
  readonly progressMessage: boolean;
  readonly missingBlocks: readonly string[];
  readonly structuredContent: boolean;
  readonly elicitationModes: boolean;
  readonly missingMethods: readonly string[];
  readonly missingCapabilities: readonly string[];
}

const since20251125 = [
  "notifications/elicitation/complete",
  "notifications/tasks/status",
  "tasks/cancel",
  "tasks/get",
  "tasks/list",
  "tasks/result",
] as const;

const capabilitiesSince20251125 = [
  "elicitation.form",
  "elicitation.url",
  "sampling.context",
  "sampling.tools",
  "tasks",
] as const;

/** The newest of them. Its schema comes with mcp-gen. */
export const NEWEST_HANDSHAKE = "2025-11-25";

/** All of them, newest first. */
export const handshakeRevisions: readonly HandshakeRevision[] = [
  {
    version: "2025-11-25",
    batching: false,
    versionHeader: true,
    resumableStreams: true,
    progressMessage: true,
    missingBlocks: [],
    structuredContent: true,
    elicitationModes: true,
    missingMethods: [],
    missingCapabilities: [],
  },
  {
    version: "2025-06-18",
    batching: false,
    versionHeader: true,
    resumableStreams: false,
    progressMessage: true,
    missingBlocks: [],
    structuredContent: true,
    elicitationModes: false,
    missingMethods: since20251125,
    missingCapabilities: capabilitiesSince20251125,
  },
  {
    version: "2025-03-26",
    batching: true,
    versionHeader: false,
    resumableStreams: false,
    progressMessage: true,
    missingBlocks: ["resource_link"],
    structuredContent: false,
    elicitationModes: false,
    missingMethods: ["elicitation/create", ...since20251125],
    missingCapabilities: ["elicitation", ...capabilitiesSince20251125],
  },
  {
    version: "2024-11-05",
    batching: false,
    versionHeader: false,
    resumableStreams: false,
    progressMessage: false,
    missingBlocks: ["audio", "resource_link"],
    structuredContent: false,
    elicitationModes: false,
    missingMethods: ["elicitation/create", ...since20251125],
    missingCapabilities: [
      "completions",
      "elicitation",
      ...capabilitiesSince20251125,
    ],
  },
];

/** The code for a resource that is not there (server/resources), in all of them. */
export const RESOURCE_NOT_FOUND = -32002;

/** The key of `_meta` that names the task a message belongs to (basic/utilities/tasks). */
export const RELATED_TASK_KEY = "io.modelcontextprotocol/related-task";

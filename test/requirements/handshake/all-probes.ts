/** All probes of the handshake era. */
import type { HandshakeProbe } from "./probe.js";
import { bothServerProbes } from "./probes/both-server.js";
import { featureProbes } from "./probes/features.js";
import { lifecycleProbes } from "./probes/lifecycle.js";
import { messageProbes } from "./probes/messages.js";
import { taskProbes } from "./probes/tasks.js";
import { transportProbes } from "./probes/transports.js";

export const handshakeProbes: readonly HandshakeProbe[] = [
  ...messageProbes,
  ...lifecycleProbes,
  ...featureProbes,
  ...taskProbes,
  ...transportProbes,
  ...bothServerProbes,
];

/** All probes, in no particular order. */
import { callProbes } from "./probes/calls.js";
import { channelProbes } from "./probes/channel.js";
import { documentProbes } from "./probes/documents.js";
import { featureProbes } from "./probes/features.js";
import { httpProbes } from "./probes/http.js";
import { messageProbes } from "./probes/messages.js";
import type { Probe } from "./probe.js";

/** See {@link Probe}. */
export const probes: readonly Probe[] = [
  ...messageProbes,
  ...documentProbes,
  ...channelProbes,
  ...httpProbes,
  ...callProbes,
  ...featureProbes,
];

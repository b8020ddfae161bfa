/** What a value is on the wire: read by one module, for the runtime and for `parseMessage`. */
export {
  classifyMessage,
  hasOwn,
  isObject,
  isMessageId as isRequestId,
  isUnanswerable,
  ownValue,
  readableId,
  type MessageKind,
} from "../../validation.js";

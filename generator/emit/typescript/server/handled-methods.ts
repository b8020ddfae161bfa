/** Which requests a server leaves to its handlers. */
import type { Method, ProtocolModel } from "../../../model/model.js";
import { methodsOf } from "../../../model/queries.js";
import { eraMethods } from "../runtime/handshake-facts.js";
import { revisionFacts } from "../runtime/revision-facts.js";

/**
 * Requests of clients, in the order of the schema, without those that the runtime
 * answers: the members of `ServerHandlers`.
 *
 * @throws {UnavailableError} for a revision without a server.
 */
export function handledMethods(model: ProtocolModel): readonly Method[] {
  const builtIn = methodsOfEra(model);
  return methodsOf(model, { kind: "request", from: "client" }).filter(
    ({ name }) => !builtIn.includes(name),
  );
}

/** Requests of clients that the era answers by itself. */
export function methodsOfEra(model: ProtocolModel): readonly string[] {
  const { discover, listen } = revisionFacts(model).builtInMethods;
  return model.era === "stateless" ? [discover, listen] : eraMethods;
}

/** Which requests a server leaves to its handlers. */
import type { Method, ProtocolModel } from "../../../model/model.js";
import { methodsOf } from "../../../model/queries.js";
import { revisionFacts } from "../runtime/revision-facts.js";

/**
 * Requests of clients, in the order of the schema, without those that the runtime
 * answers: the members of `ServerHandlers`.
 *
 * @throws {UnavailableError} for a revision without a server.
 */
export function handledMethods(model: ProtocolModel): readonly Method[] {
  const { builtInMethods } = revisionFacts(model);
  const builtIn: readonly string[] = [
    builtInMethods.discover,
    builtInMethods.listen,
  ];
  return methodsOf(model, { kind: "request", from: "client" }).filter(
    ({ name }) => !builtIn.includes(name),
  );
}

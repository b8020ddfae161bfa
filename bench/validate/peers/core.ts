/** The zod schemas of the official SDK, `@modelcontextprotocol/core`. */
import { peerModule } from "./module.js";
import type { Peer, Validator } from "./peer.js";

interface ZodLike {
  safeParse(value: unknown): {
    success: boolean;
    error?: { issues: { path: PropertyKey[] }[] };
  };
}

export const corePeer: Peer = {
  name: "core (zod)",
  load: async ({ types }) => {
    const schemas = await peerModule<Record<string, ZodLike | undefined>>(
      "@modelcontextprotocol/core",
    );
    const validators = new Map<string, Validator>();
    for (const type of types) {
      const schema = schemas[`${type}Schema`];
      if (!schema) continue;
      validators.set(type, {
        is: (value) => schema.safeParse(value).success,
        report: (value) => schema.safeParse(value).error?.issues,
        pathIn: (issues: { path: PropertyKey[] }[]) =>
          issues[0]?.path.join("/") ?? "",
      });
    }
    return validators;
  },
};

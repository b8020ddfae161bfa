/** typebox 1.4: its JSON Schema compiler on our own lossless schema. */
import { peerModule } from "./module.js";
import type { Peer, Validator } from "./peer.js";

interface Compiled {
  Check(value: unknown): boolean;
  Errors(value: unknown): [boolean, { instancePath: string }[]];
}

interface TypeBox {
  Compile(schema: object): Compiled;
}

export const typeboxPeer: Peer = {
  name: "typebox",
  load: async ({ schema, types }) => {
    const { Compile } = await peerModule<TypeBox>("typebox/schema");
    const validators = new Map<string, Validator>();
    for (const type of types) {
      const compiled = Compile({
        ...schema,
        $ref: `#/$defs/${type}`,
      });
      validators.set(type, {
        is: (value) => compiled.Check(value),
        report: (value) => compiled.Errors(value)[1],
        pathIn: (errors: { instancePath: string }[]) =>
          errors[0]?.instancePath.slice(1) ?? "",
      });
    }
    return validators;
  },
};

/** Probes: what each requirement means on the wire. */
import type { Way } from "./message.js";
import { Peer } from "./peer.js";
import type { ChannelWire, HttpWire, ServerWire } from "./server-wire.js";
import type {
  ClientSettings,
  ClientUnderTest,
  ServerSettings,
  Subject,
  Validators,
} from "./subject.js";

/** One check of one requirement, over one way where it has one. */
export interface Probe {
  /** The requirement. */
  readonly id: string;
  readonly side: "server" | "client" | "validator";
  readonly way: Way | undefined;
  /** What is true if it succeeds. */
  readonly claim: string;
  /** @returns {@link nothingToCheck} where the subject has no such part. Throws on failure. */
  run(subject: Subject): Promise<void | typeof nothingToCheck>;
}

/** Says, returned or thrown, that a subject lacks what is to be checked. */
export const nothingToCheck: unique symbol = Symbol("nothing to check");

/** A way of the server for each name of a way. */
type WireOf = {
  readonly memory: ChannelWire;
  readonly stdio: ChannelWire;
  readonly http: HttpWire;
};

/** Probes of a server, one for each way. */
export function ofServer<Name extends Way>(
  id: string,
  claim: string,
  ways: readonly Name[],
  check: (wire: WireOf[Name], subject: Subject) => Promise<void>,
  settings: ServerSettings = {},
): readonly Probe[] {
  return ways.map((way) => ({
    id,
    side: "server" as const,
    way,
    claim,
    run: async (subject) => {
      const wire: ServerWire = await subject.serve(way, settings);
      try {
        await check(wire as WireOf[Name], subject);
      } finally {
        await wire.close();
      }
    },
  }));
}

/** What a probe of a client works with. */
export interface ClientScene {
  readonly peer: Peer;
  /** Connects a client to the peer; it is closed at the end. */
  connect(settings?: ClientSettings): Promise<ClientUnderTest>;
}

/** Probes of a client, one for each way. */
export function ofClient(
  id: string,
  claim: string,
  ways: readonly Way[],
  check: (scene: ClientScene) => Promise<void>,
): readonly Probe[] {
  return ways.map((way) => ({
    id,
    side: "client" as const,
    way,
    claim,
    run: async (subject) => {
      const peer = await new Peer(way).start();
      const clients: ClientUnderTest[] = [];
      try {
        await check({
          peer,
          connect: async (settings = {}) => {
            const client = await subject.connect(peer, settings);
            clients.push(client);
            return client;
          },
        });
      } finally {
        await Promise.all(clients.map((client) => client.close()));
        await peer.close();
      }
    },
  }));
}

/** A probe of checks that are not part of a server or a client. */
export function ofValidators<Name extends keyof Validators>(
  id: string,
  claim: string,
  name: Name,
  check: (validator: NonNullable<Validators[Name]>) => void | Promise<void>,
): readonly Probe[] {
  return [
    {
      id,
      side: "validator",
      way: undefined,
      claim,
      run: async ({ validators }) => {
        const validator = validators[name];
        if (validator === undefined) return nothingToCheck;
        try {
          await check(validator as NonNullable<Validators[Name]>);
        } catch (error) {
          if (error === nothingToCheck) return nothingToCheck;
          throw error;
        }
        return;
      },
    },
  ];
}

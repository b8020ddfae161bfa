/** Probes of the handshake era: what each requirement means on the wire. */
import type { Way } from "../message.js";
import { nothingToCheck } from "../probe.js";
import { HandshakePeer } from "./peer.js";
import { newest, type Revision } from "./revision.js";
import {
  ChannelSession,
  handshake,
  HttpSession,
  type Opening,
  type Session,
} from "./session.js";
import type {
  BothSettings,
  ClientSettings,
  HandshakeClient,
  HandshakeSubject,
  RunningServer,
  ServerSettings,
} from "./subject.js";

/** One check of one requirement, over one way and in one revision. */
export interface HandshakeProbe {
  /** The requirement. */
  readonly id: string;
  readonly side: "server" | "client" | "validator";
  readonly way: Way | undefined;
  readonly revision: Revision;
  /** What is true if it succeeds. */
  readonly claim: string;
  /** @returns {@link nothingToCheck} where the subject has no such part. Throws on failure. */
  run(subject: HandshakeSubject): Promise<void | typeof nothingToCheck>;
}

/** A session of each way. */
type SessionOf = {
  readonly memory: ChannelSession;
  readonly stdio: ChannelSession;
  readonly http: HttpSession;
};

/** What a probe of a server works with. */
export interface ServerScene<Name extends Way = Way> {
  readonly way: Name;
  readonly revision: Revision;
  readonly server: RunningServer;
  /** Opens a session, in the probe's revision unless another is given. */
  open(opening?: Opening): Promise<SessionOf[Name]>;
  /** Connects without a handshake. */
  connect(headers?: Readonly<Record<string, string>>): Promise<SessionOf[Name]>;
}

/** Which probes to make of one check. */
export interface Scope<Name extends Way> {
  readonly ways: readonly Name[];
  /** The newest one unless given. */
  readonly revisions?: readonly Revision[];
}

/** Probes of a server, one for each way and revision. */
export function ofServer<Name extends Way>(
  id: string,
  claim: string,
  { ways, revisions = [newest] }: Scope<Name>,
  check: (scene: ServerScene<Name>) => Promise<void>,
  settings: ServerSettings = {},
): readonly HandshakeProbe[] {
  return ofServers(id, claim, { ways, revisions }, check, (subject, way) =>
    subject.serve(way, settings),
  );
}

/** Probes of a server whose handlers serve clients of both eras. */
export function ofBothServer<Name extends Way>(
  id: string,
  claim: string,
  { ways, revisions = [newest] }: Scope<Name>,
  check: (scene: ServerScene<Name>) => Promise<void>,
  settings: BothSettings = {},
): readonly HandshakeProbe[] {
  return ofServers(
    id,
    claim,
    { ways, revisions },
    check,
    async (subject, way) => subject.serveBoth?.(way, settings),
  );
}

function ofServers<Name extends Way>(
  id: string,
  claim: string,
  { ways, revisions }: Required<Scope<Name>>,
  check: (scene: ServerScene<Name>) => Promise<void>,
  serve: (
    subject: HandshakeSubject,
    way: Name,
  ) => Promise<RunningServer | undefined>,
): readonly HandshakeProbe[] {
  return revisions.flatMap((revision) =>
    ways.map((way) => ({
      id,
      side: "server" as const,
      way,
      revision,
      claim,
      run: async (subject: HandshakeSubject) => {
        const server = await serve(subject, way);
        if (server === undefined) return nothingToCheck;
        const sessions: Session[] = [];
        const connect = async (
          headers?: Readonly<Record<string, string>>,
        ): Promise<SessionOf[Name]> => {
          const session =
            way === "http"
              ? new HttpSession(server.port, headers)
              : await ChannelSession.connect(way, server);
          sessions.push(session);
          return session as SessionOf[Name];
        };
        try {
          await check({
            way,
            revision,
            server,
            connect,
            open: async (opening = {}) => {
              const session = await connect(opening.headers);
              await handshake(session, { version: revision, ...opening });
              return session;
            },
          });
        } finally {
          await Promise.all(sessions.map((session) => session.close()));
          await server.close();
        }
        return undefined;
      },
    })),
  );
}

/** What a probe of a client works with. */
export interface ClientScene {
  readonly revision: Revision;
  readonly peer: HandshakePeer;
  /** Makes a client of the peer; it is closed at the end. */
  connect(settings?: ClientSettings): Promise<HandshakeClient>;
}

/** Probes of a client, one for each way and revision. */
export function ofClient(
  id: string,
  claim: string,
  { ways, revisions = [newest] }: Scope<Way>,
  check: (scene: ClientScene) => Promise<void>,
): readonly HandshakeProbe[] {
  return revisions.flatMap((revision) =>
    ways.map((way) => ({
      id,
      side: "client" as const,
      way,
      revision,
      claim,
      run: async (subject: HandshakeSubject) => {
        const peer = await new HandshakePeer(way, revision).start();
        const clients: HandshakeClient[] = [];
        try {
          await check({
            revision,
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
    })),
  );
}

/** A probe of checks that are not part of a server or a client. */
export function ofValidators<
  Name extends "isElicitation" | "areSamplingMessages" | "isMetaKey",
>(
  id: string,
  claim: string,
  name: Name,
  check: (validator: NonNullable<HandshakeSubject[Name]>) => void,
): readonly HandshakeProbe[] {
  return [
    {
      id,
      side: "validator",
      way: undefined,
      revision: newest,
      claim,
      run: (subject) => {
        const validator = subject[name];
        if (validator === undefined) return Promise.resolve(nothingToCheck);
        check(validator as NonNullable<HandshakeSubject[Name]>);
        return Promise.resolve();
      },
    },
  ];
}

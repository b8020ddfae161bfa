/** What lies between client and server: connections that are slow, odd, and cut. */
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { Transform, type TransformCallback } from "node:stream";

/** How bad the network is. */
export interface Weather {
  /** A number from 0 up to 1, from the seed of the run. */
  readonly random: () => number;
  /** The longest delay of a chunk, in milliseconds. */
  readonly delayMs: number;
  /** How likely a chunk is the last of its connection. */
  readonly cut: number;
}

/**
 * Passes bytes on in chunks of random size, each after a random delay: in order, as a
 * connection does, while what travels on several of them overtakes each other.
 */
export class SlowStream extends Transform {
  readonly #weather: Weather;
  readonly #cut: () => void;

  /** @param cut called when the connection has to end here */
  constructor(weather: Weather, cut: () => void) {
    super();
    this.#weather = weather;
    this.#cut = cut;
  }

  override _transform(
    chunk: Buffer,
    _encoding: string,
    done: TransformCallback,
  ): void {
    const { random, delayMs, cut } = this.#weather;
    setTimeout(() => {
      if (random() < cut) {
        this.push(chunk.subarray(0, Math.floor(random() * chunk.length)));
        this.#cut();
        done();
        return;
      }
      const split = Math.floor(random() * chunk.length);
      this.push(chunk.subarray(0, split));
      this.push(chunk.subarray(split));
      done();
    }, random() * delayMs);
  }
}

/** A proxy in front of a port of this machine. */
export interface Proxy {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a proxy that treats each connection like a bad network does. */
export async function startProxy(
  target: number,
  weather: Weather,
): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    const cut = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", cut);
      socket.on("close", () => {
        sockets.delete(socket);
        cut();
      });
    }
    near.pipe(new SlowStream(weather, cut)).pipe(far);
    far.pipe(new SlowStream(weather, cut)).pipe(near);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

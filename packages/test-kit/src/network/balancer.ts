import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { scaledTimeout } from '../timeouts.ts';

/** Shares out connections among the instances of a part, as nginx's stream proxy and HAProxy do. */
export interface Balancer {
  /** From now on this instance is asked whether it is ready, and has its share while it is; resolves with the first answer. */
  readonly add: (url: string) => Promise<void>;
  readonly remove: (url: string) => void;
  readonly close: () => Promise<void>;
}

/** On a slower machine less often: looks would be most of what it has to answer. */
const LOOK_MS = scaledTimeout(200);
/** These two as the manifests have them, the first on the reference machine. */
const ANSWER_WITHIN_MS = scaledTimeout(4000);
const MAY_MISS = 2;

const saysYes = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

async function connected(url: string): Promise<Socket | undefined> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    return undefined;
  }
}

interface Balancing {
  /** Where it listens, on loopback. */
  readonly port: number;
  /** What it asks an instance, e.g. `/readyz`. */
  readonly readiness: string;
}

/** Gives each connection to the next ready instance that takes it. */
export async function startBalancer({ port, readiness }: Balancing): Promise<Balancer> {
  const instances = new Map<string, { isIn: boolean; missed: number }>();
  const open = new Set<Socket>();
  let turn = 0;

  async function connectToOne(): Promise<Socket | undefined> {
    const urls = [...instances].filter(([, { isIn }]) => isIn).map(([url]) => url);
    const first = turn++ % urls.length;
    for (const url of [...urls.slice(first), ...urls.slice(0, first)]) {
      const socket = await connected(url);
      if (socket) return socket;
    }
  }

  const server = createServer({ noDelay: true, pauseOnConnect: true }, async (near) => {
    open.add(near.on('error', () => undefined));
    near.once('close', () => open.delete(near));
    const far = await connectToOne();
    if (!far) return void near.resetAndDestroy();
    if (near.destroyed) return void far.destroy();
    pipeline(near, far, () => far.destroy());
    pipeline(far, near, () => near.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  /** One look after the other. */
  async function lookAt(url: string): Promise<void> {
    const isReady = await saysYes(url + readiness);
    const known = instances.get(url);
    if (!known) return;
    const missed = isReady ? 0 : known.missed + 1;
    instances.set(url, { missed, isIn: isReady || (known.isIn && missed < MAY_MISS) });
    setTimeout(lookAt, LOOK_MS, url).unref();
  }

  return {
    async add(url) {
      instances.set(url, { isIn: false, missed: 0 });
      await lookAt(url);
    },
    remove: (url) => void instances.delete(url),
    async close() {
      instances.clear();
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

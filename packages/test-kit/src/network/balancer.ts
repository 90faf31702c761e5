import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';

/** Shares out connections among the instances of a part as a Kubernetes Service does. */
export interface Balancer {
  /** From now on `/readyz` of this instance is asked, and it has its share while the answer is yes; resolves with the first. */
  readonly add: (url: string) => Promise<void>;
  readonly remove: (url: string) => void;
  readonly close: () => Promise<void>;
}

const LOOK_MS = 200;
/** As the manifests have it. */
const ANSWER_WITHIN_MS = 4000;
const MAY_MISS = 2;

/** Undefined when it does not answer. */
const isReady = (url: string): Promise<boolean | undefined> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
    ({ ok }) => ok,
    () => undefined,
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

/** Listens on this port of loopback, and gives each connection to the next ready instance that takes it. */
export async function startBalancer(port: number): Promise<Balancer> {
  const instances = new Map<string, { isIn: boolean; missed: number }>();
  const open = new Set<Socket>();
  let turn = 0;

  async function connectToOne(): Promise<Socket | undefined> {
    const urls = [...instances].filter(([, { isIn }]) => isIn).map(([url]) => url);
    turn += 1;
    for (const place of urls.keys()) {
      const socket = await connected(urls[(turn + place) % urls.length] ?? '');
      if (socket) return socket;
    }
  }

  const server = createServer({ noDelay: true, pauseOnConnect: true }, async (near) => {
    open.add(near.on('error', () => undefined));
    near.once('close', () => open.delete(near));
    const far = await connectToOne();
    if (!far) return void near.resetAndDestroy();
    pipeline(near, far, () => far.destroy());
    pipeline(far, near, () => near.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  async function lookAt(url: string): Promise<void> {
    const answer = await isReady(url);
    const known = instances.get(url);
    if (!known) return;
    const missed = answer === undefined ? known.missed + 1 : 0;
    instances.set(url, { missed, isIn: answer ?? (known.isIn && missed < MAY_MISS) });
  }
  const looking = setInterval(() => [...instances.keys()].forEach(lookAt), LOOK_MS);

  return {
    async add(url) {
      instances.set(url, { isIn: false, missed: 0 });
      await lookAt(url);
    },
    remove: (url) => void instances.delete(url),
    async close() {
      clearInterval(looking);
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

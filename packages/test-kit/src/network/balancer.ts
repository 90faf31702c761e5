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

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1000) }).then(
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

/** Listens on this port of loopback, and gives each connection to the next ready instance that takes it. */
export async function startBalancer(port: number): Promise<Balancer> {
  const ready = new Map<string, boolean>();
  const open = new Set<Socket>();
  let turn = 0;

  async function connectToOne(): Promise<Socket | undefined> {
    const urls = [...ready].filter(([, isIn]) => isIn).map(([url]) => url);
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

  async function look(): Promise<void> {
    await Promise.all(
      [...ready.keys()].map(async (url) => {
        const isIn = await isReady(url);
        if (ready.has(url)) ready.set(url, isIn);
      }),
    );
  }
  const looking = setInterval(look, LOOK_MS);

  return {
    async add(url) {
      ready.set(url, await isReady(url));
    },
    remove: (url) => void ready.delete(url),
    async close() {
      clearInterval(looking);
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

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
const PROBE_INTERVAL_MS = scaledTimeout(200);
/** These two as the manifests have them, the first on the reference machine. */
const PROBE_TIMEOUT_MS = scaledTimeout(4000);
const MAX_MISSED_PROBES = 2;

const isHealthy = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

async function openSocket(url: string): Promise<Socket | undefined> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    return undefined;
  }
}

interface BalancerOptions {
  /** Where it listens, on loopback. */
  readonly port: number;
  /** What it asks an instance, e.g. `/readyz`. */
  readonly readiness: string;
}

/** Gives each connection to the next ready instance that takes it. */
export async function startBalancer({ port, readiness }: BalancerOptions): Promise<Balancer> {
  const instances = new Map<string, { isActive: boolean; missed: number }>();
  const openSockets = new Set<Socket>();
  let nextIndex = 0;

  async function connectToInstance(): Promise<Socket | undefined> {
    const urls = [...instances].filter(([, { isActive }]) => isActive).map(([url]) => url);
    const first = nextIndex++ % urls.length;
    for (const url of [...urls.slice(first), ...urls.slice(0, first)]) {
      const socket = await openSocket(url);
      if (socket) return socket;
    }
  }

  const server = createServer({ noDelay: true, pauseOnConnect: true }, async (client) => {
    openSockets.add(client.on('error', () => undefined));
    client.once('close', () => openSockets.delete(client));
    const upstream = await connectToInstance();
    if (!upstream) return void client.resetAndDestroy();
    if (client.destroyed) return void upstream.destroy();
    pipeline(client, upstream, () => upstream.destroy());
    pipeline(upstream, client, () => client.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  /** One look after the other. */
  async function probeInstance(url: string): Promise<void> {
    const isReady = await isHealthy(url + readiness);
    const instance = instances.get(url);
    if (!instance) return;
    const missed = isReady ? 0 : instance.missed + 1;
    instances.set(url, { missed, isActive: isReady || (instance.isActive && missed < MAX_MISSED_PROBES) });
    setTimeout(probeInstance, PROBE_INTERVAL_MS, url).unref();
  }

  return {
    async add(url) {
      instances.set(url, { isActive: false, missed: 0 });
      await probeInstance(url);
    },
    remove: (url) => void instances.delete(url),
    async close() {
      instances.clear();
      const closed = once(server, 'close');
      server.close();
      for (const socket of openSockets) socket.destroy();
      await closed;
    },
  };
}

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { services } from '@archaka/contracts';
import type { ServiceName } from '../keys.ts';
import { scaledTimeout } from '../timeouts.ts';

/** Less often on a slower machine, whose load would consist mostly of checks. */
const PROBE_INTERVAL_MS = scaledTimeout(200);
/** These two as in the manifests, the first for the reference machine. */
const PROBE_TIMEOUT_MS = scaledTimeout(4000);
const MAX_MISSED_PROBES = 2;

/** Distinguishes a disconnected machine from a slow one. */
const CONNECT_TIMEOUT_MS = scaledTimeout(2000);

/** Whether an instance may have connections. */
export type ReadinessProbe = (url: string) => Promise<boolean>;

/** As in the manifests: an outage that all instances share must not remove all of them. */
export function createReadinessProbe(name: ServiceName): ReadinessProbe {
  const excludedProbes = name === 'shell' ? services.map((service) => `svc-${service}`) : ['broker'];
  const path = `/readyz?${excludedProbes.map((probe) => `exclude=${probe}`).join('&')}`;
  return (url) =>
    fetch(url + path, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
      ({ ok }) => ok,
      () => false,
    );
}

async function openSocket(url: string): Promise<Socket | undefined> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
    return socket;
  } catch {
    socket.destroy();
    return undefined;
  }
}

interface BalancerOptions {
  readonly port: number;
  /** Where it listens; default loopback. */
  readonly host?: string;
  readonly isReady: ReadinessProbe;
}

/** Forwards each connection to the next ready instance that accepts it. */
export async function startBalancer({ port, host = '127.0.0.1', isReady }: BalancerOptions) {
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
  server.listen(port, host);
  await once(server, 'listening');

  /** Checks sequentially. */
  async function probeInstance(url: string): Promise<void> {
    const isActive = await isReady(url);
    const instance = instances.get(url);
    if (!instance) return;
    const missed = isActive ? 0 : instance.missed + 1;
    instances.set(url, { missed, isActive: isActive || (instance.isActive && missed < MAX_MISSED_PROBES) });
    setTimeout(probeInstance, PROBE_INTERVAL_MS, url).unref();
  }

  return {
    /** Adds an instance, which gets connections while it is ready. Resolves after the first readiness check. */
    async add(url: string) {
      instances.set(url, { isActive: false, missed: 0 });
      await probeInstance(url);
    },
    remove: (url: string) => void instances.delete(url),
    async close() {
      instances.clear();
      const closed = once(server, 'close');
      server.close();
      for (const socket of openSockets) socket.destroy();
      await closed;
    },
  };
}

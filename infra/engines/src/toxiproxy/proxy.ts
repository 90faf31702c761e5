import type { EngineLog } from '../engine.ts';
import { freePort } from '../ports.ts';
import { startServer } from './server.ts';

export interface Latency {
  /** Delay of every response, in ms. */
  readonly ms: number;
  /** Jitter of the delay, in ms either way. */
  readonly jitter: number;
}

/** A proxy of a server with one fault at a time until it is restored. Call the methods sequentially. */
export interface FaultyProxy {
  /** Where it listens, on 127.0.0.1. */
  readonly port: number;
  /** Open connections are closed and new ones rejected. */
  cut(): Promise<void>;
  /** Delays responses, also on open connections. */
  slow(latency: Latency): Promise<void>;
  /** Accepts connections and forwards no data in either direction. */
  blackHole(): Promise<void>;
  /** Removes the fault: open connections are closed. */
  restore(): Promise<void>;
  stop(): Promise<void>;
}

interface FaultyProxyOptions {
  /** The program. */
  readonly toxiproxy: string;
  /** On 127.0.0.1: its own port and that of the upstream, which need not exist yet. */
  readonly port: number;
  readonly upstream: number;
  readonly log?: EngineLog | undefined;
}

type FaultInjection = (server: Awaited<ReturnType<typeof startServer>>) => Promise<void>;

/**
 * Starts a separate Toxiproxy for one upstream, which is restarted to restore it: Toxiproxy can deadlock
 * when a connection breaks while a toxic is added or removed (its ToxicCollection waits for a link that waits for
 * the collection).
 * @throws EngineFailed when it does not start
 */
export async function startFaultyProxy({
  toxiproxy,
  port,
  upstream,
  log,
}: FaultyProxyOptions): Promise<FaultyProxy> {
  const toAddress = (port: number) => `127.0.0.1:${port}`;
  const apiPort = await freePort();
  const start = () =>
    startServer({ toxiproxy, apiPort, listen: toAddress(port), upstream: toAddress(upstream), log });
  let server = await start();

  const restore = async () => {
    await server.kill();
    server = await start();
  };
  const inject = (injection: FaultInjection) =>
    injection(server).catch(() => restore().then(() => injection(server)));

  return {
    port,
    cut: () => server.kill(),
    slow: ({ ms, jitter }) =>
      inject((server) => server.addToxic('latency', 'downstream', { latency: ms, jitter })),
    blackHole: () =>
      inject(async (server) => {
        for (const stream of ['upstream', 'downstream'] as const) {
          await server.addToxic('timeout', stream, { timeout: 0 });
        }
      }),
    restore,
    stop: () => server.kill(),
  };
}

import type { EngineLog } from '../engine.ts';
import { freePort } from '../ports.ts';
import { startServer } from './server.ts';

export interface Latency {
  /** How much longer every answer takes, in ms. */
  readonly ms: number;
  /** By how much that differs, in ms either way. */
  readonly jitter: number;
}

/** A way to a server that can be spoilt, in one manner until it is restored. Call one after the other. */
export interface FaultyProxy {
  /** Where it listens, on 127.0.0.1. */
  readonly port: number;
  /** Open connections are closed and new ones refused. */
  cut(): Promise<void>;
  /** Answers come late, also on open connections. */
  slow(latency: Latency): Promise<void>;
  /** Connections are taken and stay open, and nothing gets through either way. */
  blackHole(): Promise<void>;
  /** As new: open connections are closed. */
  restore(): Promise<void>;
  stop(): Promise<void>;
}

interface FaultyProxyOptions {
  /** The program. */
  readonly toxiproxy: string;
  /** On 127.0.0.1: where it listens, and where what comes goes on to, whether that is there yet or not. */
  readonly port: number;
  readonly upstream: number;
  readonly log?: EngineLog | undefined;
}

type FaultInjection = (server: Awaited<ReturnType<typeof startServer>>) => Promise<void>;

/**
 * Starts a Toxiproxy of its own for one way, which is ended and started anew to restore it: Toxiproxy can lock itself
 * for ever when a connection breaks while a toxic comes or goes (its ToxicCollection waits for a link that waits for
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

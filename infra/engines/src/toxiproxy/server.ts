import { setTimeout as wait } from 'node:timers/promises';
import { type Child, startChild } from '../child.ts';
import { EngineFailed, type EngineLog } from '../engine.ts';

const START_TIMEOUT_MS = 15_000;
const RESPONSE_TIMEOUT_MS = 3000;

/** The one upstream of a server. */
const PROXY_NAME = 'way';

interface ServerOptions {
  /** The program. */
  readonly toxiproxy: string;
  /** The port of its API, on 127.0.0.1. */
  readonly apiPort: number;
  /** `host:port` each; the upstream need not exist yet. */
  readonly listen: string;
  readonly upstream: string;
  readonly log?: EngineLog | undefined;
}

/** A Toxiproxy server with one upstream. */
export interface ToxiproxyServer {
  /**
   * Adds a toxic in one direction, on open connections, too: https://github.com/Shopify/toxiproxy#toxics
   * @throws Error when it does not respond
   */
  addToxic(type: 'latency' | 'timeout', stream: 'upstream' | 'downstream', attributes: object): Promise<void>;
  /** Ends it at once, with all its connections. */
  kill(): Promise<void>;
}

async function post(address: string, body: object): Promise<void> {
  const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
  const response = await fetch(address, { method: 'POST', body: JSON.stringify(body), signal });
  if (!response.ok)
    throw new EngineFailed(`Toxiproxy responded ${response.status}: ${await response.text()}`);
}

async function waitUntilReachable(api: string, { ended }: Child): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let exitReason: string | undefined;
  ended.then((reason) => {
    exitReason = reason;
  });
  for (;;) {
    try {
      await fetch(`${api}/version`);
      return;
    } catch (error) {
      if (exitReason !== undefined) throw new Error(`it ${exitReason}`);
      if (Date.now() > deadline) throw error;
      await wait(10);
    }
  }
}

/** Starts a server and creates its proxy. */
export async function startServer({
  toxiproxy,
  apiPort,
  listen,
  upstream,
  log,
}: ServerOptions): Promise<ToxiproxyServer> {
  const api = `http://127.0.0.1:${apiPort}`;
  const args = ['-host', '127.0.0.1', '-port', String(apiPort)];
  const child = await startChild({ command: toxiproxy, args, env: process.env, log });
  try {
    await waitUntilReachable(api, child);
    await post(`${api}/proxies`, { name: PROXY_NAME, listen, upstream, enabled: true });
  } catch (error) {
    await child.stop();
    throw new EngineFailed(`Toxiproxy did not start: ${(error as Error).message}\n${child.lastOutput()}`);
  }
  return {
    addToxic: (type, stream, attributes) =>
      post(`${api}/proxies/${PROXY_NAME}/toxics`, { type, stream, toxicity: 1, attributes }),
    async kill() {
      child.kill();
      await child.ended;
    },
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import { type Child, startChild } from '../child.ts';
import { EngineFailed, type EngineLog } from '../engine.ts';

const START_MS = 15_000;
const ANSWER_MS = 3000;

/** The one way that a server of ours serves. */
const WAY = 'way';

interface ServerOptions {
  /** The program. */
  readonly toxiproxy: string;
  /** Where it is told what to do, on 127.0.0.1. */
  readonly apiPort: number;
  /** `host:port` each; whether the upstream is there yet or not. */
  readonly listen: string;
  readonly upstream: string;
  readonly log?: EngineLog | undefined;
}

/** A Toxiproxy's server that serves one way. */
export interface Server {
  /**
   * Spoils what goes one way, on open connections, too: https://github.com/Shopify/toxiproxy#toxics
   * @throws Error when it does not answer
   */
  spoil(type: 'latency' | 'timeout', stream: 'upstream' | 'downstream', attributes: object): Promise<void>;
  /** Ends it at once, with all its connections. */
  kill(): Promise<void>;
}

async function post(address: string, body: object): Promise<void> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(address, { method: 'POST', body: JSON.stringify(body), signal });
  if (!answer.ok) throw new EngineFailed(`Toxiproxy answered ${answer.status}: ${await answer.text()}`);
}

async function untilAnswers(api: string, { ended }: Child): Promise<void> {
  const deadline = Date.now() + START_MS;
  let end: string | undefined;
  ended.then((how) => {
    end = how;
  });
  for (;;) {
    try {
      await fetch(`${api}/version`);
      return;
    } catch (error) {
      if (end !== undefined) throw new Error(`it ${end}`);
      if (Date.now() > deadline) throw error;
      await wait(10);
    }
  }
}

/** Starts a server and opens its way. */
export async function startServer({
  toxiproxy,
  apiPort,
  listen,
  upstream,
  log,
}: ServerOptions): Promise<Server> {
  const api = `http://127.0.0.1:${apiPort}`;
  const args = ['-host', '127.0.0.1', '-port', String(apiPort)];
  const child = await startChild({ command: toxiproxy, args, env: process.env, log });
  try {
    await untilAnswers(api, child);
    await post(`${api}/proxies`, { name: WAY, listen, upstream, enabled: true });
  } catch (error) {
    await child.stop();
    throw new EngineFailed(`Toxiproxy did not start: ${(error as Error).message}\n${child.lastWords()}`);
  }
  return {
    spoil: (type, stream, attributes) =>
      post(`${api}/proxies/${WAY}/toxics`, { type, stream, toxicity: 1, attributes }),
    async kill() {
      child.kill();
      await child.ended;
    },
  };
}

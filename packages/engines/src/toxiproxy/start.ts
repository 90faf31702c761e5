import { setTimeout as wait } from 'node:timers/promises';
import type { Toxiproxy as Client } from 'toxiproxy-node-client';
import { type Child, startChild } from '../child.ts';
import { type Engine, EngineFailed, type EngineOptions } from '../engine.ts';
import { isFree } from '../ports.ts';
import { type FaultyProxy, faultyProxy } from './proxy.ts';

const patienceMs = 15_000;

/** A Toxiproxy that runs; `url` is its HTTP API. It keeps nothing: its proxies end with it. */
export interface Toxiproxy extends Engine {
  /**
   * Opens a way to a server, whether the server is there yet or not.
   * @param options `listen` and `upstream` are `host:port`; port 0 listens on any free one
   * @throws ToxiproxyError when the name is taken or it cannot listen there
   */
  proxy(options: { name: string; listen: string; upstream: string }): Promise<FaultyProxy>;
}

/** Starts a Toxiproxy whose API listens on 127.0.0.1 and waits until it answers. */
export async function startToxiproxy({
  toxiproxy,
  port,
  log,
}: Omit<EngineOptions, 'dataDir'> & { toxiproxy: string }): Promise<Toxiproxy> {
  if (!(await isFree(port))) throw new EngineFailed(`Toxiproxy cannot start: port ${port} is in use.`);
  const { Toxiproxy: ClientOf } = await import('toxiproxy-node-client');
  const args = ['-host', '127.0.0.1', '-port', String(port)];
  const child = await startChild({ command: toxiproxy, args, env: process.env, log });
  const url = `http://127.0.0.1:${port}`;
  const client = new ClientOf(url);
  try {
    await untilAnswers(client, child);
  } catch (error) {
    await child.stop();
    throw new EngineFailed(`Toxiproxy did not start: ${(error as Error).message}\n${child.lastWords()}`);
  }
  return {
    url,
    pid: child.pid,
    ended: child.ended,
    stop: child.stop,
    kill: child.kill,
    proxy: async (options) => faultyProxy(await client.createProxy({ ...options, enabled: true })),
  };
}

async function untilAnswers(client: Client, { ended }: Child): Promise<void> {
  const deadline = Date.now() + patienceMs;
  let end: string | undefined;
  ended.then((how) => {
    end = how;
  });
  for (;;) {
    try {
      await client.getVersion();
      return;
    } catch (error) {
      if (end !== undefined) throw new Error(`it ${end}`);
      if (Date.now() > deadline) throw error;
      await wait(50);
    }
  }
}

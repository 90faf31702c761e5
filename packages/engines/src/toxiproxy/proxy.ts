import type { Proxy as Client, Toxic, ToxicType } from 'toxiproxy-node-client';

export interface Slowness {
  /** How much longer every answer takes, in ms. */
  readonly ms: number;
  /** By how much that differs, in ms either way. */
  readonly jitter: number;
}

/** A way to a server that can be spoilt. Each call says how it is from now on; call one after the other. */
export interface FaultyProxy {
  /** Where it listens, on 127.0.0.1. */
  readonly port: number;
  /** Open connections are closed and new ones refused. */
  cut(): Promise<void>;
  /** Answers come late. */
  slow(slowness: Slowness): Promise<void>;
  /** Connections are taken and stay open, and nothing gets through either way. */
  blackHole(): Promise<void>;
  /** As new; connections whose data fell into the black hole are closed. */
  restore(): Promise<void>;
}

const both = ['upstream', 'downstream'] as const;

export function faultyProxy(client: Client): FaultyProxy {
  const { listen, upstream } = client;
  const toxics: Toxic<object>[] = [];

  const spoil = async (type: ToxicType, stream: (typeof both)[number], attributes: object) => {
    const toxic = { name: `${type}_${stream}`, type, stream, toxicity: 1, attributes };
    toxics.push(await client.addToxic<object>(toxic));
  };
  const heal = async () => {
    for (let toxic = toxics.at(-1); toxic; toxic = toxics.at(-1)) {
      await toxic.remove();
      toxics.pop();
    }
  };
  const restore = async () => {
    await heal();
    await client.update({ listen, upstream, enabled: true });
  };

  return {
    port: Number(listen.slice(listen.lastIndexOf(':') + 1)),
    async cut() {
      await client.update({ listen, upstream, enabled: false });
      await heal();
    },
    async slow({ ms, jitter }) {
      await restore();
      await spoil('latency', 'downstream', { latency: ms, jitter });
    },
    async blackHole() {
      await restore();
      for (const stream of both) await spoil('timeout', stream, { timeout: 0 });
    },
    restore,
  };
}

import type { Proxy as Client, ToxicType } from 'toxiproxy-node-client';

export interface Slowness {
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
  slow(slowness: Slowness): Promise<void>;
  /** Connections are taken and stay open, and nothing gets through either way. */
  blackHole(): Promise<void>;
  /** As new: open connections are closed. */
  restore(): Promise<void>;
}

const both = ['upstream', 'downstream'] as const;

export function faultyProxy(client: Client): FaultyProxy {
  const { name, listen, upstream } = client;
  const spoil = (type: ToxicType, stream: (typeof both)[number], attributes: object) =>
    client.addToxic<object>({ name: `${type}_${stream}`, type, stream, toxicity: 1, attributes });

  return {
    port: Number(listen.slice(listen.lastIndexOf(':') + 1)),
    async cut() {
      await client.update({ listen, upstream, enabled: false });
    },
    async slow({ ms, jitter }) {
      await spoil('latency', 'downstream', { latency: ms, jitter });
    },
    async blackHole() {
      for (const stream of both) await spoil('timeout', stream, { timeout: 0 });
    },
    /** Made anew: Toxiproxy can lock itself for ever when a connection breaks while a toxic is taken from it. */
    async restore() {
      await client.remove();
      await client.getToxiproxy().createProxy({ name, listen, upstream, enabled: true });
    },
  };
}

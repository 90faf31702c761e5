import { type FaultyProxy, findOrInstallToxiproxy, freePort, startFaultyProxy } from '@archaka/engines';

/** The network between the portal and its dependencies; every connection passes through a faulty proxy. */
export interface Network {
  /** Starts a proxy to the server on this port. */
  createProxy(port: number): Promise<FaultyProxy>;
  stop(): Promise<void>;
}

export async function startNetwork(): Promise<Network> {
  const toxiproxy = await findOrInstallToxiproxy();
  const proxies: FaultyProxy[] = [];
  return {
    async createProxy(upstream) {
      const proxy = await startFaultyProxy({ toxiproxy, port: await freePort(), upstream });
      proxies.push(proxy);
      return proxy;
    },
    async stop() {
      await Promise.all(proxies.map((proxy) => proxy.stop()));
    },
  };
}

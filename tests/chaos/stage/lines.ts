import {
  type FaultyProxy,
  findOrInstallToxiproxy,
  freePort,
  freePorts,
  startToxiproxy,
} from '@archaka/engines';

/** The network between the portal and what it needs: every connection goes through something that can spoil it. */
export interface Network {
  /** Opens a way to the server on this port. */
  lineTo(port: number): Promise<FaultyProxy>;
  stop(): Promise<void>;
}

export async function startNetwork(): Promise<Network> {
  const toxiproxy = await findOrInstallToxiproxy();
  const server = await startToxiproxy({ toxiproxy, port: await freePort() });
  return {
    async lineTo(port) {
      const [listen] = await freePorts(1);
      const at = (port: number | undefined) => `127.0.0.1:${port}`;
      return server.proxy({ name: `to ${port}`, listen: at(listen), upstream: at(port) });
    },
    stop: server.stop,
  };
}

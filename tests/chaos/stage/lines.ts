import { type FaultyProxy, findOrInstallToxiproxy, freePort, startFaultyProxy } from '@archaka/engines';

/** The network between the portal and what it needs: every connection goes through something that can spoil it. */
export interface Network {
  /** Opens a way to the server on this port. */
  lineTo(port: number): Promise<FaultyProxy>;
  stop(): Promise<void>;
}

export async function startNetwork(): Promise<Network> {
  const toxiproxy = await findOrInstallToxiproxy();
  const lines: FaultyProxy[] = [];
  return {
    async lineTo(upstream) {
      const line = await startFaultyProxy({ toxiproxy, port: await freePort(), upstream });
      lines.push(line);
      return line;
    },
    async stop() {
      await Promise.all(lines.map((line) => line.stop()));
    },
  };
}

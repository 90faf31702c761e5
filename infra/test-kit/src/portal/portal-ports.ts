import { once } from 'node:events';
import { createServer } from 'node:net';
import { claimPorts } from '../services/ports.ts';

/** Above the ports of engines, below those of outgoing connections. */
const RANGE = { from: 30_800, to: 32_000 };
/** The first port reserves the range; those of a portal and of its dev mode follow. */
const PORTS_PER_PORTAL = 40;

/** Ports that no other portal or engine of a test uses. */
export interface PortalPorts {
  /** The portal's port; its components use the next ones. */
  readonly basePort: number;
  release(): Promise<void>;
}

async function reservePort(port: number) {
  const server = createServer().unref().listen({ port, host: '127.0.0.1', exclusive: true });
  await once(server, 'listening');
  return {
    close: async () => {
      await once(server.close(), 'close');
    },
  };
}

/** Claims the ports of a portal until they are released or the process ends. */
export async function claimPortalPorts(): Promise<PortalPorts> {
  const { holder, ports } = await claimPorts(PORTS_PER_PORTAL, reservePort, RANGE);
  return { basePort: (ports[0] ?? 0) + 1, release: holder.close };
}

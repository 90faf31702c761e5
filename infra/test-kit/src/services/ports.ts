import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { isFree } from '@archaka/engines';

interface PortRange {
  readonly from: number;
  readonly to: number;
}

/** Engines use the ports above this. */
const SERVICE_RANGE: PortRange = { from: 20_000, to: 26_000 };

interface PortHolder {
  readonly close: () => Promise<void>;
}

/**
 * Claims a range of ports, also against other test runs on this machine: every range begins at a multiple of its length,
 * and belongs to the server that listens on its first port.
 * @param listen starts that server
 */
export async function claimPorts<Server extends PortHolder>(
  count: number,
  listen: (port: number) => Promise<Server>,
  range = SERVICE_RANGE,
): Promise<{ holder: Server; ports: number[] }> {
  for (;;) {
    const first = randomInt(Math.ceil(range.from / count), Math.floor(range.to / count)) * count;
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const holder = await listen(first).catch(ignoreAddressInUse);
    if (!holder) continue;
    const others = await Promise.all(ports.slice(1).map((port) => isFree(port)));
    if (others.every(Boolean)) return { holder, ports };
    await holder.close();
  }
}

function ignoreAddressInUse(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EADDRINUSE') throw error;
}

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

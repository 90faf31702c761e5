import { randomInt } from 'node:crypto';
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

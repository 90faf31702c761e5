import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports of outgoing connections, so that a restarted engine finds its port free. Tests
 * claim ranges of ports for services below these and for portals above them.
 */
const range = { from: 26_000, to: 30_800 };

/** A reserved port stays reserved while nothing listens on it, since a killed engine starts again. */
const issued = new Set<number>();
const MAX_ISSUED = (range.to - range.from) / 2;

/** A port of 127.0.0.1 that was just free and that this process has not reserved before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(range.from, range.to);
    if (issued.has(port) || !(await isFree(port))) continue;
    if (issued.size >= MAX_ISSUED) issued.clear();
    issued.add(port);
    return port;
  }
}

/** Distinct ports of 127.0.0.1 that were just free. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** Whether a server could listen on this port now. */
export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

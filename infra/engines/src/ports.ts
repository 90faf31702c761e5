import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections, so that a restarted engine finds its port free. Tests
 * claim rows of ports for services below these and for portals above them.
 */
const range = { from: 26_000, to: 30_800 };

/** A port that was given stays its taker's while nothing listens on it: an engine that is killed starts again. */
const issued = new Set<number>();
const MAX_ISSUED = (range.to - range.from) / 2;

/** A port of 127.0.0.1 that was free a moment ago and that this process was not given before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(range.from, range.to);
    if (issued.has(port) || !(await isFree(port))) continue;
    if (issued.size >= MAX_ISSUED) issued.clear();
    issued.add(port);
    return port;
  }
}

/** Ports of 127.0.0.1 that were free a moment ago, all different. */
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

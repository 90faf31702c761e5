import { connect, type Socket } from 'node:net';
import type { Endpoint } from './endpoints.ts';

const TRICKLE_MS = 1000;

/** Connections that stay open until they are closed. */
export interface SlowConnections {
  readonly countOpen: () => number;
  readonly close: () => void;
}

/** Half a head, byte by byte; a whole head and a body, byte by byte; and no data. */
const createHeads = (method: string, { pathname, host }: URL): string[] => {
  const head = `${method} ${pathname} HTTP/1.1\r\nHost: ${host}\r\n`;
  const json = 'Content-Type: application/json\r\n';
  return [
    head,
    `${head}${json}Content-Length: 60000\r\n\r\n`,
    `${head}${json}Transfer-Encoding: chunked\r\n\r\n`,
    '',
  ];
};

/** Opens slow connections to each of the ports. */
export function openSlowConnections(endpoints: readonly Endpoint[]): SlowConnections {
  const openSockets = new Set<Socket>();
  const trickles = endpoints.flatMap((endpoint) => {
    const url = new URL(endpoint.url);
    return createHeads(endpoint.method, url).map((head) => {
      const socket = connect(Number(url.port), 'localhost').on('error', () => undefined);
      openSockets.add(socket.on('data', () => undefined));
      if (head) socket.write(head);
      const trickle = setInterval(() => head.length > 0 && socket.write('a'), TRICKLE_MS);
      socket.once('close', () => {
        clearInterval(trickle);
        openSockets.delete(socket);
      });
      return trickle;
    });
  });
  return {
    countOpen: () => openSockets.size,
    close() {
      for (const trickle of trickles) clearInterval(trickle);
      for (const socket of openSockets) socket.destroy();
    },
  };
}

import { connect, type Socket } from 'node:net';
import type { Door } from './doors.ts';

const TRICKLE_MS = 1000;

/** Connections that go on for ever if they may. */
export interface SlowConnections {
  readonly open: () => number;
  readonly close: () => void;
}

/** Half a head, byte by byte; a whole head and a body, byte by byte; and nothing at all. */
const heads = (method: string, { pathname, host }: URL): string[] => {
  const head = `${method} ${pathname} HTTP/1.1\r\nHost: ${host}\r\n`;
  const json = 'Content-Type: application/json\r\n';
  return [
    head,
    `${head}${json}Content-Length: 60000\r\n\r\n`,
    `${head}${json}Transfer-Encoding: chunked\r\n\r\n`,
    '',
  ];
};

/** Opens slow connections to each of the doors. */
export function openSlowly(doors: readonly Door[]): SlowConnections {
  const open = new Set<Socket>();
  const trickles = doors.flatMap((door) => {
    const url = new URL(door.url);
    return heads(door.method, url).map((head) => {
      const socket = connect(Number(url.port), 'localhost').on('error', () => undefined);
      open.add(socket.on('data', () => undefined));
      if (head) socket.write(head);
      const trickle = setInterval(() => head.length > 0 && socket.write('a'), TRICKLE_MS);
      socket.once('close', () => {
        clearInterval(trickle);
        open.delete(socket);
      });
      return trickle;
    });
  });
  return {
    open: () => open.size,
    close() {
      for (const trickle of trickles) clearInterval(trickle);
      for (const socket of open) socket.destroy();
    },
  };
}

import { mkdtempSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** https://www.eicar.org/download-anti-malware-testfile/ */
export const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';

const findEicar = (command: Buffer): string =>
  command.includes(EICAR) ? 'stream: Eicar.Test FOUND' : 'stream: OK';

/** Speaks clamd's protocol, at a port or else a socket. `respond` gets the whole command; undefined is silence. */
export function createScanner(respond: (command: Buffer) => string | undefined = findEicar, port?: number) {
  const path = join(mkdtempSync(join(tmpdir(), 'clamd-')), 'clamd.sock');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const received: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk);
      const command = Buffer.concat(received);
      if (!command.subarray(-4).equals(Buffer.alloc(4))) return;
      const response = respond(command);
      if (response !== undefined) socket.end(`${response}\0`);
    });
  });
  return {
    url: port ? `tcp://127.0.0.1:${port}` : `unix:${path}`,
    start: () => new Promise<void>((resolve) => server.listen(port ?? path, resolve)),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@archaka/test-kit';
import { createClamdScanner } from '../../src/features/scan-file/clamd.ts';

/** https://www.eicar.org/download-anti-malware-testfile/ */
export const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';

export interface Scanner {
  readonly url: string;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const socketPath = () => join(mkdtempSync(join(tmpdir(), 'clamd-')), 'clamd.sock');

/** Debian's clamd with one signature, EICAR's; the real ones come from the network. */
function createRealScanner(): Scanner {
  const path = socketPath();
  const folder = join(path, '..');
  writeFileSync(join(folder, 'test.ndb'), `Eicar.Test:0:*:${Buffer.from(EICAR).toString('hex')}\n`);
  const config = join(folder, 'clamd.conf');
  writeFileSync(config, `Foreground yes\nLocalSocket ${path}\nDatabaseDirectory ${folder}\n`);
  const url = `unix:${path}`;
  let program: ReturnType<typeof spawn> | undefined;
  return {
    url,
    start: async () => {
      program = spawn('clamd', ['-c', config], { stdio: 'ignore' });
      await eventually(() => createClamdScanner(url)(Buffer.from('x')).catch(() => undefined), {
        timeoutMs: 60_000,
      });
    },
    stop: async () => {
      const exited = new Promise((resolve) => program?.once('exit', resolve));
      program?.kill('SIGKILL');
      await exited;
    },
  };
}

/** Responds like clamd, by whether the bytes contain EICAR's signature. */
function createFakeScanner(): Scanner {
  const path = socketPath();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const result = received.includes(EICAR) ? 'Eicar.Test FOUND' : 'OK';
      if (received.endsWith('\0\0\0\0')) socket.end(`stream: ${result}\0`);
    });
  });
  return {
    url: `unix:${path}`,
    start: () => new Promise((resolve) => server.listen(path, resolve)),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The real clamd where it is installed (Debian: clamav-daemon), else a substitute with its protocol. */
export const createScanner = (): Scanner =>
  spawnSync('clamd', ['--help']).status === 0 ? createRealScanner() : createFakeScanner();

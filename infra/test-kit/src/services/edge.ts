import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts, startChild } from '@archaka/engines';
import { eventually } from '../eventually.ts';
import { findComponentFolder } from './component-folder.ts';

const runFile = promisify(execFile);

export type EdgeAddress = Awaited<ReturnType<typeof createEdgeAddress>>;

interface EdgeOptions {
  /** The program. */
  readonly nginx: string;
  readonly address: EdgeAddress;
  readonly shellUrl: string;
  readonly env?: Record<string, string>;
}

export interface RunningEdge {
  readonly pid: number;
  /** Also removes the address's folder. */
  readonly stop: () => Promise<void>;
}

/** Creates a certificate for one day for `localhost` and reserves a port, so that the portal's origin is known before its start. */
export async function createEdgeAddress() {
  const folder = await mkdtemp(join(tmpdir(), 'edge-'));
  const [port, plainPort] = await freePorts(2);
  const newKey = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    join(folder, 'tls.key'),
  ];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const file = join(folder, 'tls.crt');
  await runFile('openssl', ['req', '-x509', ...newKey, ...subject, '-days', '1', '-out', file]);
  return {
    origin: `https://localhost:${port}`,
    /** Redirects to the origin. */
    plainOrigin: `http://localhost:${plainPort}`,
    /** In PEM. */
    certificate: await readFile(file, 'utf8'),
    folder,
  };
}

/** Starts nginx in front of a shell with the configuration of `infra/edge`, on the loopback interface. */
export async function startEdge({ nginx, address, shellUrl, env = {} }: EdgeOptions): Promise<RunningEdge> {
  const { folder, origin, plainOrigin } = address;
  const child = await startChild({
    command: join(findComponentFolder('shell'), '../infra/edge/start.sh'),
    args: [],
    env: {
      PATH: process.env.PATH,
      NGINX_PROGRAM: nginx,
      PORTAL_ORIGIN: origin,
      SHELL_ADDRESS: new URL(shellUrl).host,
      HANDLER_ADDRESS: new URL(shellUrl).host,
      TLS_CERTIFICATE: join(folder, 'tls.crt'),
      TLS_KEY: join(folder, 'tls.key'),
      TLS_PORT: `127.0.0.1:${new URL(origin).port}`,
      HTTP_PORT: `127.0.0.1:${new URL(plainOrigin).port}`,
      STATE: join(folder, 'state'),
      // A child's output is a socket, which cannot be opened by name.
      ACCESS_LOG: join(folder, 'access.log'),
      WORKERS: '1',
      ...env,
    },
  });
  const stop = async () => {
    await child.stop();
    await rm(folder, { recursive: true });
  };
  await Promise.race([
    eventually(() => isListening(Number(new URL(origin).port))),
    child.ended.then((reason) => {
      throw new Error(`nginx ${reason}:\n${child.lastOutput()}`);
    }),
  ]);
  return { pid: child.pid, stop };
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false)).once('close', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

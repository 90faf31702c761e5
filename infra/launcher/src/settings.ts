import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { CommandError } from '@archaka/operators';

/** The checkout. */
export const root = join(import.meta.dirname, '../../..');

export interface Settings {
  /** The shell's port; the other components use ports relative to it. */
  port: number;
  dataDir: string;
  /** Start with an empty data folder. */
  fresh: boolean;
  /** Addresses that every component listens on; the loopback always. */
  host: string;
  /** The shell's public origin. */
  origin: string;
  /** Of a portal that others reach: the dev inbox wants it. A new one at each start. */
  inboxKey: string | undefined;
  /** The variables of the environment. */
  env: NodeJS.ProcessEnv;
}

/** @throws CommandError */
export function readSettings(args: string[], env: NodeJS.ProcessEnv): Settings {
  const unknown = args.find((arg) => arg !== '--fresh');
  if (unknown !== undefined)
    throw new CommandError(`npm start does not accept ${unknown}; its only option is --fresh.`);
  const port = Number(env.PORTAL_PORT || 8080);
  if (!Number.isInteger(port) || port < 1 || port > 65_000) {
    throw new CommandError('PORTAL_PORT must be a port number from 1 to 65000.');
  }
  const opened = readOpenedHost(env);
  return {
    port,
    dataDir: resolve(root, env.DATA_DIR || '.data'),
    fresh: args.includes('--fresh'),
    host: opened === undefined ? LOOPBACK : EVERY_ADDRESS.has(opened) ? opened : `${LOOPBACK},${opened}`,
    origin: env.PORTAL_ORIGIN || `http://${toPublicName(opened)}:${port}`,
    inboxKey: opened === undefined ? undefined : env.DEV_INBOX_KEY || randomBytes(16).toString('base64url'),
    env,
  };
}

const LOOPBACK = 'localhost';
const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);
const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);

/** `HOST` when it opens the portal to other machines. @throws CommandError */
function readOpenedHost({ HOST: host = '' }: NodeJS.ProcessEnv): string | undefined {
  if (host === '' || isLoopback(host)) return undefined;
  if (isIP(host) === 0)
    throw new CommandError('HOST must be an address of this machine, such as 192.168.1.5.');
  return host;
}

function toPublicName(opened: string | undefined): string {
  if (opened === undefined || EVERY_ADDRESS.has(opened)) return 'localhost';
  return isIP(opened) === 6 ? `[${opened}]` : opened;
}

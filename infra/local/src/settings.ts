import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { retentionSchema } from '@archaka/contracts/retention';
import { listSlices } from '@archaka/contracts/slices';
import { CommandError } from '@archaka/service-kit/command-line';

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

interface AddressRule {
  readonly pattern: RegExp;
  readonly example: string;
}

const web = (example: string): AddressRule => ({ pattern: /^https?:\/\/[^/]/, example });

/** The addresses that the launcher itself reads. The driver of MongoDB permits several hosts, a URL only one. */
const addressRules: Readonly<Record<string, AddressRule>> = {
  PORTAL_ORIGIN: web('https://exams.example.in'),
  PAYMENT_HANDLER_URL: web('https://exams.example.in:8085'),
  RAZORPAY_URL: web('https://api.razorpay.com'),
  MONGO_URL: { pattern: /^mongodb(\+srv)?:\/\/[^/]/, example: 'mongodb://127.0.0.1:27017/?replicaSet=rs0' },
  AMQP_URL: { pattern: /^amqps?:\/\/[^/]/, example: 'amqp://127.0.0.1:5672' },
};

/** @throws CommandError that names the variable, never its value, which may contain a password */
function assertAddresses(env: NodeJS.ProcessEnv): void {
  for (const [name, { pattern, example }] of Object.entries(addressRules)) {
    const address = env[name];
    if (!address || (pattern.test(address) && (name === 'MONGO_URL' || URL.canParse(address)))) continue;
    throw new CommandError(`${name} is not an address such as ${example}.`);
  }
}

/** @throws CommandError */
export function readSettings(env: NodeJS.ProcessEnv, fresh = false): Settings {
  const port = Number(env.PORTAL_PORT || 8080);
  if (!Number.isInteger(port) || port < 1 || port > 65_000) {
    throw new CommandError('PORTAL_PORT must be a port number from 1 to 65000.');
  }
  assertAddresses(env);
  const opened = readOpenedHost(env);
  return {
    port,
    dataDir: resolve(root, env.DATA_DIR || '.data'),
    fresh,
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

/** The remotes (`mf-…`) or the services (`svc-…`) of this checkout. */
export const listWorkspaces = (kind: 'mf' | 'svc'): string[] => listSlices(root, kind);

/** Folder of the spans of a portal started with TRACES. */
export const getTraceDir = ({ dataDir }: { dataDir: string }): string => join(dataDir, 'traces');

/** Days of a kind of data in the retention file. @throws CommandError when it has no period of whole days for it */
export function readRetentionDays(kind: 'backup' | 'log', { RETENTION_FILE }: NodeJS.ProcessEnv): number {
  const file = RETENTION_FILE || join(root, 'exams/retention.json');
  const { kinds } = retentionSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const days = /^P(\d+)D$/.exec(kinds.find((each) => each.kind === kind)?.period ?? '')?.[1];
  if (days === undefined) throw new CommandError(`${file} has no period in days for ${kind}.`);
  return Number(days);
}

import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseKeyRing, SINGLE_KEY_ID } from '@archaka/contracts/key-ring';
import type { Secrets } from '../secrets.ts';

/** What stored data was sealed, signed or found with: without these a backup is not of much use. */
const names = [
  'SESSION_KEYS_SECRET',
  'DEVICE_KEY_SECRET',
  'TICKET_KEYS_SECRET',
  'AADHAAR_KEYS',
  'AADHAAR_INDEX_KEY',
  'ACCOUNT_INDEX_KEY',
  'AUTH_MASTER_KEYS',
  'APPLICATION_MASTER_KEYS',
  'TICKET_MASTER_KEYS',
  'EVENT_DATA_KEYS',
] as const;

export type Keys = Partial<Secrets>;

export const getSecretsPath = (folder: string): string => join(folder, 'secrets.json');

/** The keys as the services have them: of the data folder, or given from outside as in a deployment. */
export function loadKeys(dataDir: string, env: NodeJS.ProcessEnv): Keys {
  const path = getSecretsPath(dataDir);
  const stored: Keys = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const overrides = names.flatMap((name) => (env[name] ? [[name, env[name]]] : []));
  return { ...stored, ...Object.fromEntries(overrides) };
}

/** Recognises keys without telling them: each by itself, since a rotation adds one and takes another away. */
export function computeFingerprints(keys: Keys): Record<string, string> {
  const values = names.flatMap((name): [string, string][] => {
    return parseKeyRing(keys[name] ?? '').flatMap(({ kid, key }) =>
      key ? [[toKeyName(name, kid), key]] : [],
    );
  });
  return Object.fromEntries(values.map(([name, value]) => [name, computeFingerprint(value)]));
}

/** A secret that stands alone goes by its variable. */
const toKeyName = (variable: (typeof names)[number], kid: string): string =>
  kid === SINGLE_KEY_ID && variable !== 'AADHAAR_KEYS' ? variable : `${variable} ${kid}`;

const computeFingerprint = (key: string): string =>
  createHmac('sha256', key).update('archaka backup').digest('hex').slice(0, 16);

/** What a portal must have and is not here. */
export const findMissingKeys = (keys: Keys): string[] => names.filter((name) => keys[name] === undefined);

/** The keys of a backup that are missing here, or other ones under the same name. */
export function findMismatchedKeys(expected: Record<string, string>, keys: Keys): string[] {
  const localFingerprints = computeFingerprints(keys);
  return Object.keys(expected).filter((name) => localFingerprints[name] !== expected[name]);
}

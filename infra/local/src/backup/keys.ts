import { createHmac } from 'node:crypto';
import { parseKeyRing, SINGLE_KEY_ID } from '@archaka/contracts/key-ring';
import { dataSecrets, readSecrets, type Secrets } from '../secrets.ts';

export type Keys = Partial<Secrets>;

/** The keys of the services: from the data folder, or from the environment as in a deployment. */
export function loadKeys(dataDir: string, env: NodeJS.ProcessEnv): Keys {
  const stored: Keys = readSecrets(dataDir);
  const overrides = dataSecrets.flatMap((name) => (env[name] ? [[name, env[name]]] : []));
  return { ...stored, ...Object.fromEntries(overrides) };
}

/** Fingerprints that do not reveal the keys: one for each key, since a rotation adds one and removes another. */
export function computeFingerprints(keys: Keys): Record<string, string> {
  const values = dataSecrets.flatMap((name): [string, string][] => {
    return parseKeyRing(keys[name] ?? '').flatMap(({ kid, key }) =>
      key ? [[toKeyName(name, kid), key]] : [],
    );
  });
  return Object.fromEntries(values.map(([name, value]) => [name, computeFingerprint(value)]));
}

/** A single secret has the name of its variable. */
const toKeyName = (variable: (typeof dataSecrets)[number], kid: string): string =>
  kid === SINGLE_KEY_ID ? variable : `${variable} ${kid}`;

const computeFingerprint = (key: string): string =>
  createHmac('sha256', key).update('archaka backup').digest('hex').slice(0, 16);

/** The required secrets that are missing here. */
export const findMissingKeys = (keys: Keys): string[] =>
  dataSecrets.filter((name) => keys[name] === undefined);

/** The keys of a backup that are missing here, or differ under the same name. */
export function findMismatchedKeys(expected: Record<string, string>, keys: Keys): string[] {
  const localFingerprints = computeFingerprints(keys);
  return Object.keys(expected).filter((name) => localFingerprints[name] !== expected[name]);
}

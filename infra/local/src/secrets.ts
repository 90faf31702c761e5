import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Caller, everyService, mapServices } from '@archaka/contracts';
import type { BrokerPasswords } from '@archaka/contracts/broker';
import { CommandError } from '@archaka/service-kit/command-line';
import { createTotpSecret } from '@archaka/service-kit/operators';
import { createSliceKey, type SliceSigningKey } from '@archaka/slice-store';
import * as z from 'zod';
import { writeJson } from './json-file.ts';

export interface KeyPair {
  /** ES256 key as a private JWK with the owner's name as `kid`. */
  private: JsonWebKey;
  public: JsonWebKey;
  /** The public half of the previous pair during a rotation: tokens and events that it signed are in flight. */
  old?: JsonWebKey;
}

export function createKeyPair(name: string): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const named = { kid: name, alg: 'ES256', use: 'sig' };
  return {
    private: { ...privateKey.export({ format: 'jwk' }), ...named },
    public: { ...publicKey.export({ format: 'jwk' }), ...named },
  };
}

/** The public JWK set of all signing components. */
export function toPublicKeySet(pairs: Record<string, KeyPair>): { keys: JsonWebKey[] } {
  return { keys: Object.values(pairs).flatMap((pair) => [pair.public, ...(pair.old ? [pair.old] : [])]) };
}

/** A pair with the next number after its owner's name; the previous one stays valid. */
export function createNextKeyPair({ public: before }: KeyPair): KeyPair {
  const [owner = '', number = '1'] = String(before.kid).split('.');
  return { ...createKeyPair(`${owner}.${Number(number) + 1}`), old: before };
}

/** Removes the previous pair. */
export const dropOldKey = ({ old: _old, ...pair }: KeyPair): KeyPair => pair;

/** The secrets that seal, sign or index stored data: a backup is unreadable without them. */
export const dataSecrets = [
  'SESSION_KEYS_SECRET',
  'DEVICE_KEY_SECRET',
  'TICKET_KEYS_SECRET',
  'AADHAAR_INDEX_KEY',
  'ACCOUNT_INDEX_KEY',
  'AUTH_MASTER_KEYS',
  'APPLICATION_MASTER_KEYS',
  'TICKET_MASTER_KEYS',
  'DESK_MASTER_KEYS',
  'DESK_KEYS_SECRET',
  'DESK_INDEX_KEY',
  'EVENT_DATA_KEYS',
] as const;
const providerKeys = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const;

/** The secrets of a local portal: created once and persistent, since stored data depends on them. */
export interface Secrets
  extends Record<(typeof dataSecrets)[number] | (typeof providerKeys)[number], string> {
  OTP_PEPPER: string;
  /** Secret of the authenticator of a developer's portal, base32. */
  LOCAL_OPERATOR_SECRET: string;
  /** From which passwords and authenticators of a developer's staff derive. */
  LOCAL_STAFF_SECRET: string;
  /** Keys that sign service tokens, by component. */
  serviceKeys: Record<string, KeyPair>;
  /** Password of each service's user at the broker. */
  brokerPasswords: BrokerPasswords;
  /** Signs builds of slices. */
  sliceKey: SliceSigningKey;
}

const signers: Caller[] = [...everyService, 'shell'];

/**
 * The stored secrets, with the real provider's keys if they are set. A secret, a service's key or its password at
 * the broker that the data folder of an earlier release lacks is created and stored with the others.
 * @throws CommandError when only some of the provider's keys are set
 */
export function loadOrCreateSecrets(dataDir: string, env: NodeJS.ProcessEnv): Secrets {
  const stored = readSecrets(dataDir);
  const generated = createSecrets();
  const merged = {
    ...generated,
    ...stored,
    serviceKeys: { ...generated.serviceKeys, ...stored.serviceKeys },
    brokerPasswords: { ...generated.brokerPasswords, ...stored.brokerPasswords },
  };
  if (JSON.stringify(merged) !== JSON.stringify(stored)) writeJson(getSecretsPath(dataDir), merged);
  return { ...merged, ...readProviderKeys(env) };
}

export const hasSecret = (dataDir: string, name: keyof Secrets): boolean =>
  readSecrets(dataDir)[name] !== undefined;

/** Replaces the value of one secret. */
export function replaceSecret(dataDir: string, name: string, value: unknown): void {
  writeJson(getSecretsPath(dataDir), { ...readSecrets(dataDir), [name]: value });
}

export const getSecretsPath = (dataDir: string) => join(dataDir, 'secrets.json');

/** Empty without a file. @throws CommandError for a broken one */
export function readSecrets(dataDir: string): Partial<Secrets> {
  const path = getSecretsPath(dataDir);
  if (!existsSync(path)) return {};
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new CommandError(
      `${path} is not the JSON object of this portal's secrets: restore it from its safe copy, since stored data cannot be read without them, or start with an empty portal: npm start -- --fresh.`,
    );
  }
}

/** New secrets for a portal that has no data yet. */
export function createSecrets(): Secrets {
  return {
    ...(Object.fromEntries(dataSecrets.map((name) => [name, createSecret()])) as Record<
      (typeof dataSecrets)[number],
      string
    >),
    OTP_PEPPER: createSecret(),
    RAZORPAY_KEY_ID: `rzp_test_${randomBytes(7).toString('hex')}`,
    RAZORPAY_KEY_SECRET: createSecret(),
    RAZORPAY_WEBHOOK_SECRET: createSecret(),
    LOCAL_OPERATOR_SECRET: createTotpSecret(),
    LOCAL_STAFF_SECRET: createSecret(),
    serviceKeys: Object.fromEntries(signers.map((name) => [name, createKeyPair(name)])),
    brokerPasswords: mapServices(() => randomBytes(24).toString('hex')),
    sliceKey: createSliceKey(),
  };
}

const createSecret = () => randomBytes(32).toString('base64');

function readProviderKeys(env: NodeJS.ProcessEnv) {
  if (!env.RAZORPAY_KEY_ID) return {};
  const missing = providerKeys.filter((name) => !env[name]);
  if (missing.length > 0)
    throw new CommandError(`With RAZORPAY_KEY_ID set, ${missing.join(' and ')} must be set too.`);
  return Object.fromEntries(providerKeys.map((name) => [name, env[name]]));
}

import { createSecretKey } from 'node:crypto';
import {
  createSealingKey,
  DependencyUnavailable,
  type KeyRing,
  keyRingVariable,
  openBox,
  sealBox,
} from '@archaka/service-kit';
import type { KMSClient } from '@aws-sdk/client-kms';
import * as z from 'zod';

export interface WrappedKey {
  readonly master: string;
  readonly bytes: Buffer;
}

/** A wrapped key opens in its own context only. */
export type KeyContext = Readonly<Record<string, string>>;

/** Wraps data keys under master keys. Both calls throw `DependencyUnavailable` of `kms` within two seconds. */
export interface Kms {
  readonly wrap: (key: Buffer, context: KeyContext) => Promise<WrappedKey>;
  /** @throws UnknownMasterKey, or WrongMasterKey for a changed value, another key or another context. */
  readonly unwrap: (wrapped: WrappedKey, context: KeyContext) => Promise<Buffer>;
}

/** The wrapping master key, and all unwrapping ones by name. */
export interface NamedKms extends Kms {
  readonly current: string;
  readonly has: (master: string) => boolean;
}

export class UnknownMasterKey extends Error {
  override readonly name = 'UnknownMasterKey';
}

export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey';
}

const kmsUnavailable = (cause: unknown): DependencyUnavailable => new DependencyUnavailable('kms', cause);

const PURPOSE = 'data keys';

const toAad = (context: KeyContext): string => JSON.stringify(Object.entries(context).toSorted());

export function createLocalKms(ring: KeyRing): NamedKms {
  const keys = new Map(
    ring.map(({ kid, key }) => [kid, createSecretKey(createSealingKey(key, PURPOSE).key)]),
  );
  const current = ring[0].kid;
  const getKey = (master: string) => {
    const key = keys.get(master);
    if (!key) throw new UnknownMasterKey(`MASTER_KEYS lacks the key ${master}`);
    return key;
  };
  return {
    current,
    has: (master) => keys.has(master),
    wrap: async (key, context) => ({ master: current, bytes: sealBox(getKey(current), key, toAad(context)) }),
    unwrap: async ({ master, bytes }, context) => {
      const key = getKey(master);
      try {
        return openBox(key, bytes, toAad(context));
      } catch (error) {
        throw new WrongMasterKey(`MASTER_KEYS has another key ${master} than the one that wrapped`, {
          cause: error,
        });
      }
    },
  };
}

const TIMEOUT_MS = 2000;
const PREFIX = 'aws:';
/** Errors that blame the value, not the service. */
const WRONG: readonly unknown[] = ['InvalidCiphertextException', 'IncorrectKeyException'];

const toError = (error: unknown, master: string): Error =>
  WRONG.includes(Object(error).name)
    ? new WrongMasterKey(`${master} did not wrap this value`, { cause: error })
    : kmsUnavailable(error);

/**
 * Region, address and credentials come from the environment, as the SDK reads them. Loads the SDK.
 * @param keyId ARN of the wrapping key
 */
async function createAwsKms(keyId: string): Promise<NamedKms> {
  const { KMSClient, EncryptCommand, DecryptCommand } = await import('@aws-sdk/client-kms');
  const client: KMSClient = new KMSClient({
    maxAttempts: 2,
    requestHandler: { requestTimeout: TIMEOUT_MS, connectionTimeout: TIMEOUT_MS },
  });
  const current = PREFIX + keyId;
  const has = (master: string) => master.startsWith(PREFIX);
  const toOptions = () => ({ abortSignal: AbortSignal.timeout(TIMEOUT_MS) });
  const encrypt = (key: Buffer, EncryptionContext: KeyContext) =>
    client.send(new EncryptCommand({ KeyId: keyId, Plaintext: key, EncryptionContext }), toOptions());
  const decrypt = (bytes: Buffer, master: string, EncryptionContext: KeyContext) =>
    client.send(
      new DecryptCommand({ CiphertextBlob: bytes, KeyId: master.slice(PREFIX.length), EncryptionContext }),
      toOptions(),
    );

  return {
    current,
    has,
    wrap: async (key, context) => {
      const { CiphertextBlob } = await encrypt(key, context).catch((error) => {
        throw toError(error, current);
      });
      if (!CiphertextBlob) throw kmsUnavailable(new Error('the KMS returned no ciphertext'));
      return { master: current, bytes: Buffer.from(CiphertextBlob) };
    },
    unwrap: async ({ master, bytes }, context) => {
      if (!has(master)) throw new UnknownMasterKey(`the KMS has no key ${master}`);
      const { Plaintext } = await decrypt(bytes, master, context).catch((error) => {
        throw toError(error, master);
      });
      if (!Plaintext) throw kmsUnavailable(new Error('the KMS returned no plaintext'));
      return Buffer.from(Plaintext);
    },
  };
}

/** Variables of every command and service that reads or writes personal data. */
export const masterKeyVariables = {
  MASTER_KEYS: keyRingVariable(32).meta({
    description:
      'key ring that wraps the data keys of applicants; at least 32 characters each ([0073](adr/0073-seal-personal-data-under-a-key-for-each-person.md))',
    secret: true,
  }),
  KMS_KEY_ID: z.string().min(1).optional().meta({
    description:
      'ARN of the AWS KMS key that wraps new data keys; `MASTER_KEYS` then only unwraps older ones; region, address and credentials by the variables of the AWS SDK',
  }),
};
const masterKeyConfig = z.object(masterKeyVariables);
export type MasterKeyConfig = z.infer<typeof masterKeyConfig>;

/** The first KMS wraps; each unwraps its own keys. */
function joinKms(first: NamedKms, second: NamedKms): NamedKms {
  const has = (master: string) => first.has(master) || second.has(master);
  return {
    current: first.current,
    has,
    wrap: first.wrap,
    unwrap: (wrapped, context) => {
      const kms = [first, second].find((each) => each.has(wrapped.master));
      if (!kms) throw new UnknownMasterKey(`MASTER_KEYS lacks the key ${wrapped.master}`);
      return kms.unwrap(wrapped, context);
    },
  };
}

export async function openKms({ MASTER_KEYS, KMS_KEY_ID }: MasterKeyConfig): Promise<NamedKms> {
  const local = createLocalKms(MASTER_KEYS);
  return KMS_KEY_ID ? joinKms(await createAwsKms(KMS_KEY_ID), local) : local;
}

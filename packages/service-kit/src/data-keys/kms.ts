import { createSecretKey } from 'node:crypto';
import { DependencyUnavailable } from '../errors.ts';
import type { KeyRing } from '../keyring/key-ring.ts';
import { openBox, sealBox } from '../sealing/aes-box.ts';
import { createSealingKey } from '../sealing/sealing.ts';

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

export const kmsUnavailable = (cause: unknown): DependencyUnavailable =>
  new DependencyUnavailable('kms', cause);

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

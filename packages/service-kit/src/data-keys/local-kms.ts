import { createSecretKey } from 'node:crypto';
import type { KeyRing } from '../keyring/key-ring.ts';
import { openBox, sealBox } from '../sealing/aes-box.ts';
import { createSealingKey } from '../sealing/sealing.ts';
import { type KeyContext, type NamedKms, UnknownMasterKey, WrongMasterKey } from './kms.ts';

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

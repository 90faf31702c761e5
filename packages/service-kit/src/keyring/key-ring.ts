import { LONE_KID, parseKeyRing, type RingKey } from '@archaka/contracts/key-ring';
import * as z from 'zod';
import { type SealingKey, sealingKeyFrom } from '../sealing/sealing.ts';

/** The keys of one secret: the first is used to write, all to read. */
export type KeyRing = readonly [RingKey, ...RingKey[]];

const isRing = (keys: RingKey[]): keys is [RingKey, ...RingKey[]] => keys.length > 0;

/** A variable that holds a secret of at least so many characters, or several of them while it is replaced. */
export const keyRing = (shortest: number) =>
  z.string().transform((text, context): KeyRing => {
    const keys = parseKeyRing(text);
    const names = new Set(keys.map(({ kid }) => kid));
    if (isRing(keys) && names.size === keys.length && keys.every(({ key }) => key.length >= shortest))
      return keys;
    context.addIssue({
      code: 'custom',
      message: `needs at least ${shortest} characters in each key, and another kid for each`,
    });
    return z.NEVER;
  });

/** What values made with the lone secret that all rings begin with are called by stays as it was. */
const sealingKid = (purpose: string, kid: string): string =>
  kid === LONE_KID ? purpose : `${purpose} ${kid}`;

/** The keys that seal for one purpose. */
export const sealingKeysFrom = (ring: KeyRing, purpose: string): SealingKey[] =>
  ring.map(({ kid, key }) => ({ ...sealingKeyFrom(key, purpose), kid: sealingKid(purpose, kid) }));

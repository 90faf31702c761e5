import { parseKeyRing, type RingKey, SINGLE_KEY_ID } from '@archaka/contracts/key-ring';
import * as z from 'zod';
import { createSealingKey, type SealingKey } from '../sealing/sealing.ts';

/** The keys of one secret: the first is used to write, all to read. */
export type KeyRing = readonly [RingKey, ...RingKey[]];

const isRing = (keys: RingKey[]): keys is [RingKey, ...RingKey[]] => keys.length > 0;

/** A variable that holds a secret of at least so many characters, or several of them while it is replaced. */
export const keyRingVariable = (minLength: number) =>
  z.string().transform((text, context): KeyRing => {
    const keys = parseKeyRing(text);
    const kids = new Set(keys.map(({ kid }) => kid));
    if (isRing(keys) && kids.size === keys.length && keys.every(({ key }) => key.length >= minLength))
      return keys;
    context.addIssue({
      code: 'custom',
      message: `needs at least ${minLength} characters in each key, and another kid for each`,
    });
    return z.NEVER;
  });

/** What values made with the lone secret that all rings begin with are called by stays as it was. */
const toSealingKid = (purpose: string, kid: string): string =>
  kid === SINGLE_KEY_ID ? purpose : `${purpose} ${kid}`;

/** The keys that seal for one purpose. */
export const createSealingKeys = (ring: KeyRing, purpose: string): SealingKey[] =>
  ring.map(({ kid, key }) => ({ ...createSealingKey(key, purpose), kid: toSealingKid(purpose, kid) }));

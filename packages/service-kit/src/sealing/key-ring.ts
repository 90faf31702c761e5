import { randomBytes } from 'node:crypto';
import { parseKeyRing, type RingKey, SINGLE_KEY_ID } from '@archaka/contracts/key-ring';
import * as z from 'zod';
import { createSealingKey, type SealingKey } from './sealing.ts';

/** The first key writes, all read. */
export type KeyRing = readonly [RingKey, ...RingKey[]];

const isRing = (keys: RingKey[]): keys is [RingKey, ...RingKey[]] => keys.length > 0;

export const keyRingVariable = (minLength: number) =>
  z.string().transform((text, context): KeyRing => {
    const keys = parseKeyRing(text);
    const kids = new Set(keys.map(({ kid }) => kid));
    if (isRing(keys) && kids.size === keys.length && keys.every(({ key }) => key.length >= minLength))
      return keys;
    context.addIssue({
      code: 'custom',
      message: `needs at least ${minLength} characters in each key, and different kids`,
    });
    return z.NEVER;
  });

/** Names the key of an index, except for a single key, whose indexes predate rotation. */
export const toKeyPrefix = (kid: string): string => (kid === SINGLE_KEY_ID ? '' : `${kid}.`);

/** Values sealed with the single secret keep their purpose-only key id. */
const toSealingKid = (purpose: string, kid: string): string =>
  kid === SINGLE_KEY_ID ? purpose : `${purpose} ${kid}`;

export const createSealingKeys = (ring: KeyRing, purpose: string): SealingKey[] =>
  ring.map(({ kid, key }) => ({ ...createSealingKey(key, purpose), kid: toSealingKid(purpose, kid) }));

export const createSecret = (): string => randomBytes(32).toString('base64');

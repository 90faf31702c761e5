import { makeSealing, sealingKeysFrom } from '@archaka/service-kit';
import type { Config } from '../../config.ts';
import { type Keys, TICKET_KEYS } from '../../store/keys.ts';
import { type KeyRing, keyRing } from './key-ring.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The key ring that the configuration says: how its keys are sealed, and how long they sign. */
export const openKeyRing = (
  keys: Keys,
  config: Pick<Config, 'TICKET_KEYS_SECRET' | 'TICKET_KEY_DAYS'>,
): KeyRing =>
  keyRing({
    keys,
    sealing: makeSealing(sealingKeysFrom(config.TICKET_KEYS_SECRET, TICKET_KEYS)),
    signingMs: config.TICKET_KEY_DAYS * DAY_MS,
  });

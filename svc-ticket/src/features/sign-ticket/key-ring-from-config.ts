import { createSealing, createSealingKeys } from '@archaka/service-kit';
import type { Config } from '../../config.ts';
import { TICKET_KEY_PURPOSE, type TicketKeyRepository } from '../../persistence/ticket-key-repository.ts';
import { createKeyRing, type KeyRing } from './key-ring.ts';

/** How long a key signs; its signatures stay valid. */
const SIGNING_MS = 180 * 24 * 60 * 60 * 1000;

export const createKeyRingFromConfig = (
  keys: TicketKeyRepository,
  config: Pick<Config, 'TICKET_KEYS_SECRET'>,
): KeyRing =>
  createKeyRing({
    keys,
    sealing: createSealing(createSealingKeys(config.TICKET_KEYS_SECRET, TICKET_KEY_PURPOSE)),
    signingMs: SIGNING_MS,
  });

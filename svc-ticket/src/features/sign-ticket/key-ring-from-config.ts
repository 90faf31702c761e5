import { createSealing, createSealingKeys } from '@archaka/service-kit';
import type { Config } from '../../config.ts';
import { TICKET_KEY_PURPOSE, type TicketKeyRepository } from '../../persistence/ticket-key-repository.ts';
import { createKeyRing, type KeyRing } from './key-ring.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export const createKeyRingFromConfig = (
  keys: TicketKeyRepository,
  config: Pick<Config, 'TICKET_KEYS_SECRET' | 'TICKET_KEY_DAYS'>,
): KeyRing =>
  createKeyRing({
    keys,
    sealing: createSealing(createSealingKeys(config.TICKET_KEYS_SECRET, TICKET_KEY_PURPOSE)),
    signingMs: config.TICKET_KEY_DAYS * DAY_MS,
  });

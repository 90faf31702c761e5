import { baseConfig, keyRingVariable } from '@archaka/service-kit';
import * as z from 'zod';
import { MAX_ORIGIN_LENGTH } from './domain/verify-url.ts';

export const config = baseConfig.extend({
  PORTAL_ORIGIN: baseConfig.shape.PORTAL_ORIGIN.refine(
    (origin) => origin.length <= MAX_ORIGIN_LENGTH,
    `is longer than the ${MAX_ORIGIN_LENGTH} letters that a ticket's code has room for`,
  ),
  /** A Chromium; the headless shell, where there is one, takes half the memory. */
  CHROMIUM_PATH: z.string().min(1),
  /** `off`: without Chromium's sandbox, where the machine gives it none. */
  CHROMIUM_SANDBOX: z.enum(['on', 'off']).default('on'),
  /** How many tickets are rendered at once. */
  TICKET_PAGES: z.coerce.number().int().min(1).max(16).default(2),
  /** After so many tickets a browser is replaced by a fresh one. */
  TICKETS_PER_BROWSER: z.coerce.number().int().min(1).default(5000),
  /** Seals the private keys of the tickets' codes. */
  TICKET_KEYS_SECRET: keyRingVariable(32),
  /** For how many days a key signs tickets; what it has signed stays valid. */
  TICKET_KEY_DAYS: z.coerce.number().positive().default(180),
  /** The folder of the built scanner; without it there is none. */
  SCANNER_DIST: z.string().min(1).optional(),
});
export type Config = z.infer<typeof config>;

import { fileVariables, masterKeyVariables } from '@archaka/privacy-kit';
import { baseConfig, keyRingVariable } from '@archaka/service-kit';
import * as z from 'zod';
import { MAX_ORIGIN_LENGTH } from './domain/ticket-code.ts';

export const config = baseConfig.extend({
  PORTAL_ORIGIN: baseConfig.shape.PORTAL_ORIGIN.refine(
    (origin) => origin.length <= MAX_ORIGIN_LENGTH,
    `is longer than ${MAX_ORIGIN_LENGTH} characters, which is the limit for a ticket's QR code`,
  ),
  CHROMIUM_PATH: z.string().min(1).meta({
    description: 'path of the Chromium that prints tickets; the headless shell uses half the memory',
  }),
  CHROMIUM_SANDBOX: z.enum(['on', 'off']).default('on').meta({
    description:
      '`off`: Chromium runs without its sandbox, for machines without support for it; as root it always does, which production rejects ([0044](adr/0044-reach-the-stores-by-tls-with-a-user-for-each-service.md))',
  }),
  TICKET_PAGES: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .default(2)
    .meta({ description: 'number of browser pages that print concurrently', unit: 'pages' }),
  TICKET_KEYS_SECRET: keyRingVariable(32).meta({
    description: "seals the stored private keys that sign the tickets' QR codes; at least 32 characters",
    secret: true,
  }),
  ...masterKeyVariables,
  ...fileVariables,
  SCANNER_DIST: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'folder of the built scanner; without it there is no `/scan`' }),
});
export type Config = z.infer<typeof config>;

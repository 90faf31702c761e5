import { readFileSync } from 'node:fs';
import { baseConfig, jsonVariable, keyRingVariable } from '@archaka/service-kit';
import * as z from 'zod';
import { createPlaces, type Places } from './domain/places.ts';

const base64Key = z.base64().transform((text) => Buffer.from(text, 'base64'));
const instantText = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'is not an instant')
  .transform((text) => new Date(text).toISOString());

const aadhaarKey = z.object({
  kid: z.string().min(1),
  key: base64Key.refine((key) => key.length === 32, 'is not 32 bytes'),
});

export const applicationConfig = baseConfig.extend({
  HANDLER_PORT: z.coerce.number().int().min(0).max(65535),
  /** The first one encrypts, any decrypts. */
  AADHAAR_KEYS: jsonVariable(z.array(aadhaarKey).min(1)),
  /** Keys the blind index. Stored indexes name their key, and are moved from one to the next by a rotation. */
  AADHAAR_INDEX_KEY: keyRingVariable(32),
  HOLD_HOURS: z.coerce.number().positive().default(24),
  /** Where clamd scans files for malware; without it none is scanned. */
  CLAMD_URL: z
    .string()
    .regex(/^(tcp:\/\/[^/:]+(:\d+)?|unix:\/.+)$/, 'is not tcp://host:port or unix:/path')
    .optional(),
  /** These two stand above the examination's file. */
  EDIT_UNTIL: instantText.optional(),
  FEE_PAISE: z.coerce.number().int().positive().optional(),
});
export type ApplicationConfig = z.infer<typeof applicationConfig>;

/** The districts and mandals of Andhra Pradesh. */
export function readPlaces(): Places {
  const file = new URL('../data/districts-mandals.json', import.meta.url);
  return createPlaces(JSON.parse(readFileSync(file, 'utf8')));
}

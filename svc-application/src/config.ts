import { readFileSync } from 'node:fs';
import { fileVariables, masterKeyVariables } from '@archaka/privacy-kit';
import { baseConfig, keyRingVariable, trustedProxiesVariable } from '@archaka/service-kit';
import * as z from 'zod';
import { createPlaces, type Places } from './domain/places.ts';

export const config = baseConfig.extend({
  HANDLER_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .meta({ description: 'port that the payment request handler listens on' }),
  TRUSTED_PROXIES: trustedProxiesVariable,
  AADHAAR_INDEX_KEY: keyRingVariable(32).meta({
    description:
      'key ring of the blind index of Aadhaar numbers; a rotation moves stored indexes to the next key; at least 32 characters each',
    secret: true,
  }),
  ...masterKeyVariables,
  ...fileVariables,
  CLAMD_URL: z
    .string()
    .regex(/^(tcp:\/\/[^/:]+(:\d+)?|unix:\/.+)$/, 'is not tcp://host:port or unix:/path')
    .optional()
    .meta({
      description:
        'clamd that scans files for malware: `tcp://host:port` or `unix:/path`; without it none is scanned',
    }),
});
export type Config = z.infer<typeof config>;

export function readPlaces(): Places {
  const file = new URL('../data/districts-mandals.json', import.meta.url);
  return createPlaces(JSON.parse(readFileSync(file, 'utf8')));
}

import { masterKeyVariables } from '@archaka/privacy-kit';
import { baseConfig, keyRingVariable } from '@archaka/service-kit';
import * as z from 'zod';

export const config = baseConfig.extend({
  DESK_KEYS_SECRET: keyRingVariable(32).meta({
    description: "seals the secrets of the staff's authenticators; at least 32 characters",
    secret: true,
  }),
  DESK_INDEX_KEY: z.string().min(32).meta({
    description: 'key of the index by which staff find applications by name; at least 32 characters',
    secret: true,
  }),
  LOCAL_STAFF_SECRET: z.string().min(32).optional().meta({
    description:
      "passwords and authenticators of a developer's staff, one of each role, derive from it; rejected in production",
    secret: true,
  }),
  ...masterKeyVariables,
});
export type Config = z.infer<typeof config>;

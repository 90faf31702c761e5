import { masterKeyVariables } from '@archaka/privacy-kit';
import { baseConfig, keyRingVariable } from '@archaka/service-kit';
import * as z from 'zod';

export const variables = baseConfig.extend({
  DESK_KEYS_SECRET: keyRingVariable(32).meta({
    description:
      "seals the secrets of the staff's authenticators and unpublished marks; at least 32 characters",
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
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      description:
        "the department's OpenID Connect provider, by which staff sign in ([0118](adr/0118-sign-staff-in-by-passkeys-and-by-the-departments-provider.md)); it leads back to `/desk/sign-in`; without it the desk does not offer that",
    }),
  OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'of the desk at that provider; required with it' }),
  OIDC_CLIENT_SECRET: z.string().min(1).optional().meta({
    description: 'of the desk at that provider; required with it',
    secret: true,
  }),
  OIDC_NAME_CLAIM: z.string().min(1).default('preferred_username').meta({
    description:
      "the claim with the name of a member's account at the desk; members must not be able to change it",
  }),
  ...masterKeyVariables,
});

export const config = variables.refine(
  ({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }) =>
    OIDC_ISSUER === undefined || (OIDC_CLIENT_ID !== undefined && OIDC_CLIENT_SECRET !== undefined),
  { path: ['OIDC_ISSUER'], error: 'requires OIDC_CLIENT_ID and OIDC_CLIENT_SECRET' },
);
export type Config = z.infer<typeof config>;

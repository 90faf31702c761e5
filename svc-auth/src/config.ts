import { masterKeyVariables } from '@archaka/privacy-kit';
import { baseConfig, keyRingVariable } from '@archaka/service-kit';
import * as z from 'zod';

const sms = z.discriminatedUnion('SMS_PROVIDER', [
  z.object({
    SMS_PROVIDER: z.literal('inbox').meta({ description: '`inbox` (never in production) or `msg91`' }),
  }),
  z.object({
    SMS_PROVIDER: z.literal('msg91'),
    MSG91_AUTH_KEY: z
      .string()
      .min(1)
      .meta({ description: 'with `msg91`: authentication key of the account', secret: true }),
    MSG91_TEMPLATE_ID: z.string().min(1).meta({
      description:
        'with `msg91`: ID of the flow that carries the OTP; its [text](../svc-auth/README.md) is registered with the operators (DLT)',
    }),
    MSG91_URL: z
      .url({ protocol: /^https?$/ })
      .default('https://control.msg91.com/api/v5/flow')
      .meta({ description: 'with `msg91`: address of the flow API' }),
  }),
]);
export type SmsConfig = z.infer<typeof sms>;

export const secrets = {
  OTP_PEPPER: keyRingVariable(16).meta({
    description:
      'key of the hashes of one-time passwords, and of numbers and addresses in rate limits; at least 16 characters',
    secret: true,
  }),
  SESSION_KEYS_SECRET: keyRingVariable(16).meta({
    description:
      'seals the stored signing keys of session tokens and the authenticator secrets of operators; at least 16 characters',
    secret: true,
  }),
  ACCOUNT_INDEX_KEY: keyRingVariable(32).meta({
    description:
      'key of the blind indexes of mobile numbers and e-mail addresses, and of sealed sign-ups; at least 32 characters',
    secret: true,
  }),
  DEVICE_KEY_SECRET: keyRingVariable(32).meta({
    description:
      'derives the keys that encrypt local drafts; after a change no device can decrypt its drafts; at least 32 characters',
    secret: true,
  }),
};

export const operatorVariables = {
  LOCAL_OPERATOR_SECRET: z
    .string()
    .regex(/^[A-Z2-7]{32}$/, 'is not 32 characters of base32')
    .optional()
    .meta({
      description:
        'authenticator secret of the operator `local`, who has every role while there is no other operator; never in production ([0075](adr/0075-identify-operators-by-accounts-roles-and-one-time-codes.md))',
      secret: true,
    }),
};

export const config = baseConfig
  .extend({
    ...secrets,
    ...masterKeyVariables,
    ...operatorVariables,
    DEV_INBOX_KEY: z.string().min(16).optional().meta({
      description:
        'with `inbox`: `?key=` that the dev inbox wants; without it everyone who reaches the portal reads it',
      secret: true,
    }),
    RATE_PER_ADDRESS: z.coerce.number().int().positive().default(5000).meta({
      description: 'from one address: sign-ups, OTP requests and sign-ins, so many of each',
      unit: 'per hour',
    }),
    TEXTS_PER_HOUR: z.coerce.number().int().positive().default(20_000).meta({
      description:
        'one-time passwords that the portal sends; a fifth is reserved for browsers that have signed in to their number',
      unit: 'per hour',
    }),
    CHALLENGE_AFTER: z
      .union([z.literal(['none', '']), z.coerce.number().int().positive()])
      .optional()
      .meta({
        description:
          'sign-ups, OTP requests and wrong guesses from one address, so many of each, before each further one needs a proof of work; `none`: no limit; 50 in production',
        unit: 'per hour',
      }),
  })
  .and(sms);
export type Config = z.infer<typeof config>;

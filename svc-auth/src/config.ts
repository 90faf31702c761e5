import { baseConfig, keyRingVariable } from '@archaka/service-kit';
import * as z from 'zod';

const sms = z.discriminatedUnion('SMS_PROVIDER', [
  z.object({ SMS_PROVIDER: z.literal('inbox') }),
  z.object({
    SMS_PROVIDER: z.literal('msg91'),
    MSG91_AUTH_KEY: z.string().min(1),
    /** The flow's id in MSG91's panel; its text is registered with the operators (DLT). */
    MSG91_TEMPLATE_ID: z.string().min(1),
    MSG91_URL: z.url({ protocol: /^https?$/ }).default('https://control.msg91.com/api/v5/flow'),
  }),
]);
export type SmsConfig = z.infer<typeof sms>;

/** Each may be replaced by a rotation. */
export const secrets = {
  /** Keys the hashes of one-time passwords, and what numbers and addresses are counted by. */
  OTP_PEPPER: keyRingVariable(16),
  /** Seals the stored signing keys of session tokens. */
  SESSION_KEYS_SECRET: keyRingVariable(16),
  /** Users' device keys come from it: without it, no device opens what it keeps. */
  DEVICE_KEY_SECRET: keyRingVariable(32),
};

export const config = baseConfig
  .extend({
    ...secrets,
    /** Sign-ups, sign-ins and OTP requests an hour from one address. */
    RATE_PER_ADDRESS: z.coerce.number().int().positive().default(5000),
    /** Wrong guesses and OTP requests an hour from one address, after which each further one needs a proof of work. */
    CHALLENGE_AFTER: z.union([z.literal(['none', '']), z.coerce.number().int().positive()]).optional(),
  })
  .and(sms);

import { baseConfig } from '@archaka/service-kit';
import * as z from 'zod';

const sms = z.discriminatedUnion('SMS_PROVIDER', [
  z.object({ SMS_PROVIDER: z.literal('inbox') }),
  z.object({ SMS_PROVIDER: z.literal('http'), SMS_URL: z.url(), SMS_TOKEN: z.string().min(1) }),
]);
export type SmsConfig = z.infer<typeof sms>;

export const config = baseConfig
  .extend({
    /** Keys the hashes of one-time passwords. */
    OTP_PEPPER: z.string().min(16),
    /** Wraps the stored signing keys of session tokens. */
    SESSION_KEYS_SECRET: z.string().min(16),
    /** Sign-ups, sign-ins and OTP requests an hour from one address. */
    RATE_PER_ADDRESS: z.coerce.number().int().positive().default(5000),
  })
  .and(sms)
  .refine(({ NODE_ENV, SMS_PROVIDER }) => !(NODE_ENV === 'production' && SMS_PROVIDER === 'inbox'), {
    path: ['SMS_PROVIDER'],
    message: 'the dev inbox shows one-time passwords to anyone and is refused in production',
  });

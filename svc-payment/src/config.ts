import { baseConfig } from '@archaka/service-kit';
import * as z from 'zod';
import type { RazorpayAccount } from './razorpay/sdk.ts';

const secret = z.string().min(8);
const milliseconds = z.coerce.number().int().positive();

/** Unrefined, so that a command can pick the variables it needs. */
export const variables = baseConfig.extend({
  RAZORPAY_KEY_ID: z.string().min(1).meta({ description: "ID of the account's key at Razorpay" }),
  RAZORPAY_KEY_SECRET: secret.meta({
    description: "secret that callbacks are signed with, and the password of Razorpay's API",
    secret: true,
  }),
  RAZORPAY_WEBHOOK_SECRET: secret.meta({ description: 'secret that webhooks are signed with', secret: true }),
  RAZORPAY_WEBHOOK_SECRET_OLD: secret.optional().meta({
    description: 'previous webhook secret, during a rotation; needs `RAZORPAY_WEBHOOK_SECRET_OLD_UNTIL`',
    secret: true,
  }),
  RAZORPAY_WEBHOOK_SECRET_OLD_UNTIL: z.iso
    .datetime({ offset: true })
    .transform((instant) => new Date(instant))
    .optional()
    .meta({
      description: 'instant until which webhooks signed with the old secret are accepted',
      unit: 'ISO 8601',
    }),
  RAZORPAY_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.razorpay.com')
    .transform((url) => url.replace(/\/+$/, ''))
    .meta({ description: "address of Razorpay's API" }),
  FEE_PAISE: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .meta({ description: "replaces the examination file's fee", unit: 'paise' }),
  SECOND_PAYMENT: z.enum(['refund', 'hold']).default('refund').meta({
    description:
      "`refund`: a second payment of an application is refunded at once; `hold`: it waits for a clerk's decision (`npm run refunds`)",
  }),
  TWO_PEOPLE_ABOVE_PAISE: z.coerce.number().int().min(0).default(100_000).meta({
    description: 'a refund above it needs the approval of two operators (`npm run refunds`)',
    unit: 'paise',
  }),
  RECONCILE_FIRST_MS: milliseconds
    .default(12_000)
    .meta({ description: 'time between the start of a checkout and the first poll of Razorpay', unit: 'ms' }),
  CAPTURE_AFTER_MS: milliseconds.default(120_000).meta({
    description: "how long svc-payment waits for Razorpay's own capture of an authorised payment",
    unit: 'ms',
  }),
  SETTLEMENTS_MS: milliseconds
    .default(3_600_000)
    .meta({ description: "interval between reads of Razorpay's settlements", unit: 'ms' }),
});

export const config = variables.refine(
  ({ RAZORPAY_WEBHOOK_SECRET_OLD: old, RAZORPAY_WEBHOOK_SECRET_OLD_UNTIL: until }) => !old || until,
  {
    path: ['RAZORPAY_WEBHOOK_SECRET_OLD'],
    message: 'needs RAZORPAY_WEBHOOK_SECRET_OLD_UNTIL, the instant until which it is accepted',
  },
);
export type Config = z.infer<typeof config>;

type AccountVariables = Pick<
  z.infer<typeof variables>,
  'RAZORPAY_KEY_ID' | 'RAZORPAY_KEY_SECRET' | 'RAZORPAY_URL'
>;

export const toAccount = (keys: AccountVariables): RazorpayAccount => ({
  keyId: keys.RAZORPAY_KEY_ID,
  keySecret: keys.RAZORPAY_KEY_SECRET,
  url: keys.RAZORPAY_URL,
});

import { baseConfig } from '@archaka/service-kit';
import * as z from 'zod';
import type { RazorpayAccount } from './razorpay/sdk.ts';

const secret = z.string().min(8);
const milliseconds = z.coerce.number().int().positive();

export const config = baseConfig.extend({
  RAZORPAY_KEY_ID: z.string().min(1).meta({ description: "ID of the account's key at Razorpay" }),
  RAZORPAY_KEY_SECRET: secret.meta({
    description: "secret that callbacks are signed with, and the password of Razorpay's API",
    secret: true,
  }),
  RAZORPAY_WEBHOOK_SECRET: secret.meta({ description: 'secret that webhooks are signed with', secret: true }),
  RAZORPAY_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.razorpay.com')
    .transform((url) => url.replace(/\/+$/, ''))
    .meta({ description: "address of Razorpay's API" }),
  SECOND_PAYMENT: z.enum(['refund', 'hold']).default('refund').meta({
    description:
      "`refund`: a second payment of an application is refunded at once; `hold`: it waits for a clerk's decision (`npm run refunds`)",
  }),
  TWO_PEOPLE_ABOVE_PAISE: z.coerce.number().int().min(0).default(100_000).meta({
    description: 'a refund above it needs the approval of two people',
    unit: 'paise',
  }),
  RECONCILE_FIRST_MS: milliseconds
    .default(12_000)
    .meta({ description: 'time between the start of a checkout and the first poll of Razorpay', unit: 'ms' }),
  CAPTURE_AFTER_MS: milliseconds.default(120_000).meta({
    description: "how long svc-payment waits for Razorpay's own capture of an authorised payment",
    unit: 'ms',
  }),
});

export type Config = z.infer<typeof config>;

type AccountVariables = Pick<Config, 'RAZORPAY_KEY_ID' | 'RAZORPAY_KEY_SECRET' | 'RAZORPAY_URL'>;

export const toAccount = (keys: AccountVariables): RazorpayAccount => ({
  keyId: keys.RAZORPAY_KEY_ID,
  keySecret: keys.RAZORPAY_KEY_SECRET,
  url: keys.RAZORPAY_URL,
});

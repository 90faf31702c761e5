import { baseConfig } from '@archaka/service-kit';
import * as z from 'zod';
import type { RazorpayAccount } from './razorpay/sdk.ts';

const secret = z.string().min(8);
const milliseconds = z.coerce.number().int().positive();

/** Each by itself; `config` says how they go together. */
export const variables = baseConfig.extend({
  RAZORPAY_KEY_ID: z.string().min(1),
  /** Signs callbacks, and is the password of Razorpay's API. */
  RAZORPAY_KEY_SECRET: secret,
  /** Signs webhooks. */
  RAZORPAY_WEBHOOK_SECRET: secret,
  /** Signed them before a rotation, and still counts until the instant beside it. */
  RAZORPAY_WEBHOOK_SECRET_OLD: secret.optional(),
  RAZORPAY_WEBHOOK_SECRET_OLD_UNTIL: z.iso
    .datetime({ offset: true })
    .transform((instant) => new Date(instant))
    .optional(),
  RAZORPAY_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.razorpay.com')
    .transform((url) => url.replace(/\/+$/, '')),
  /** In place of the examination's fee. */
  FEE_PAISE: z.coerce.number().int().positive().optional(),
  /** Whether a second payment of an application goes back at once or waits for a clerk's word. */
  SECOND_PAYMENT: z.enum(['refund', 'hold']).default('refund'),
  /** How long after an applicant's leaving Razorpay is first asked what came of it. */
  RECONCILE_FIRST_MS: milliseconds.default(12_000),
  /** How long Razorpay's own capture of an authorised payment is waited for. */
  CAPTURE_AFTER_MS: milliseconds.default(120_000),
  /** How often Razorpay's settlements are read. */
  SETTLEMENTS_MS: milliseconds.default(3_600_000),
});

export const config = variables.refine(
  ({ RAZORPAY_WEBHOOK_SECRET_OLD: old, RAZORPAY_WEBHOOK_SECRET_OLD_UNTIL: until }) => !old || until,
  {
    path: ['RAZORPAY_WEBHOOK_SECRET_OLD'],
    message: 'needs RAZORPAY_WEBHOOK_SECRET_OLD_UNTIL, the instant until which it counts',
  },
);

type AccountVariables = Pick<
  z.infer<typeof variables>,
  'RAZORPAY_KEY_ID' | 'RAZORPAY_KEY_SECRET' | 'RAZORPAY_URL'
>;

/** Whose payments these are, and where they are asked about. */
export const toAccount = (keys: AccountVariables): RazorpayAccount => ({
  keyId: keys.RAZORPAY_KEY_ID,
  keySecret: keys.RAZORPAY_KEY_SECRET,
  url: keys.RAZORPAY_URL,
});

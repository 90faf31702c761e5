import { baseConfig } from '@archaka/service-kit';
import * as z from 'zod';

const secret = z.string().min(8);
const milliseconds = z.coerce.number().int().positive();

export const config = baseConfig.extend({
  RAZORPAY_KEY_ID: z.string().min(1),
  /** Signs callbacks, and is the password of Razorpay's API. */
  RAZORPAY_KEY_SECRET: secret,
  /** Signs webhooks. */
  RAZORPAY_WEBHOOK_SECRET: secret,
  RAZORPAY_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.razorpay.com')
    .transform((url) => url.replace(/\/+$/, '')),
  /** In place of the examination's fee. */
  FEE_PAISE: z.coerce.number().int().positive().optional(),
  /** How long after an applicant's leaving Razorpay is first asked what came of it. */
  RECONCILE_FIRST_MS: milliseconds.default(12_000),
  /** How long Razorpay's own capture of an authorised payment is waited for. */
  CAPTURE_AFTER_MS: milliseconds.default(120_000),
});

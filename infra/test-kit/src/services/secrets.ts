import { randomBytes } from 'node:crypto';

const randomSecret = (bytes = 32) => randomBytes(bytes).toString('base64');

/** New values of every secret of the portal, by variable. */
export const createSecrets = () => ({
  OTP_PEPPER: randomSecret(),
  SESSION_KEYS_SECRET: randomSecret(),
  DEVICE_KEY_SECRET: randomSecret(),
  TICKET_KEYS_SECRET: randomSecret(),
  AADHAAR_INDEX_KEY: randomSecret(),
  ACCOUNT_INDEX_KEY: randomSecret(),
  MASTER_KEYS: randomSecret(),
  EVENT_DATA_KEYS: randomSecret(),
  RAZORPAY_KEY_ID: 'rzp_test_suite',
  RAZORPAY_KEY_SECRET: randomSecret(18),
  RAZORPAY_WEBHOOK_SECRET: randomSecret(18),
});

export type Secrets = ReturnType<typeof createSecrets>;

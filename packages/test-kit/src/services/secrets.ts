import { randomBytes } from 'node:crypto';

const secret = (bytes = 32) => randomBytes(bytes).toString('base64');

/** Every secret of the portal by the variable that carries it, fresh. */
export const makeSecrets = () => ({
  OTP_PEPPER: secret(),
  SESSION_KEYS_SECRET: secret(),
  DEVICE_KEY_SECRET: secret(),
  TICKET_KEYS_SECRET: secret(),
  AADHAAR_KEYS: JSON.stringify([{ kid: 'a1', key: secret() }]),
  AADHAAR_INDEX_KEY: secret(),
  RAZORPAY_KEY_ID: 'rzp_test_suite',
  RAZORPAY_KEY_SECRET: secret(18),
  RAZORPAY_WEBHOOK_SECRET: secret(18),
});

export type Secrets = ReturnType<typeof makeSecrets>;

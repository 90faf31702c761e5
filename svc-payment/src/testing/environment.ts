import { mapAddressVariables } from '@archaka/contracts';

const jwk = { kty: 'EC', crv: 'P-256', kid: 'svc-payment', x: 'x', y: 'y' };
const address = 'http://127.0.0.1:8080';

/** All required variables of svc-payment. */
export const environment = {
  PORT: '8083',
  PORTAL_ORIGIN: address,
  ...mapAddressVariables(() => address),
  SERVICE_KEY: JSON.stringify({ ...jwk, d: 'd' }),
  SERVICE_JWKS: JSON.stringify({ keys: [jwk] }),
  EVENT_DATA_KEYS: 'x'.repeat(32),
  MONGO_URL: 'mongodb://127.0.0.1',
  AMQP_URL: 'amqp://127.0.0.1',
  EXAM_FILE: 'exams/2024.json',
  RAZORPAY_KEY_ID: 'rzp_test_key',
  RAZORPAY_KEY_SECRET: 'the key secret',
  RAZORPAY_WEBHOOK_SECRET: 'the webhook secret',
};

import { loadConfig } from '@archaka/service-kit';
import { expect, test } from '@jest/globals';
import { config } from './config.ts';

const jwk = { kty: 'EC', crv: 'P-256', kid: 'svc-payment', x: 'x', y: 'y' };
const address = 'http://127.0.0.1:8080';
const environment = {
  PORT: '8083',
  PORTAL_ORIGIN: address,
  AUTH_URL: address,
  APPLICATION_URL: address,
  PAYMENT_URL: address,
  TICKET_URL: address,
  SERVICE_KEY: JSON.stringify({ ...jwk, d: 'd' }),
  SERVICE_JWKS: JSON.stringify({ keys: [jwk] }),
  MONGO_URL: 'mongodb://127.0.0.1',
  AMQP_URL: 'amqp://127.0.0.1',
  EXAM_FILE: 'exams/2024.json',
  RAZORPAY_KEY_ID: 'rzp_test_key',
  RAZORPAY_KEY_SECRET: 'the key secret',
  RAZORPAY_WEBHOOK_SECRET: 'the present secret',
};
const rotation = (old: string, until: string) =>
  loadConfig(config, {
    ...environment,
    RAZORPAY_WEBHOOK_SECRET_OLD: old,
    RAZORPAY_WEBHOOK_SECRET_OLD_UNTIL: until,
  });

test('the old secret of webhooks comes with the instant until which it counts', () => {
  expect(rotation('the old secret', '2024-06-01T05:30:00+05:30')).toMatchObject({
    RAZORPAY_WEBHOOK_SECRET_OLD: 'the old secret',
    RAZORPAY_WEBHOOK_SECRET_OLD_UNTIL: new Date('2024-06-01T00:00:00Z'),
  });
  expect(() => rotation('the old secret', '')).toThrow(
    'RAZORPAY_WEBHOOK_SECRET_OLD: needs RAZORPAY_WEBHOOK_SECRET_OLD_UNTIL, the instant until which it counts',
  );
  expect(() => rotation('the old secret', 'tomorrow')).toThrow(/RAZORPAY_WEBHOOK_SECRET_OLD_UNTIL: /);
  expect(rotation('', '')).not.toHaveProperty('RAZORPAY_WEBHOOK_SECRET_OLD');
});

import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { isSignedWebhook } from './handle-webhook.ts';

const message = Buffer.from('{"event":"payment.captured"}');
const until = new Date('2024-06-01T00:00:00Z');
const before = new Date(until.getTime() - 1);
const sign = (secret: string) => createHmac('sha256', secret).update(message).digest('hex');

const afterRotation = {
  RAZORPAY_WEBHOOK_SECRET: 'the present secret',
  RAZORPAY_WEBHOOK_SECRET_OLD: 'the old secret',
  RAZORPAY_WEBHOOK_SECRET_OLD_UNTIL: until,
};

test('accepts the old secret until its end after a rotation, and the present one always', () => {
  const old = sign('the old secret');
  expect(isSignedWebhook(afterRotation, { message, signature: old, at: before })).toBe(true);
  expect(isSignedWebhook(afterRotation, { message, signature: old, at: until })).toBe(false);
  expect(isSignedWebhook(afterRotation, { message, signature: sign('the present secret'), at: until })).toBe(
    true,
  );
  expect(isSignedWebhook(afterRotation, { message, signature: sign('another secret'), at: before })).toBe(
    false,
  );
});

test('accepts only the present secret without a rotation', () => {
  const secrets = { RAZORPAY_WEBHOOK_SECRET: 'the present secret' };
  expect(isSignedWebhook(secrets, { message, signature: sign('the present secret'), at: before })).toBe(true);
  expect(isSignedWebhook(secrets, { message, signature: sign('the old secret'), at: before })).toBe(false);
});

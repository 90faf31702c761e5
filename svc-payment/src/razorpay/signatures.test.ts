import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { hasValidSignature } from './signatures.ts';

const message = 'order_1|pay_1';
const secret = 'the key secret';
const signature = createHmac('sha256', secret).update(message).digest('hex');

test('accepts the right signature', () => {
  expect(hasValidSignature({ message, signature, secret })).toBe(true);
  expect(hasValidSignature({ message: Buffer.from(message), signature, secret })).toBe(true);
});

test.each([
  ['of another message', { message: 'order_1|pay_2', signature, secret }],
  ['with another secret', { message, signature, secret: 'another' }],
  ['cut short', { message, signature: signature.slice(0, -2), secret }],
  ['with something added', { message, signature: `${signature}00`, secret }],
  ['with rubbish behind it', { message, signature: `${signature}zz`, secret }],
  ['with a line end', { message, signature: `${signature}\n`, secret }],
  ['that is empty', { message, signature: '', secret }],
  ['that is not hexadecimal', { message, signature: 'x'.repeat(64), secret }],
])('rejects a signature %s', (_, signed) => {
  expect(hasValidSignature(signed)).toBe(false);
});

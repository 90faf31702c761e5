import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { hasValidSignature, toEvidenceKind, webhookSchema } from './webhook.ts';

const toFailedPayment = (error_reason: string | null) => ({
  payment: { entity: { id: 'pay_1', error_reason } },
});

test.each([
  ['payment.failed', toFailedPayment('payment_failed'), 'failed'],
  ['payment.failed', toFailedPayment(null), 'failed'],
  ['payment.failed', toFailedPayment('upi_collect_not_enabled'), 'failed-upi-id'],
  ['payment.failed', toFailedPayment('collect_on_mcc_blocked'), 'failed-upi-id'],
  ['payment.captured', toFailedPayment('upi_collect_not_enabled'), 'captured'],
  ['payment.dispute.created', {}, 'dispute'],
  ['payment.dispute.under_review', {}, 'dispute'],
  ['payment.dispute.action_required', {}, 'dispute'],
  ['payment.dispute.won', {}, 'dispute-won'],
  ['payment.dispute.lost', {}, 'dispute-lost'],
  ['payment.dispute.closed', {}, 'dispute-closed'],
  ['payment.downtime.started', {}, 'other'],
  ['constructor', {}, 'other'],
])('the webhook %s of %j is evidence of %s', (event, payload, kind) => {
  expect(toEvidenceKind(webhookSchema.parse({ event, payload }))).toBe(kind);
});

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

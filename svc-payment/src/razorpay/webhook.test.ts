import { expect, test } from '@jest/globals';
import { toEvidenceKind, webhookSchema } from './webhook.ts';

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

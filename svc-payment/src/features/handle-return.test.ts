import { expect, test } from '@jest/globals';
import { readCallback } from './handle-return.ts';

test.each([
  [
    'success',
    { razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'ab' },
    { orderId: 'order_1', paymentId: 'pay_1', outcome: { kind: 'paid', signature: 'ab' } },
  ],
  [
    'failure, with its ids as JSON text',
    {
      'error[code]': 'BAD_REQUEST_ERROR',
      'error[reason]': 'payment_failed',
      'error[metadata]': '{"payment_id":"pay_1","order_id":"order_1"}',
    },
    { orderId: 'order_1', paymentId: 'pay_1', outcome: { kind: 'failed', code: 'payment_failed' } },
  ],
  [
    'failure, with its ids as fields',
    { 'error[code]': 'GATEWAY_ERROR', 'error[metadata][order_id]': 'order_1' },
    { orderId: 'order_1', paymentId: null, outcome: { kind: 'failed', code: 'GATEWAY_ERROR' } },
  ],
  ['nothing', undefined, undefined],
  ['an empty form', {}, undefined],
  [
    'a failure before there was an order',
    { 'error[code]': 'BAD_REQUEST_ERROR', 'error[metadata]': '{}' },
    undefined,
  ],
  ['broken metadata', { 'error[metadata]': '{"order_id":' }, undefined],
  ['metadata that is no object', { 'error[metadata]': '"order_1"' }, undefined],
  [
    'a repeated field',
    { razorpay_order_id: ['order_1', 'order_2'], razorpay_payment_id: 'pay_1' },
    undefined,
  ],
  ['an id of absurd length', { razorpay_order_id: 'o'.repeat(101), razorpay_payment_id: 'pay_1' }, undefined],
])('reads the form with which the browser returns: %s', (_, form, callback) => {
  expect(readCallback(form)).toEqual(callback);
});

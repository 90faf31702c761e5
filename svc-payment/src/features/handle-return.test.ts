import { describe, expect, test } from '@jest/globals';
import { readCallback } from './handle-return.ts';

describe('the form the browser comes back with', () => {
  test('after success names order, payment and signature', () => {
    const form = { razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'ab' };
    expect(readCallback(form)).toEqual({
      orderId: 'order_1',
      paymentId: 'pay_1',
      outcome: { kind: 'paid', signature: 'ab' },
    });
  });

  test('after failure names them in its metadata, as JSON text', () => {
    const form = {
      'error[code]': 'BAD_REQUEST_ERROR',
      'error[reason]': 'payment_failed',
      'error[metadata]': '{"payment_id":"pay_1","order_id":"order_1"}',
    };
    expect(readCallback(form)).toEqual({
      orderId: 'order_1',
      paymentId: 'pay_1',
      outcome: { kind: 'failed', code: 'payment_failed' },
    });
  });

  test('after failure names them in its metadata, as fields', () => {
    const form = { 'error[code]': 'GATEWAY_ERROR', 'error[metadata][order_id]': 'order_1' };
    expect(readCallback(form)).toEqual({
      orderId: 'order_1',
      paymentId: null,
      outcome: { kind: 'failed', code: 'GATEWAY_ERROR' },
    });
  });

  test.each([
    ['nothing', undefined],
    ['an empty form', {}],
    ['a failure before there was an order', { 'error[code]': 'BAD_REQUEST_ERROR', 'error[metadata]': '{}' }],
    ['broken metadata', { 'error[metadata]': '{"order_id":' }],
    ['metadata that is no object', { 'error[metadata]': '"order_1"' }],
    ['a repeated field', { razorpay_order_id: ['order_1', 'order_2'], razorpay_payment_id: 'pay_1' }],
    ['an id of absurd length', { razorpay_order_id: 'o'.repeat(101), razorpay_payment_id: 'pay_1' }],
  ])('with %s names no order', (_, form) => {
    expect(readCallback(form)).toBeUndefined();
  });
});

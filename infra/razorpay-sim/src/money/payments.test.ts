import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createOrder } from '../api/orders.ts';
import { Simulator } from '../simulator.ts';
import { anonymousPayer, expirePayments, startPayment } from './payments.ts';

let simulator: Simulator;

beforeEach(() => {
  simulator = new Simulator({
    HOST: 'localhost',
    PORT: 1,
    RAZORPAY_KEY_ID: 'key',
    RAZORPAY_KEY_SECRET: 'secret',
    RAZORPAY_WEBHOOK_SECRET: 'secret',
    WEBHOOK_URL: 'http://127.0.0.1:1/',
  });
});
afterEach(() => simulator.stop());

test('fails a payment without a decision of the bank after ten minutes and not before', () => {
  const { id } = createOrder(simulator, { amount: 10_000, receipt: null, notes: [], capture: 'automatic' });
  const visit = { merchant: 'Archaka', callback_url: 'http://localhost/' };
  const payment = startPayment(simulator, id, { ...anonymousPayer, method: 'netbanking' }, visit);
  const getPayment = () => simulator.ledger.getPayment(payment.id).payment;
  expirePayments(simulator, payment.created_at + 599);
  expect(getPayment().status).toBe('created');
  expirePayments(simulator, payment.created_at + 600);
  expect(getPayment()).toMatchObject({ status: 'failed', error_reason: 'payment_timed_out' });
  expect(simulator.ledger.deliveries().map(({ event }) => event)).toEqual(['payment.failed']);
});

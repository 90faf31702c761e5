import { completePayment } from '@archaka/test-kit';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type ContractEnvironment, send, submitForm } from './environment.ts';

interface Ledger {
  readonly orders: { id: string; amount: number; receipt: string | null; status: string; currency: string }[];
  readonly payments: { id: string; order_id: string; status: string; captured: boolean }[];
  readonly deliveries: { payment_id: string; event: string; attempts: number; state: string }[];
}

export const simulator = (environment: ContractEnvironment) =>
  describe('the Razorpay simulator', () => {
    const url = () => environment.portal().simulator;
    const post = (path: string, body: object) =>
      send(url(), path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const readLedger = async () => (await (await fetch(`${url()}/sim/ledger`)).json()) as Ledger;
    afterEach(() => post('/sim/reset', {}));

    test('requires the merchant’s keys for its API', async () => {
      for (const path of [
        '/v1/orders?receipt=x',
        '/v1/orders/order_x',
        '/v1/orders/order_x/payments',
        '/v1/payments/pay_x',
      ])
        expect((await fetch(`${url()}${path}`)).status).toBe(401);
      expect((await post('/v1/orders', { amount: 100, currency: 'INR' })).http).toBe(401);
      expect((await post('/v1/payments/pay_x/refund', {})).http).toBe(401);
    });

    test('shows an order from created to paid in the ledger, in paise', async () => {
      const session = await environment.registerApplicant();
      const { order_id } = await submitForm(session);
      const findOwnOrder = async () => (await readLedger()).orders.find(({ id }) => id === order_id);
      expect(await findOwnOrder()).toMatchObject({
        amount: 10_000,
        currency: 'INR',
        status: 'created',
        receipt: expect.any(String),
      });
      await post('/sim/payments', { order_id, method: 'card', outcome: 'failed', webhooks: [] });
      expect(await findOwnOrder()).toMatchObject({ status: 'attempted' });
      const { payment } = await completePayment(session, url(), order_id);
      expect(await findOwnOrder()).toMatchObject({ status: 'paid' });
      const { payments } = await readLedger();
      expect(payments.filter((payment) => payment.order_id === order_id)).toHaveLength(2);
      expect(payments.find(({ id }) => id === payment.id)).toMatchObject({
        status: 'captured',
        captured: true,
      });
      const failedNetbanking = await post('/sim/payments', {
        order_id,
        method: 'netbanking',
        outcome: 'failed',
      });
      expect(failedNetbanking.http).toBe(200);
    });

    test('returns the signed callback of a payment; webhooks [] sends none, a list only those', async () => {
      const { order_id } = await submitForm(await environment.registerApplicant());
      const paymentResponse = await post('/sim/payments', {
        order_id,
        method: 'card',
        outcome: 'failed',
        webhooks: [],
      });
      const { payment, callback } = paymentResponse.body as unknown as {
        payment: { id: string };
        callback: object;
      };
      expect(callback).toEqual({
        razorpay_payment_id: payment.id,
        razorpay_order_id: order_id,
        razorpay_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expect((await readLedger()).deliveries.filter(({ payment_id }) => payment_id === payment.id)).toEqual(
        [],
      );
      const webhooks = [{ event: 'payment.captured', after_ms: 0, times: 2 }];
      await post('/sim/payments', { payment_id: payment.id, outcome: 'captured', webhooks });
      const sent = (await readLedger()).deliveries.filter(({ payment_id }) => payment_id === payment.id);
      expect(sent.map(({ event }) => event)).toEqual(['payment.captured', 'payment.captured']);
    });

    test('does not change omitted faults, and clears all by a reset', async () => {
      const setFaults = async (faults: object) =>
        (await post('/sim/faults', faults)).body as unknown as Record<string, unknown>;
      const before = await setFaults({});
      expect(await setFaults({ webhooks: 'delay', delay_ms: 1 })).toMatchObject({
        orders_api: 'ok',
        webhooks: 'delay',
      });
      expect(await setFaults({ orders_api: 'down' })).toMatchObject({
        orders_api: 'down',
        webhooks: 'delay',
        delay_ms: 1,
      });
      await post('/sim/reset', {});
      expect(await setFaults({})).toEqual(before);
      for (const faults of [{ orders_api: 'odd' }, { rate: 2 }, { delay_ms: -1 }])
        expect((await post('/sim/faults', faults)).http).toBe(400);
    });

    test('opens the checkout with the unchanged hidden form, but with no other amount or key', async () => {
      const session = await environment.registerApplicant();
      const { order_id } = await submitForm(session);
      const { body } = await session.call('postorderdata', { order_id });
      const { action, fields } = body.data[0] as unknown as {
        action: string;
        fields: Record<string, string>;
      };
      const openCheckout = (changes: Record<string, string>) =>
        fetch(action, { method: 'POST', body: new URLSearchParams({ ...fields, ...changes }) });
      const page = await openCheckout({});
      expect(page.status).toBe(200);
      expect(await page.text()).toMatch(/Pay[\s\S]*Fail[\s\S]*Cancel/);
      expect((await openCheckout({ amount: '1' })).status).toBe(400);
      expect((await openCheckout({ key_id: 'rzp_other' })).status).toBe(400);
      expect((await openCheckout({ order_id: 'order_none' })).status).toBe(400);
    });
  });

import { createHmac } from 'node:crypto';
import { completePayment, eventually } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  type ContractEnvironment,
  jsonHeaders,
  readNewestRecord,
  send,
  submitForm,
  type ThrottledSession,
} from './environment.ts';

interface Attempt {
  readonly payment_id: string | null;
  readonly state: string;
  readonly amount: number;
  readonly evidence: { source: string; at: string; says: string }[];
}

interface Payment {
  readonly payment: { id: string };
  readonly callback: Record<string, string>;
}

/** An applicant with an order to pay. */
interface Payer {
  readonly session: ThrottledSession;
  readonly order_id: string;
}

const withoutWebhooks = { webhooks: [] };

/** Money, and what the portal believes about it. */
export const payments = (environment: ContractEnvironment) => {
  const simulator = () => environment.portal().simulator;

  async function createPayer(): Promise<Payer> {
    const session = await environment.registerApplicant();
    return { session, order_id: (await submitForm(session)).order_id };
  }
  async function simulatePayment({ order_id }: Pick<Payer, 'order_id'>, options: object): Promise<Payment> {
    const response = await fetch(`${simulator()}/sim/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order_id, method: 'card', outcome: 'captured', ...options }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as Payment;
  }
  const startCheckout = ({ session, order_id }: Payer) => session.call('postorderdata', { order_id });
  const readAttempts = async ({ session, order_id }: Payer) => {
    const { http, body } = await session.call('getpaymentattempts', { order_id });
    expect(http).toBe(200);
    return body.data as unknown as Attempt[];
  };
  const recheckPayment = async ({ session, order_id }: Payer) => {
    const { http, body } = await session.call('recheckpayment', { order_id });
    expect(http).toBe(200);
    return body.data as unknown as Attempt[];
  };
  const readStatus = async ({ session }: Payer) => (await readNewestRecord(session)).payment_status;
  const waitForStatus = (payer: Payer, status: string, timeoutMs = 10_000) =>
    eventually(async () => (await readStatus(payer)) === status, { timeoutMs });
  const sendCallback = (callback: Record<string, string>, headers: Record<string, string> = {}) =>
    send(environment.portal().origin, '/api/payment/callback', {
      body: new URLSearchParams(callback),
      headers,
    });
  const cancelPayment = (order_id: string) =>
    send(environment.portal().origin, `/api/payment/cancel?order_id=${encodeURIComponent(order_id)}`, {
      method: 'GET',
    });

  // What takes up to a minute begins before all else, and is looked at last.
  let unreported: { payer: Payer; paidAt: number };
  beforeAll(async () => {
    const unreportedPayer = await createPayer();
    await startCheckout(unreportedPayer);
    await simulatePayment(unreportedPayer, withoutWebhooks);
    unreported = { payer: unreportedPayer, paidAt: performance.now() };
  });

  describe('payments', () => {
    test('leaving for the checkout gives the hidden form and opens an attempt [S-7.14]', async () => {
      const payer = await createPayer();
      expect(await readAttempts(payer)).toEqual([]);
      const { body } = await startCheckout(payer);
      const { origin } = environment.portal();
      expect(body).toEqual({
        status: 200,
        data: [
          {
            action: expect.stringContaining('/v1/checkout/embedded'),
            fields: {
              key_id: expect.any(String),
              order_id: payer.order_id,
              amount: '10000',
              name: expect.any(String),
              description: expect.any(String),
              'prefill[contact]': payer.session.person.number,
              callback_url: `${origin}/api/payment/callback`,
              cancel_url: expect.stringContaining(`${origin}/api/payment/cancel?order_id=`),
            },
          },
        ],
      });
      const [attempt, ...otherAttempts] = await readAttempts(payer);
      expect(otherAttempts).toEqual([]);
      expect(attempt).toEqual({
        payment_id: null,
        state: 'unknown',
        amount: 10_000,
        method: null,
        bank_reference: null,
        returning_by: null,
        last_checked: null,
        evidence: [{ source: 'checkout', at: expect.stringMatching(/Z$/), says: expect.any(String) }],
      });
      await startCheckout(payer);
      expect(await readAttempts(payer)).toHaveLength(1);
    });

    test('a callback without cookies, from the provider’s site, goes to the status page and is S [S-4.18] [S-4.26] [S-7.20]', async () => {
      const payer = await createPayer();
      await startCheckout(payer);
      const { payment, callback } = await simulatePayment(payer, withoutWebhooks);
      const callbackResponse = await sendCallback(callback, {
        origin: new URL(simulator()).origin,
        'sec-fetch-site': 'cross-site',
      });
      expect(callbackResponse.http).toBe(303);
      expect(callbackResponse.headers.get('location')).toBe(`/paymentstatus?order_id=${payer.order_id}`);
      await waitForStatus(payer, 'S');
      expect(await readNewestRecord(payer.session)).toMatchObject({ transaction_id: payment.id });
      const [attempt, ...otherAttempts] = await readAttempts(payer);
      expect(otherAttempts).toEqual([]);
      expect(attempt).toMatchObject({
        payment_id: payment.id,
        state: 'taken',
        amount: 10_000,
        method: 'card',
      });
      expect(attempt?.evidence.map(({ source }) => source)).toEqual(
        expect.arrayContaining(['checkout', 'callback']),
      );
    });

    test('a webhook alone is enough, and sent five times is one payment', async () => {
      const payer = await createPayer();
      await startCheckout(payer);
      const webhooks = [{ event: 'payment.captured', after_ms: 0, times: 5 }];
      await simulatePayment(payer, { webhooks, method: 'netbanking' });
      await waitForStatus(payer, 'S');
      const [attempt, ...otherAttempts] = await readAttempts(payer);
      expect(otherAttempts).toEqual([]);
      expect(attempt).toMatchObject({
        state: 'taken',
        method: 'netbanking',
        bank_reference: expect.any(String),
      });
      expect(attempt?.evidence.filter(({ source }) => source === 'webhook')).toHaveLength(1);
    });

    test.each(['duplicate', 'reorder'])('webhooks that arrive as %s are one payment', async (webhooks) => {
      const payer = await createPayer();
      await startCheckout(payer);
      const setFaults = (fault: object) =>
        send(simulator(), '/sim/faults', { headers: jsonHeaders, body: JSON.stringify(fault) });
      expect((await setFaults({ webhooks })).http).toBe(200);
      const { payment } = await simulatePayment(payer, {});
      await setFaults({ webhooks: 'ok' });
      await waitForStatus(payer, 'S');
      expect(await recheckPayment(payer)).toMatchObject([{ payment_id: payment.id, state: 'taken' }]);
    });

    test('a forged callback has no effect', async () => {
      const [payer, otherPayer] = [await createPayer(), await createPayer()];
      await startCheckout(payer);
      const { payment, callback } = await simulatePayment(otherPayer, withoutWebhooks);
      const signCallback = (key: string, order: string) =>
        createHmac('sha256', key).update(`${order}|${payment.id}`).digest('hex');
      const forgedCallbacks = [
        { ...callback, razorpay_order_id: payer.order_id },
        {
          ...callback,
          razorpay_order_id: payer.order_id,
          razorpay_signature: signCallback('secret', payer.order_id),
        },
        { ...callback, razorpay_order_id: payer.order_id, razorpay_signature: '' },
        {
          razorpay_order_id: payer.order_id,
          razorpay_payment_id: 'pay_none',
          razorpay_signature: '0'.repeat(64),
        },
        { razorpay_order_id: 'order_none' },
        {},
      ];
      for (const form of forgedCallbacks) {
        const { http, headers } = await sendCallback(form as Record<string, string>);
        expect([303, 400]).toContain(http);
        if (http === 303) expect(headers.get('location')).toMatch(/^\/paymentstatus\?order_id=/);
      }
      expect(await recheckPayment(payer)).toEqual([expect.objectContaining({ payment_id: null })]);
      expect(await readStatus(payer)).toBe('');
    });

    test('a webhook with a wrong signature or none is refused and has no effect', async () => {
      const payer = await createPayer();
      const entity = { id: 'pay_forged', order_id: payer.order_id, amount: 10_000, status: 'captured' };
      const body = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } });
      for (const headers of [
        {},
        { 'x-razorpay-signature': '0'.repeat(64) },
        { 'x-razorpay-signature': 'é' },
      ]) {
        const { http } = await send(environment.portal().origin, '/api/payment/webhook', {
          headers: { 'content-type': 'application/json', ...headers } as Record<string, string>,
          body,
        });
        expect([400, 401, 403]).toContain(http);
      }
      expect(await recheckPayment(payer)).toEqual([]);
      expect(await readStatus(payer)).toBe('');
    });

    test('cancelling is C once Razorpay shows no payment, without a session, and C becomes S [S-4.28] [S-9.11]', async () => {
      const payer = await createPayer();
      await startCheckout(payer);
      const cancelResponse = await cancelPayment(payer.order_id);
      expect(cancelResponse.http).toBe(303);
      expect(cancelResponse.headers.get('location')).toBe(`/paymentstatus?order_id=${payer.order_id}`);
      await waitForStatus(payer, 'C');
      const [attempt] = await readAttempts(payer);
      expect(attempt).toMatchObject({ payment_id: null, state: 'not_taken' });
      expect(attempt?.evidence.map(({ source }) => source)).toContain('cancel');
      await simulatePayment(payer, {});
      await waitForStatus(payer, 'S');
    });

    test('cancelling what is paid is no C but S, and a stranger’s cancel of an unknown order is harmless', async () => {
      const payer = await createPayer();
      await startCheckout(payer);
      await simulatePayment(payer, withoutWebhooks);
      await cancelPayment(payer.order_id);
      await waitForStatus(payer, 'S');
      await cancelPayment(payer.order_id);
      await recheckPayment(payer);
      expect(await readStatus(payer)).toBe('S');
      const { http } = await cancelPayment('order_none');
      expect([303, 404]).toContain(http);
      expect(
        (await send(environment.portal().origin, '/api/payment/cancel', { method: 'GET' })).http,
      ).toBeLessThan(500);
    });

    test('a failed payment is F, a second one pays, and each has its entry [S-4.27] [S-9.11]', async () => {
      const payer = await createPayer();
      await startCheckout(payer);
      const failed = await simulatePayment(payer, { outcome: 'failed' });
      await waitForStatus(payer, 'F');
      expect(await readAttempts(payer)).toMatchObject([
        { payment_id: failed.payment.id, state: 'not_taken' },
      ]);
      const resubmitted = await payer.session.call('paidSubmitapplicationform', {
        ...(
          await payer.session.call('getapplicationform', {
            application_id: (await readNewestRecord(payer.session)).application_id,
          })
        ).body.data[0],
        save_id: 2,
      });
      expect(resubmitted.body.orderId).toEqual({ id: payer.order_id });
      const { payment } = await completePayment(payer.session, simulator(), payer.order_id);
      await waitForStatus(payer, 'S');
      const attempts = await readAttempts(payer);
      expect(attempts).toHaveLength(2);
      expect(attempts).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ payment_id: failed.payment.id, state: 'not_taken' }),
          expect.objectContaining({ payment_id: payment.id, state: 'taken' }),
        ]),
      );
    });

    test('a failed payment that the bank authorises late is S', async () => {
      const payer = await createPayer();
      await startCheckout(payer);
      const { payment } = await simulatePayment(payer, { outcome: 'failed' });
      await waitForStatus(payer, 'F');
      await simulatePayment(payer, { payment_id: payment.id, outcome: 'captured' });
      await waitForStatus(payer, 'S');
      expect(await readAttempts(payer)).toMatchObject([{ payment_id: payment.id, state: 'taken' }]);
    });

    test('S never goes back: a failure after it, a cancel, a late webhook change nothing [S-4.29]', async () => {
      const payer = await createPayer();
      await completePayment(payer.session, simulator(), payer.order_id);
      await waitForStatus(payer, 'S');
      const paidId = (await readNewestRecord(payer.session)).transaction_id;
      const laterPayment = await simulatePayment(payer, { outcome: 'failed' });
      await eventually(async () =>
        (await recheckPayment(payer)).some(({ payment_id }) => payment_id === laterPayment.payment.id),
      );
      await cancelPayment(payer.order_id);
      expect(await readNewestRecord(payer.session)).toMatchObject({
        payment_status: 'S',
        transaction_id: paidId,
      });
      const { http, body } = await startCheckout(payer);
      expect(http).not.toBe(500);
      expect(body.data).toBeUndefined();
    });

    test('what is paid twice is returned', async () => {
      const payer = await createPayer();
      const firstPayment = await completePayment(payer.session, simulator(), payer.order_id);
      const secondPayment = await simulatePayment(payer, {});
      const attempts = await eventually(
        async () => {
          const currentAttempts = await readAttempts(payer);
          return currentAttempts.some(({ state }) => state === 'returned') && currentAttempts;
        },
        { timeoutMs: 15_000 },
      );
      expect(attempts).toHaveLength(2);
      expect(attempts).toContainEqual(
        expect.objectContaining({ payment_id: firstPayment.payment.id, state: 'taken' }),
      );
      expect(attempts).toContainEqual(
        expect.objectContaining({
          payment_id: secondPayment.payment.id,
          returning_by: expect.stringMatching(/Z$/),
        }),
      );
      expect(await readNewestRecord(payer.session)).toMatchObject({
        payment_status: 'S',
        transaction_id: firstPayment.payment.id,
      });
    });

    test.each([5000, 20_000])('a payment of %i paise instead of 10000 is never S', async (amount) => {
      const payer = await createPayer();
      await startCheckout(payer);
      const { callback, payment } = await simulatePayment(payer, { amount });
      await sendCallback(callback);
      const attempts = await recheckPayment(payer);
      expect(attempts).toContainEqual(expect.objectContaining({ payment_id: payment.id, amount }));
      expect(attempts.map(({ state }) => state)).not.toContain('taken');
      expect(await readStatus(payer)).not.toBe('S');
    });

    test('an authorised payment is held or taken, never lost', async () => {
      const payer = await createPayer();
      await startCheckout(payer);
      const { payment, callback } = await simulatePayment(payer, { outcome: 'authorized' });
      await sendCallback(callback);
      const [attempt] = await recheckPayment(payer);
      expect(attempt).toMatchObject({
        payment_id: payment.id,
        state: expect.stringMatching(/^(held|taken)$/),
      });
      expect(['', 'S']).toContain(await readStatus(payer));
      if (attempt?.state === 'held') await simulatePayment(payer, { payment_id: payment.id });
      await waitForStatus(payer, 'S');
    });

    test('recheckpayment asks Razorpay now, repairs, and answers like getpaymentattempts', async () => {
      const payer = await createPayer();
      await startCheckout(payer);
      const { payment } = await simulatePayment(payer, withoutWebhooks);
      const rechecked = await recheckPayment(payer);
      expect(rechecked).toMatchObject([
        { payment_id: payment.id, state: 'taken', last_checked: expect.any(String) },
      ]);
      expect(rechecked[0]?.evidence.map(({ source }) => source)).toContain('poll');
      expect(await readAttempts(payer)).toEqual(rechecked);
      await waitForStatus(payer, 'S');
    });

    test('nothing an attempt shows names the payer’s card or contact', async () => {
      const payer = await createPayer();
      await completePayment(payer.session, simulator(), payer.order_id);
      expect(JSON.stringify(await readAttempts(payer))).not.toMatch(/1007|9000090000|void@/);
    });
  });

  return {
    healing: () =>
      describe('what nobody told us', () => {
        test('a payment whose callback and webhook are lost is S within 60 s', async () => {
          const remainingMs = 60_000 - (performance.now() - unreported.paidAt);
          await waitForStatus(unreported.payer, 'S', Math.max(0, remainingMs));
        });
      }),
  };
};

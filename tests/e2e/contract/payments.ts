import { createHmac } from 'node:crypto';
import { eventually, pay } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Guest, json, newestRecord, type Stage, send, submitted } from './stage.ts';

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
interface Buyer {
  readonly session: Guest;
  readonly order_id: string;
}

const silently = { webhooks: [] };

/** Money, and what the portal believes about it. */
export const payments = (stage: Stage) => {
  const simulator = () => stage.portal().simulator;

  async function buyer(): Promise<Buyer> {
    const session = await stage.newcomer();
    return { session, order_id: (await submitted(session)).order_id };
  }
  async function simulate({ order_id }: Pick<Buyer, 'order_id'>, how: object): Promise<Payment> {
    const response = await fetch(`${simulator()}/sim/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order_id, method: 'card', outcome: 'captured', ...how }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as Payment;
  }
  const leave = ({ session, order_id }: Buyer) => session.call('postorderdata', { order_id });
  const attemptsOf = async ({ session, order_id }: Buyer) => {
    const { http, body } = await session.call('getpaymentattempts', { order_id });
    expect(http).toBe(200);
    return body.data as unknown as Attempt[];
  };
  const recheck = async ({ session, order_id }: Buyer) => {
    const { http, body } = await session.call('recheckpayment', { order_id });
    expect(http).toBe(200);
    return body.data as unknown as Attempt[];
  };
  const statusOf = async ({ session }: Buyer) => (await newestRecord(session)).payment_status;
  const comesTo = (who: Buyer, status: string, timeoutMs = 10_000) =>
    eventually(async () => (await statusOf(who)) === status, { timeoutMs });
  const comeBack = (callback: Record<string, string>, headers: Record<string, string> = {}) =>
    send(stage.portal().origin, '/api/payment/callback', { body: new URLSearchParams(callback), headers });
  const cancel = (order_id: string) =>
    send(stage.portal().origin, `/api/payment/cancel?order_id=${encodeURIComponent(order_id)}`, {
      method: 'GET',
    });

  // What takes up to a minute begins before all else, and is looked at last.
  let silent: { buyer: Buyer; paidAt: number };
  beforeAll(async () => {
    const unheard = await buyer();
    await leave(unheard);
    await simulate(unheard, silently);
    silent = { buyer: unheard, paidAt: performance.now() };
  });

  describe('payments', () => {
    test('leaving for the checkout gives the hidden form and opens an attempt', async () => {
      const who = await buyer();
      expect(await attemptsOf(who)).toEqual([]);
      const { body } = await leave(who);
      const { origin } = stage.portal();
      expect(body).toEqual({
        status: 200,
        data: [
          {
            action: expect.stringContaining('/v1/checkout/embedded'),
            fields: {
              key_id: expect.any(String),
              order_id: who.order_id,
              amount: '10000',
              name: expect.any(String),
              description: expect.any(String),
              'prefill[contact]': who.session.person.number,
              callback_url: `${origin}/api/payment/callback`,
              cancel_url: expect.stringContaining(`${origin}/api/payment/cancel?order_id=`),
            },
          },
        ],
      });
      const [attempt, ...none] = await attemptsOf(who);
      expect(none).toEqual([]);
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
      await leave(who);
      expect(await attemptsOf(who)).toHaveLength(1);
    });

    test('a callback without cookies, from the provider’s site, goes to the status page and is S', async () => {
      const who = await buyer();
      await leave(who);
      const { payment, callback } = await simulate(who, silently);
      const home = await comeBack(callback, {
        origin: new URL(simulator()).origin,
        'sec-fetch-site': 'cross-site',
      });
      expect(home.http).toBe(303);
      expect(home.headers.get('location')).toBe(`/paymentstatus?order_id=${who.order_id}`);
      await comesTo(who, 'S');
      expect(await newestRecord(who.session)).toMatchObject({ transaction_id: payment.id });
      const [attempt, ...none] = await attemptsOf(who);
      expect(none).toEqual([]);
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
      const who = await buyer();
      await leave(who);
      const webhooks = [{ event: 'payment.captured', after_ms: 0, times: 5 }];
      await simulate(who, { webhooks, method: 'netbanking' });
      await comesTo(who, 'S');
      const [attempt, ...none] = await attemptsOf(who);
      expect(none).toEqual([]);
      expect(attempt).toMatchObject({
        state: 'taken',
        method: 'netbanking',
        bank_reference: expect.any(String),
      });
      expect(attempt?.evidence.filter(({ source }) => source === 'webhook')).toHaveLength(1);
    });

    test.each(['duplicate', 'reorder'])('webhooks that arrive as %s are one payment', async (webhooks) => {
      const who = await buyer();
      await leave(who);
      const faults = (how: object) =>
        send(simulator(), '/sim/faults', { headers: json, body: JSON.stringify(how) });
      expect((await faults({ webhooks })).http).toBe(200);
      const { payment } = await simulate(who, {});
      await faults({ webhooks: 'ok' });
      await comesTo(who, 'S');
      expect(await recheck(who)).toMatchObject([{ payment_id: payment.id, state: 'taken' }]);
    });

    test('a forged callback has no effect', async () => {
      const [who, rich] = [await buyer(), await buyer()];
      await leave(who);
      const { payment, callback } = await simulate(rich, silently);
      const sign = (key: string, order: string) =>
        createHmac('sha256', key).update(`${order}|${payment.id}`).digest('hex');
      const forged = [
        { ...callback, razorpay_order_id: who.order_id },
        { ...callback, razorpay_order_id: who.order_id, razorpay_signature: sign('secret', who.order_id) },
        { ...callback, razorpay_order_id: who.order_id, razorpay_signature: '' },
        {
          razorpay_order_id: who.order_id,
          razorpay_payment_id: 'pay_none',
          razorpay_signature: '0'.repeat(64),
        },
        { razorpay_order_id: 'order_none' },
        {},
      ];
      for (const form of forged) {
        const { http, headers } = await comeBack(form as Record<string, string>);
        expect([303, 400]).toContain(http);
        if (http === 303) expect(headers.get('location')).toMatch(/^\/paymentstatus\?order_id=/);
      }
      expect(await recheck(who)).toEqual([expect.objectContaining({ payment_id: null })]);
      expect(await statusOf(who)).toBe('');
    });

    test('a webhook with a wrong signature or none is refused and has no effect', async () => {
      const who = await buyer();
      const entity = { id: 'pay_forged', order_id: who.order_id, amount: 10_000, status: 'captured' };
      const body = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } });
      for (const headers of [
        {},
        { 'x-razorpay-signature': '0'.repeat(64) },
        { 'x-razorpay-signature': 'é' },
      ]) {
        const { http } = await send(stage.portal().origin, '/api/payment/webhook', {
          headers: { 'content-type': 'application/json', ...headers } as Record<string, string>,
          body,
        });
        expect([400, 401, 403]).toContain(http);
      }
      expect(await recheck(who)).toEqual([]);
      expect(await statusOf(who)).toBe('');
    });

    test('cancelling is C once Razorpay shows no payment, without a session, and C becomes S', async () => {
      const who = await buyer();
      await leave(who);
      const back = await cancel(who.order_id);
      expect(back.http).toBe(303);
      expect(back.headers.get('location')).toBe(`/paymentstatus?order_id=${who.order_id}`);
      await comesTo(who, 'C');
      const [attempt] = await attemptsOf(who);
      expect(attempt).toMatchObject({ payment_id: null, state: 'not_taken' });
      expect(attempt?.evidence.map(({ source }) => source)).toContain('cancel');
      await simulate(who, {});
      await comesTo(who, 'S');
    });

    test('cancelling what is paid is no C but S, and a stranger’s cancel of an unknown order is harmless', async () => {
      const who = await buyer();
      await leave(who);
      await simulate(who, silently);
      await cancel(who.order_id);
      await comesTo(who, 'S');
      await cancel(who.order_id);
      await recheck(who);
      expect(await statusOf(who)).toBe('S');
      const { http } = await cancel('order_none');
      expect([303, 404]).toContain(http);
      expect((await send(stage.portal().origin, '/api/payment/cancel', { method: 'GET' })).http).toBeLessThan(
        500,
      );
    });

    test('a failed payment is F, a second one pays, and each has its entry', async () => {
      const who = await buyer();
      await leave(who);
      const failed = await simulate(who, { outcome: 'failed' });
      await comesTo(who, 'F');
      expect(await attemptsOf(who)).toMatchObject([{ payment_id: failed.payment.id, state: 'not_taken' }]);
      const again = await who.session.call('paidSubmitapplicationform', {
        ...(
          await who.session.call('getapplicationform', {
            application_id: (await newestRecord(who.session)).application_id,
          })
        ).body.data[0],
        save_id: 2,
      });
      expect(again.body.orderId).toEqual({ id: who.order_id });
      const { payment } = await pay(who.session, simulator(), who.order_id);
      await comesTo(who, 'S');
      const attempts = await attemptsOf(who);
      expect(attempts).toHaveLength(2);
      expect(attempts).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ payment_id: failed.payment.id, state: 'not_taken' }),
          expect.objectContaining({ payment_id: payment.id, state: 'taken' }),
        ]),
      );
    });

    test('a failed payment that the bank authorises late is S', async () => {
      const who = await buyer();
      await leave(who);
      const { payment } = await simulate(who, { outcome: 'failed' });
      await comesTo(who, 'F');
      await simulate(who, { payment_id: payment.id, outcome: 'captured' });
      await comesTo(who, 'S');
      expect(await attemptsOf(who)).toMatchObject([{ payment_id: payment.id, state: 'taken' }]);
    });

    test('S never goes back: a failure after it, a cancel, a late webhook change nothing', async () => {
      const who = await buyer();
      await pay(who.session, simulator(), who.order_id);
      await comesTo(who, 'S');
      const paid = (await newestRecord(who.session)).transaction_id;
      const later = await simulate(who, { outcome: 'failed' });
      await eventually(async () =>
        (await recheck(who)).some(({ payment_id }) => payment_id === later.payment.id),
      );
      await cancel(who.order_id);
      expect(await newestRecord(who.session)).toMatchObject({ payment_status: 'S', transaction_id: paid });
      const { http, body } = await leave(who);
      expect(http).not.toBe(500);
      expect(body.data).toBeUndefined();
    });

    test('what is paid twice is returned', async () => {
      const who = await buyer();
      const first = await pay(who.session, simulator(), who.order_id);
      const second = await simulate(who, {});
      const attempts = await eventually(
        async () => {
          const found = await attemptsOf(who);
          return found.some(({ state }) => state === 'returned') && found;
        },
        { timeoutMs: 15_000 },
      );
      expect(attempts).toHaveLength(2);
      expect(attempts).toContainEqual(
        expect.objectContaining({ payment_id: first.payment.id, state: 'taken' }),
      );
      expect(attempts).toContainEqual(
        expect.objectContaining({ payment_id: second.payment.id, returning_by: expect.stringMatching(/Z$/) }),
      );
      expect(await newestRecord(who.session)).toMatchObject({
        payment_status: 'S',
        transaction_id: first.payment.id,
      });
    });

    test.each([5000, 20_000])('a payment of %i paise instead of 10000 is never S', async (amount) => {
      const who = await buyer();
      await leave(who);
      const { callback, payment } = await simulate(who, { amount });
      await comeBack(callback);
      const attempts = await recheck(who);
      expect(attempts).toContainEqual(expect.objectContaining({ payment_id: payment.id, amount }));
      expect(attempts.map(({ state }) => state)).not.toContain('taken');
      expect(await statusOf(who)).not.toBe('S');
    });

    test('an authorised payment is held or taken, never lost', async () => {
      const who = await buyer();
      await leave(who);
      const { payment, callback } = await simulate(who, { outcome: 'authorized' });
      await comeBack(callback);
      const [attempt] = await recheck(who);
      expect(attempt).toMatchObject({
        payment_id: payment.id,
        state: expect.stringMatching(/^(held|taken)$/),
      });
      expect(['', 'S']).toContain(await statusOf(who));
      if (attempt?.state === 'held') await simulate(who, { payment_id: payment.id });
      await comesTo(who, 'S');
    });

    test('recheckpayment asks Razorpay now, repairs, and answers like getpaymentattempts', async () => {
      const who = await buyer();
      await leave(who);
      const { payment } = await simulate(who, silently);
      const rechecked = await recheck(who);
      expect(rechecked).toMatchObject([
        { payment_id: payment.id, state: 'taken', last_checked: expect.any(String) },
      ]);
      expect(rechecked[0]?.evidence.map(({ source }) => source)).toContain('poll');
      expect(await attemptsOf(who)).toEqual(rechecked);
      await comesTo(who, 'S');
    });

    test('nothing an attempt shows names the payer’s card or contact', async () => {
      const who = await buyer();
      await pay(who.session, simulator(), who.order_id);
      expect(JSON.stringify(await attemptsOf(who))).not.toMatch(/1007|9000090000|void@/);
    });
  });

  return {
    healing: () =>
      describe('what nobody told us', () => {
        test('a payment whose callback and webhook are lost is S within 60 s', async () => {
          const left = 60_000 - (performance.now() - silent.paidAt);
          await comesTo(silent.buyer, 'S', Math.max(0, left));
        });
      }),
  };
};

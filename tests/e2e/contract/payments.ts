import { completePayment, createProviderClient, eventually } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { readNewestRecord } from '../history/application.ts';
import { type ContractEnvironment, send, submitForm, type ThrottledSession } from './environment.ts';

interface Attempt {
  readonly payment_id: string | null;
  readonly state: string;
  readonly amount: number;
  readonly evidence: { source: string; at: string; says: string }[];
}

/** An applicant with an order to pay. */
interface Payer {
  readonly session: ThrottledSession;
  readonly order_id: string;
}

const withoutWebhooks = { webhooks: [] };

/** Payments, and the portal's view of them. */
export const payments = (environment: ContractEnvironment) => {
  const simulator = () => environment.portal().simulator;

  async function createPayer(): Promise<Payer> {
    const session = await environment.registerApplicant();
    return { session, order_id: (await submitForm(session)).order_id };
  }
  const simulatePayment = (
    { order_id }: Pick<Payer, 'order_id'>,
    { outcome = 'captured', ...options }: { outcome?: 'captured' | 'failed'; webhooks?: never[] },
  ) => createProviderClient(simulator()).pay({ order_id, outcome, ...options });
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
  const waitForStatus = (payer: Payer, status: string, timeoutMs?: number) =>
    eventually(
      async () => (await readStatus(payer)) === status,
      timeoutMs === undefined ? {} : { timeoutMs },
    );
  const sendCallback = (callback: Record<string, string>, headers: Record<string, string> = {}) =>
    send(environment.portal().origin, '/api/payment/callback', {
      body: new URLSearchParams(callback),
      headers,
    });
  const cancelPayment = (order_id: string) =>
    send(environment.portal().origin, `/api/payment/cancel?order_id=${encodeURIComponent(order_id)}`, {
      method: 'GET',
    });

  // Starts a payment that is found within a minute first; its test is the last.
  let unreported: { payer: Payer; paidAt: number };
  beforeAll(async () => {
    const unreportedPayer = await createPayer();
    await startCheckout(unreportedPayer);
    await simulatePayment(unreportedPayer, withoutWebhooks);
    unreported = { payer: unreportedPayer, paidAt: performance.now() };
  });

  describe('payments', () => {
    test('redirects a callback from the provider’s site without cookies to the status page, with S [S-4.18] [S-4.26] [S-7.20]', async () => {
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

    test('changes to C after a cancel without a session when Razorpay shows no payment, and from C to S [S-4.28] [S-9.11]', async () => {
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

    test('shows F after a failed payment and S after a second one, each with its entry [S-4.27] [S-9.11]', async () => {
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

    test('never leaves S after a later failure, a cancel or a late webhook [S-4.29]', async () => {
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

    test('shows neither card nor contact of the payer in an attempt', async () => {
      const payer = await createPayer();
      await completePayment(payer.session, simulator(), payer.order_id);
      expect(JSON.stringify(await readAttempts(payer))).not.toMatch(/1007|9000090000|void@/);
    });
  });

  return {
    healing: () =>
      describe('lost notifications', () => {
        test('shows S within 60 s for a payment whose callback and webhook are lost', async () => {
          const remainingMs = 60_000 - (performance.now() - unreported.paidAt);
          await waitForStatus(unreported.payer, 'S', Math.max(0, remainingMs));
        });
      }),
  };
};

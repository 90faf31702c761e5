import { createHmac, randomUUID } from 'node:crypto';
import { type Envelope, ensureOrder, type PaymentAttempt, pathOf } from '@archaka/contracts';
import {
  type Applicant,
  applicant,
  type Broker,
  openBroker,
  openStage,
  providerAt,
  type RunningService,
  type Stage,
  startService,
  startSimulator,
} from '@archaka/test-kit';
import { type Books, openBooks } from './books.ts';

/** Reconciliation stays out of the way of tests that are not about it. */
const NEVER = { RECONCILE_FIRST_MS: '3600000' };

export interface Answer<Data> {
  status: number;
  title?: string;
  data: Data[];
}

/** A customer with an application of theirs. */
export interface Customer extends Applicant {
  application_id: string;
}

export const customer = (): Customer => ({
  ...applicant(),
  application_id: `ARC24-${randomUUID().slice(0, 8).toUpperCase()}`,
});

/** A signature as Razorpay makes it. */
export const sign = (text: string, secret: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** svc-payment, Razorpay's simulator and a queue that hears svc-payment's events, on one stage. */
export async function openShop(env: Record<string, string> = {}) {
  const stage = await openStage();
  try {
    return await furnish(stage, { ...NEVER, ...env });
  } catch (error) {
    await stage.close();
    throw error;
  }
}
export type Shop = Awaited<ReturnType<typeof openShop>>;

async function furnish(stage: Stage, env: Record<string, string>) {
  const events: Broker = await openBroker(stage);
  const simulator = await startSimulator(stage);
  const provider = providerAt(simulator.url);
  const payment = await startService('svc-payment', { stage, env });
  const books: Books = await openBooks(stage.mongoUrl);
  const form = (fields: Record<string, string>): RequestInit => ({
    method: 'POST',
    redirect: 'manual',
    headers: { origin: stage.urls.razorpay, 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams(fields),
  });

  async function post<Data>(
    url: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Data>> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Answer<Data>;
    return { ...answer, status: response.status };
  }
  const shop = {
    stage,
    simulator,
    payment,
    events,
    books,

    /** A second instance beside, or the first one started again after it was killed. */
    startAgain: (own: Record<string, string> = {}): Promise<RunningService> =>
      startService('svc-payment', { stage, env: { ...env, ...own } }),
    startBeside: (own: Record<string, string> = {}): Promise<RunningService> => {
      const urls = { ...stage.urls, payment: stage.urls.ticket };
      return startService('svc-payment', { stage: { ...stage, urls }, env: { ...env, ...own } });
    },

    /** As svc-application does. */
    ensureOrder: async ({ application_id, id: user_id, number }: Customer, at = payment.url) =>
      post<{ order_id: string; amount: number }>(
        `${at}${pathOf(ensureOrder)}`,
        { application_id, user_id, number },
        await stage.asService('svc-application', 'svc-payment', ensureOrder.name),
      ),
    orderOf: async (someone: Customer): Promise<string> => {
      const { data } = await shop.ensureOrder(someone);
      return data[0]?.order_id ?? '';
    },
    /** An applicant's call. */
    call: async <Data>(name: string, order_id: string, someone: Applicant) =>
      post<Data>(
        `${payment.url}/api/dashboard/${name}`,
        { order_id, details: true },
        await stage.signedIn(someone, 'svc-payment'),
      ),
    attempts: async (order_id: string, someone: Applicant): Promise<PaymentAttempt[]> =>
      (await shop.call<PaymentAttempt>('getpaymentattempts', order_id, someone)).data,

    /** An applicant with an order who has left for the checkout. */
    atCheckout: async () => {
      const someone = customer();
      const order_id = await shop.orderOf(someone);
      await shop.call('postorderdata', order_id, someone);
      return { someone, order_id };
    },

    /** An order that the account's owner takes money for elsewhere. */
    foreignOrder: async (): Promise<string> => {
      const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET } = stage.secrets;
      const account = Buffer.from(`${RAZORPAY_KEY_ID}:${RAZORPAY_KEY_SECRET}`).toString('base64');
      const made = await post<never>(
        `${simulator.url}/v1/orders`,
        { amount: 10_000, currency: 'INR', receipt: randomUUID() },
        { authorization: `Basic ${account}` },
      );
      return (made as unknown as { id: string }).id;
    },
    pay: provider.pay,
    faults: provider.faults,
    /** What happens at the provider without us: refunds by hand, disputes. */
    atProvider: provider.byHand,
    ledger: provider.ledger,

    /** The browser comes back from the provider's page. */
    callback: (fields: Record<string, string>) => fetch(`${payment.url}/api/payment/callback`, form(fields)),
    cancel: (order_id: string, at = payment.url) =>
      fetch(`${at}/api/payment/cancel?order_id=${order_id}`, { redirect: 'manual' }),
    /** A webhook, signed as the provider does unless told otherwise. */
    webhook: (body: unknown, own: Record<string, string> = {}, at = payment.url) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const headers = {
        'content-type': 'application/json',
        'x-razorpay-event-id': randomUUID(),
        'x-razorpay-signature': sign(text, stage.secrets.RAZORPAY_WEBHOOK_SECRET),
        ...own,
      };
      return fetch(`${at}/api/payment/webhook`, { method: 'POST', headers, body: text });
    },

    metrics: async (at = payment.url): Promise<Metrics> =>
      metricsIn(await (await fetch(`${at}/metrics`)).text()),

    /** What svc-payment has refused so far. */
    refusals: async (at = payment.url): Promise<Metrics> => {
      const all = Object.entries(await shop.metrics(at));
      return Object.fromEntries(all.filter(([name]) => /^payment_\w+_refused_total/.test(name)));
    },

    /** What svc-payment has told about an order, once everything it knows is worked on and sent. */
    toldAbout: async (order_id: string): Promise<Envelope[]> => {
      await books.quiet();
      await events.caughtUp();
      return events.about(order_id);
    },
    close: async () => {
      await books.close();
      await events.stop();
      await stage.close();
    },
  };
  return shop;
}

/** By metric and labels as they stand in `/metrics`. */
type Metrics = Readonly<Record<string, number>>;

const metricsIn = (text: string): Metrics =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => line.split(/ (?=[^ ]+$)/))
      .map(([name, value]) => [name, Number(value)]),
  );

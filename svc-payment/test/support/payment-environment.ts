import { createHmac, randomUUID } from 'node:crypto';
import {
  applicationSubmitted,
  type Call,
  closePayments,
  type Envelope,
  ensureOrder,
  type PaymentAttempt,
  type PaymentPurpose,
  toCallPath,
} from '@archaka/contracts';
import {
  type Applicant,
  buildApplicant,
  createProviderClient,
  createTestEnvironment,
  eventually,
  openTestBroker,
  type RunningService,
  startService,
  startSimulator,
  type TestEnvironment,
} from '@archaka/test-kit';
import { afterAll } from '@jest/globals';

/** Disables reconciliation in tests of other subjects. */
const NO_POLLING = { RECONCILE_FIRST_MS: '3600000' };

export interface ApiResponse<Data> {
  /** Of HTTP. */
  status: number;
  /** Of the body: 200, or a business error. */
  outcome: number;
  title?: string;
  data: Data[];
}

/** A customer with an application. */
export interface Customer extends Applicant {
  application_id: string;
}

export const buildCustomer = (): Customer => ({
  ...buildApplicant(),
  application_id: `ARC24-${randomUUID().slice(0, 8).toUpperCase()}`,
});

const buildSnapshot = (application_id: string) => ({
  application_id,
  examine_year: '2024',
  name: 'Sita Rama Sarma',
  father_name: 'Venkata Sarma',
  aadhaar_masked: '**** **** 1234',
  exam_type: 1,
  exam_regular: 1,
  languages: [],
  centre_district: { name: 'Anakapalli', name_te: 'అనకాపల్లి' },
  agama: 'వైఖానస',
  photo: 'document-1',
  submitted_at: new Date().toISOString(),
});

/** A signature as Razorpay computes it. */
export const sign = (text: string, secret: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** svc-payment's collections, to inspect them or to wait for the end of its work. */
async function openPaymentDatabase(stage: TestEnvironment) {
  const database = await stage.openDatabase('payment');
  const evidence = database.collection('evidence');
  const outbox = database.collection('outbox');
  return {
    evidence,
    orders: database.collection('orders'),
    attempts: database.collection('attempts'),
    auditEntries: database.collection('audit_entries'),
    tombstones: database.collection<{ _id: string }>('tombstones'),
    /** All evidence is processed, every event is sent. */
    whenIdle: () =>
      eventually(
        async () =>
          (await evidence.countDocuments({ due_at: { $type: 'date' } })) === 0 &&
          (await outbox.countDocuments({ published_at: null })) === 0,
        { timeoutMs: 30_000 },
      ),
  };
}

export type PaymentEnvironment = Awaited<ReturnType<typeof openPaymentEnvironment>>;

/** svc-payment, Razorpay's simulator and a queue of svc-payment's events, until the end of the suite. */
export async function openPaymentEnvironment(env: Record<string, string> = {}) {
  const stage = await createTestEnvironment();
  afterAll(() => stage.close());
  try {
    return await createEnvironment(stage, { ...NO_POLLING, ...env });
  } catch (error) {
    await stage.close();
    throw error;
  }
}

async function createEnvironment(stage: TestEnvironment, env: Record<string, string>) {
  const events = stage.register(await openTestBroker(stage));
  const simulator = await startSimulator(stage);
  const provider = createProviderClient(simulator.url);
  const payment = await startService('svc-payment', { environment: stage, env });
  const database = await openPaymentDatabase(stage);
  const toFormRequest = (fields: Record<string, string>): RequestInit => ({
    method: 'POST',
    redirect: 'manual',
    headers: { origin: stage.urls.razorpay, 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams(fields),
  });

  async function post<Data>(
    url: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<Data>> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const payload = (await response.json()) as ApiResponse<Data>;
    return { ...payload, status: response.status, outcome: payload.status };
  }
  const environment = {
    stage,
    simulator,
    payment,
    events,
    database,
    post,

    /** Starts a second instance, or the first one again after a kill. */
    restart: (more: Record<string, string> = {}): Promise<RunningService> =>
      startService('svc-payment', { environment: stage, env: { ...env, ...more } }),
    startSecondInstance: (more: Record<string, string> = {}): Promise<RunningService> => {
      const urls = { ...stage.urls, payment: stage.urls.ticket };
      return startService('svc-payment', { environment: { ...stage, urls }, env: { ...env, ...more } });
    },

    /** Calls as svc-application does. */
    ensureOrder: async (
      { application_id, id: user_id, number }: Customer,
      at = payment.url,
      purpose?: PaymentPurpose,
    ) =>
      post<{ order_id: string; amount: number; round: number }>(
        `${at}${toCallPath(ensureOrder)}`,
        { application_id, user_id, number, purpose },
        await stage.authorizeService('svc-application', 'svc-payment', ensureOrder.name),
      ),
    /** Publishes the submission as svc-application does. */
    submit: ({ application_id, id: user_id, number }: Customer) =>
      events.publish(applicationSubmitted, {
        application_id,
        user_id,
        number,
        version: 1,
        snapshot: buildSnapshot(application_id),
      }),
    /** Calls as svc-application does. Returns why the payments stay open, or nothing once they are closed. */
    closePayments: async ({ application_id }: Customer) =>
      post<{ state: string }>(
        `${payment.url}${toCallPath(closePayments)}`,
        { application_id },
        await stage.authorizeService('svc-application', 'svc-payment', closePayments.name),
      ),
    /** Calls as svc-desk. */
    callAsDesk: async <Data>(call: Pick<Call, 'name' | 'session'>, body: object) =>
      post<Data>(
        payment.url + toCallPath(call),
        body,
        await stage.authorizeService('svc-desk', 'svc-payment', call.name),
      ),
    getOrderId: async (someone: Customer): Promise<string> => {
      const { data } = await environment.ensureOrder(someone);
      return data[0]?.order_id ?? '';
    },
    /** Calls as an applicant. */
    call: async <Data>(name: string, order_id: string, someone: Applicant) =>
      post<Data>(
        `${payment.url}/api/dashboard/${name}`,
        { order_id, details: true },
        await stage.authorizeUser(someone, 'svc-payment'),
      ),
    getAttempts: async (order_id: string, someone: Applicant): Promise<PaymentAttempt[]> =>
      (await environment.call<PaymentAttempt>('getpaymentattempts', order_id, someone)).data,

    /** An applicant with an order and a recorded checkout visit. */
    startCheckout: async () => {
      const someone = buildCustomer();
      const order_id = await environment.getOrderId(someone);
      await environment.call('postorderdata', order_id, someone);
      return { someone, order_id };
    },

    /** An order that the account's owner creates and captures outside of the portal. */
    createForeignOrder: async (): Promise<string> => {
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
    faults: provider.setFaults,
    /** Actions at the provider without our service: manual refunds, disputes. */
    atProvider: provider.createRecord,
    ledger: provider.ledger,

    /** The browser returns from the provider's page. */
    sendCallback: (fields: Record<string, string>) =>
      fetch(`${payment.url}/api/payment/callback`, toFormRequest(fields)),
    sendCancel: (order_id: string, at = payment.url) =>
      fetch(`${at}/api/payment/cancel?order_id=${order_id}`, { redirect: 'manual' }),
    /** A webhook, by default signed as the provider does. */
    sendWebhook: (body: unknown, own: Record<string, string> = {}) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const headers = {
        'content-type': 'application/json',
        'x-razorpay-event-id': randomUUID(),
        'x-razorpay-signature': sign(text, stage.secrets.RAZORPAY_WEBHOOK_SECRET),
        ...own,
      };
      return fetch(`${payment.url}/api/payment/webhook`, { method: 'POST', headers, body: text });
    },

    /** The rejections that svc-payment has counted, by their series of `/metrics`. */
    readRejections: async (): Promise<Record<string, number>> => {
      const text = await (await fetch(`${payment.url}/metrics`)).text();
      const series = text.matchAll(/^(payment_\w+_refused_total\S*) (\d+)/gm);
      return Object.fromEntries([...series].map(([, name, count]) => [name, Number(count)]));
    },

    /**
     * The events about an order that svc-payment published, once all evidence is processed and all events are
     * sent.
     */
    readPublishedEvents: async (order_id: string): Promise<Envelope[]> => {
      await database.whenIdle();
      await events.drain();
      return events.eventsAbout(order_id);
    },
  };
  return environment;
}

import {
  type ApplicantSession,
  applicationForm,
  eventually,
  type Portal,
  signUp,
  startPortal,
  ticketOf,
  visit,
} from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const VICTIMS = ['shell', 'svc-auth', 'svc-application', 'svc-payment', 'svc-ticket'] as const;

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.stop());

/** What an applicant on the way carries from step to step. */
interface Journey {
  readonly session: ApplicantSession;
  draft?: Record<string, unknown> | undefined;
  orderId?: string;
  callback?: Record<string, string>;
}
type Step = (journey: Journey) => Promise<unknown>;

/** Presses again, as a person does, until the portal answers as it should. */
const untilAnswered = <Result>(press: () => Promise<Result>) =>
  eventually(press, { timeoutMs: 30_000, everyMs: 200 });

const STEPS: readonly Step[] = [
  async ({ session }) =>
    [200, 420].includes((await session.call('submitsignup', signUp(session.person))).body.status),
  async ({ session }) => Boolean(await session.signIn()),
  async ({ session }) =>
    (await session.call('saveapplicationform', await applicationForm(session.person))).body.status === 200,
  async (journey) => {
    journey.draft = (await journey.session.call('getsaveformdata')).body.data[0];
    return journey.draft !== undefined;
  },
  async (journey) => {
    const { body } = await journey.session.call('paidSubmitapplicationform', {
      ...journey.draft,
      save_id: 2,
    });
    if (body.orderId) journey.orderId = body.orderId.id;
    return body.orderId !== null && body.status === 200;
  },
  async ({ session, orderId }) =>
    (await session.call('postorderdata', { order_id: orderId })).body.status === 200,
  async (journey) => {
    const paying = await fetch(`${portal.simulator}/sim/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order_id: journey.orderId, method: 'card', outcome: 'captured' }),
    });
    journey.callback = ((await paying.json()) as { callback: Record<string, string> }).callback;
    return true;
  },
  async ({ session, callback }) => {
    const body = new URLSearchParams(callback);
    return (await session.fetch('/api/payment/callback', { method: 'POST', body })).status === 303;
  },
  async ({ session }) => (await session.call('getticketsandprofile')).body.data[0]?.payment_status === 'S',
  async ({ session, draft }) => (await ticketOf(session, String(draft?.application_id))).body?.cancel(),
];

async function kill(victim: string): Promise<void> {
  const { parts } = await portal.running();
  const pid = parts[victim]?.pid;
  if (!pid) throw new Error(`${victim} does not run`);
  process.kill(pid, 'SIGKILL');
}

/** Goes the whole way; between any two steps another part is killed. */
async function travel(first: number): Promise<Journey> {
  const journey: Journey = { session: visit(portal.origin) };
  for (const [at, step] of STEPS.entries()) {
    await untilAnswered(async () => (await step(journey)) ?? true);
    if (at < STEPS.length - 1) await kill(VICTIMS[(first + at) % VICTIMS.length] ?? '');
  }
  return journey;
}

interface Ledger {
  orders: { id: string; receipt: string }[];
  payments: { order_id: string; status: string }[];
}

test.each(VICTIMS.map((victim, first) => ({ victim, first })))(
  'with $victim killed first and another part between every two steps, the applicant has one application, order, payment and ticket',
  async ({ first }) => {
    const { session, draft, orderId } = await travel(first);
    const { data } = await untilAnswered(async () => {
      const { http, body } = await session.call('getticketsandprofile');
      return http === 200 && body.data[0]?.ticket_version === 1 && body;
    });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      application_id: draft?.application_id,
      order_id: orderId,
      payment_status: 'S',
      version: 1,
      ticket_version: 1,
    });

    const ledger = (await (await fetch(`${portal.simulator}/sim/ledger`)).json()) as Ledger;
    const orders = ledger.orders.filter(({ receipt }) => receipt === draft?.application_id);
    const captured = ledger.payments.filter(
      ({ order_id, status }) => order_id === orderId && status === 'captured',
    );
    expect([orders.length, captured.length]).toEqual([1, 1]);
  },
);

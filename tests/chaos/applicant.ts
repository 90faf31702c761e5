import { setTimeout as pause } from 'node:timers/promises';
import type { CheckoutForm } from '@archaka/contracts';
import {
  type ApplicantSession,
  buildApplicationForm,
  buildSignUp,
  eventually,
  type ProviderClient,
  type SimulatedPayment,
  waitForTicket,
} from '@archaka/test-kit';
import type { Random } from './random.ts';

/** Repeats `attempt` until it returns a value; an error or undefined causes a retry. @throws Error after all */
async function retryAction<Result>(
  action: string,
  attempt: () => Promise<Result | undefined>,
): Promise<Result> {
  const { result } = await eventually(
    async () => {
      const result = await attempt();
      return result !== undefined && { result };
    },
    { timeoutMs: 180_000, maxIntervalMs: 3000 },
  ).catch((cause: Error) => {
    throw new Error(`${action}: ${cause.message}`, { cause });
  });
  return result;
}

interface Otp {
  readonly otp: string;
  readonly at: string;
}

/** One-time passwords sent to the number, newest first. */
async function readDevSms({ fetch, person }: ApplicantSession): Promise<Otp[]> {
  const response = await fetch(`/dev/inbox?number=${person.number}`);
  return response.status === 200 ? ((await response.json()) as Otp[]) : [];
}

/** Requests a one-time password unless an untried one exists, since a number receives five in 15 minutes. */
async function waitForOtp(
  session: ApplicantSession,
  knownTimes: ReadonlySet<string>,
): Promise<Otp | undefined> {
  const findUntried = async () => (await readDevSms(session)).find(({ at }) => !knownTimes.has(at));
  const existing = await findUntried();
  if (existing) return existing;
  await session.call('websiteloginotp', { number: session.person.number });
  return findUntried();
}

/** Signs in on this device, with retries. */
export async function signIn(session: ApplicantSession): Promise<void> {
  const { number } = session.person;
  const knownTimes = new Set((await retryAction('inbox', () => readDevSms(session))).map(({ at }) => at));
  await retryAction('sign in', async () => {
    const newest = await waitForOtp(session, knownTimes);
    if (!newest) return undefined;
    const { http, body } = await session.call('submitwithotp', { number, otp: newest.otp });
    if (http === 200) knownTimes.add(newest.at);
    if (body.status !== 200) return undefined;
    session.person.id = String(body.data[0]?.id);
    return true;
  });
}

/** Signs up and signs in. After a lost response the repeated sign-up returns 420, since the number is known. */
export async function registerAndSignIn(session: ApplicantSession): Promise<void> {
  await retryAction('sign up', async () => {
    const { body } = await session.call('submitsignup', buildSignUp(session.person));
    return [200, 420].includes(body.status) || undefined;
  });
  await signIn(session);
}

export interface SubmittedApplication {
  readonly applicationId: string;
  readonly orderId: string;
}

const MAX_CLICKS = 4;

/** Returns the order ID that a click received, 'changed by another request' after a 409, otherwise undefined. */
async function submitConcurrently(
  session: ApplicantSession,
  draft: object,
  clicks: number,
): Promise<string | undefined> {
  const submit = () => session.call('paidSubmitapplicationform', { ...draft, save_id: 2 });
  const results = await Promise.allSettled(Array.from({ length: clicks }, submit));
  const orders = results.flatMap((result) =>
    result.status === 'fulfilled' && result.value.http === 200 && result.value.body.orderId
      ? [result.value.body.orderId.id]
      : [],
  );
  if (new Set(orders).size > 1)
    throw new Error(`concurrent clicks created several orders: ${orders.join(', ')}`);
  const isChanged = results.some((result) => result.status === 'fulfilled' && result.value.http === 409);
  return orders[0] ?? (isChanged ? 'changed by another request' : undefined);
}

/** Saves a draft and submits it, with one click or several concurrent ones. */
export async function submitApplication(
  session: ApplicantSession,
  random: Random,
): Promise<SubmittedApplication> {
  const form = await buildApplicationForm(session.person);
  await retryAction('save', async () => {
    const { body } = await session.call('saveapplicationform', form);
    return body.status === 200 || undefined;
  });
  const readDraft = () =>
    retryAction('read draft', async () => (await session.call('getsaveformdata')).body.data?.[0]);
  let draft = await readDraft();
  const clicks = random.integerBetween(1, 10) <= 4 ? random.integerBetween(2, MAX_CLICKS) : 1;
  const orderId = await retryAction('submit', async () => {
    const submitted = await submitConcurrently(session, draft, clicks);
    // A save whose response was lost may have been stored after the draft was read.
    if (submitted === 'changed by another request') draft = await readDraft();
    return submitted === 'changed by another request' ? undefined : submitted;
  });
  return { applicationId: String(draft.application_id), orderId };
}

export type Outcome = 'captured' | 'failed' | 'authorized';

const createWebhook = (event: string, after_ms: number, times = 1) => ({ event, after_ms, times });
const LATE_MS = 6000;

/** The events of each outcome, in the order in which the provider sends them. */
const eventsByOutcome: Record<Outcome, readonly string[]> = {
  authorized: ['payment.authorized'],
  captured: ['payment.authorized', 'payment.captured', 'order.paid'],
  failed: ['payment.failed'],
};

/** The webhooks of a payment for each fault; undefined applies the simulator's own faults. */
const webhookFaults = {
  lost: () => [],
  doubled: (events) => events.map((event, index) => createWebhook(event, index * 20, 2)),
  reordered: (events) => events.toReversed().map((event, index) => createWebhook(event, index * 400)),
  late: (events) => events.map((event) => createWebhook(event, LATE_MS)),
  'contradicted by a failure': (events) => [
    ...events.map((event) => createWebhook(event, 0)),
    createWebhook('payment.failed', 500),
  ],
  'as the provider sends it': () => undefined,
} satisfies Record<string, (events: readonly string[]) => ReturnType<typeof createWebhook>[] | undefined>;

const callbackFaults = ['brought', 'lost', 'doubled', 'late'] as const;

const webhookNames = Object.keys(webhookFaults) as (keyof typeof webhookFaults)[];

/** Of one payment: always of its webhooks, its callback or both. */
function pickDeliveryFaults(random: Random) {
  const webhook = random.pickOne(webhookNames);
  const isUndisturbed = webhook === 'as the provider sends it';
  const callback = random.pickOne(isUndisturbed ? callbackFaults.slice(1) : callbackFaults);
  return { webhook, callback };
}

/** The portal captures an authorised payment itself after some minutes. */
const ALREADY_CAPTURED = /captured cannot become captured/;

/** The callback of a payment's form; the simulator returns that of a successful one. */
function toCallback({ payment: { id: payment_id, order_id }, callback }: SimulatedPayment, outcome: Outcome) {
  if (outcome !== 'failed') return callback;
  return {
    'error[code]': 'BAD_REQUEST_ERROR',
    'error[reason]': 'payment_failed',
    'error[metadata]': JSON.stringify({ payment_id, order_id }),
  };
}

const LATE_CALLBACK_MS = { min: 2000, max: 8000 };

/** Creates an applicant with an application to pay. */
export function createVirtualApplicant({
  session,
  random,
  provider,
  application,
}: {
  session: ApplicantSession;
  random: Random;
  provider: ProviderClient;
  application: SubmittedApplication;
}) {
  const { applicationId } = application;
  let { orderId } = application;

  const deliverCallback = async (fields: Record<string, string>, fault: (typeof callbackFaults)[number]) => {
    if (fault === 'lost') return;
    if (fault === 'late') await pause(random.integerBetween(LATE_CALLBACK_MS.min, LATE_CALLBACK_MS.max));
    for (const _attempt of fault === 'doubled' ? [1, 2] : [1]) {
      // An applicant who receives an error closes the page, so polling has to find the payment.
      const init = { method: 'POST', body: new URLSearchParams(fields) };
      await session.fetch('/api/payment/callback', init).catch(() => undefined);
    }
  };
  /** Pays at the provider, whose webhooks and callback have a fault. */
  const pay = async (target: { order_id: string } | { payment_id: string }, outcome: Outcome) => {
    const faults = pickDeliveryFaults(random);
    const webhooks = webhookFaults[faults.webhook](eventsByOutcome[outcome]);
    const paid = await provider.pay({ ...target, outcome, ...(webhooks && { webhooks }) });
    await deliverCallback(toCallback(paid, outcome), faults.callback);
    return paid.payment.id;
  };

  return {
    /**
     * Starts the checkout of the order that the portal returns, from this device or another; false when it is
     * paid or held.
     */
    startCheckout: (device: ApplicantSession = session): Promise<boolean> =>
      retryAction('start the checkout', async () => {
        const { http, body } = await device.call('postorderdata', { order_id: orderId });
        if (http === 409) return false;
        if (body.status !== 200) return undefined;
        orderId = (body.data[0] as unknown as CheckoutForm).fields.order_id;
        return true;
      }),

    pay: (outcome: Outcome) => pay({ order_id: orderId }, outcome),

    /** Captures a failed or authorized payment late, unless it is captured already. */
    captureLate: (payment_id: string) =>
      pay({ payment_id }, 'captured').catch((error: Error) => {
        if (!ALREADY_CAPTURED.test(error.message)) throw error;
      }),

    /** Refunds manually, as on the provider's dashboard. */
    refund: (payment_id: string) => provider.createRecord('refunds', { payment_id }),

    cancel: () =>
      retryAction('cancel', async () => {
        const { status } = await session.fetch(`/api/payment/cancel?order_id=${orderId}`);
        return status === 303 || undefined;
      }),

    /** 'I was charged': the portal polls the provider immediately. */
    recheck: () =>
      retryAction('recheck', async () => {
        const { body } = await session.call('recheckpayment', { order_id: orderId });
        return body.status === 200 || undefined;
      }),

    /** Polls until the payment has this status. */
    waitForStatus: (status: 'S' | 'F' | 'C') =>
      retryAction(`see ${status}`, async () => {
        const { body } = await session.call('getpaymnetstatus', { order_id: orderId });
        const current = body.data?.[0]?.payment_status;
        if (current !== status) throw new Error(`it is ${current}`);
        return true;
      }),

    /** Describes the attempts in one line. */
    async describeAttempts(): Promise<string> {
      const { body } = await session.call('getpaymentattempts', { order_id: orderId });
      return JSON.stringify(body.data ?? body);
    },

    fetchTicket: async () => {
      const response = await retryAction('fetch the ticket', async () =>
        waitForTicket(session, applicationId, 1000),
      );
      await response.body?.cancel();
    },
  };
}

export type VirtualApplicant = ReturnType<typeof createVirtualApplicant>;

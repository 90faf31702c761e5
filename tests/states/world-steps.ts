import { applicationClaimLost, paymentCaptured, paymentReversed } from '@archaka/contracts';
import type { SyncInput } from '../../svc-payment/src/domain/apply-snapshot.ts';
import {
  type Attempt,
  type Ledger,
  type LedgerChange,
  noChange,
  type ProviderPayment,
  replaceOrder,
  transitionOrder,
  upsertAttempt,
} from '../../svc-payment/src/domain/ledger.ts';
import {
  approveRefund,
  isRefundPending,
  recordRefund,
  rejectRefund,
} from '../../svc-payment/src/domain/refund.ts';
import type { Step } from './explore.ts';
import type { Intern } from './intern.ts';
import type { ApplicationPayments, ClaimState, Message, System } from './real-code.ts';
import {
  createCanonicalizer,
  createLedger,
  type Snapshot,
  toNextTime,
  toPlainLedger,
  toTime,
  type World,
} from './world.ts';

/** Bounds of an exploration; within them steps happen in any order. */
export interface Limits {
  /** Steps from the submission. */
  readonly steps: number;
  readonly payments: number;
  readonly orders: number;
  /** Maximum of messages in flight to svc-application. */
  readonly messages: number;
  /** Maximum of reversals at Razorpay or the bank. */
  readonly reversals: number;
  /** Maximum of redeliveries after the effect. */
  readonly redeliveries: number;
}

type Status = ProviderPayment['status'];

/** Next states of a payment at Razorpay. */
const NEXT_STATUSES: Readonly<Record<Status, readonly Status[]>> = {
  created: ['authorized', 'failed'],
  failed: ['authorized'],
  authorized: ['captured'],
  captured: ['charged_back'],
  refunded: [],
  charged_back: [],
};

const TICKET_EVENTS: readonly string[] = [paymentCaptured, paymentReversed, applicationClaimLost].map(
  ({ type }) => type,
);
const toTicketMessages = (messages: readonly Message[]): Message[] =>
  messages
    .filter(({ type }) => TICKET_EVENTS.includes(type))
    .map(({ type, data }) => ({ type, data: data.at ? { ...data, at: toTime(0).toISOString() } : data }));

const environment = (label: string, next: World): Step<World> => ({ label, next, isProgress: false });
const progress = (label: string, next: World): Step<World> => ({ label, next, isProgress: true });

const withLedger = (world: World, order: number, ledger: Ledger): World => ({
  ...world,
  ledgers: world.ledgers.with(order, ledger),
});

/** One transaction of svc-payment: the ledger and its events. */
function commit(world: World, order: number, { ledger, events }: LedgerChange): World {
  const messages = events.map(({ event, data }) => ({ type: event.type, data }));
  return {
    ...withLedger(world, order, ledger),
    toApplication: [...world.toApplication, ...messages],
    toTicket: [...world.toTicket, ...toTicketMessages(messages)],
  };
}

const toOrderPayments = ({ payments, ledgers }: World, order: number) =>
  payments.filter(({ order_id }) => order_id === ledgers[order]?.order.order_id);

function* listOrderSteps(world: World, { system, limits }: Rules): Generator<Step<World>> {
  const last = world.ledgers.length - 1;
  const ledger = world.ledgers[last];
  if (!ledger) return;
  const details = { amount: ledger.order.amount, round: last + 1 };
  if (ledger.order.state === 'wanted')
    yield environment(
      'the order is created',
      commit(world, last, transitionOrder(noChange(ledger), 'created', details)),
    );
  if (world.ledgers.length >= limits.orders || !system.needsReplacement(ledger.order)) return;
  const replaced = replaceOrder(ledger);
  yield environment('a new order is requested', {
    ...withLedger(world, last, replaced),
    ledgers: [...world.ledgers.with(last, replaced), createLedger(last + 2)],
  });
}

function* listApplicantSteps(world: World, { limits }: Rules): Generator<Step<World>> {
  const last = world.ledgers.length - 1;
  const ledger = world.ledgers[last];
  if (!ledger || ledger.order.state === 'wanted') return;
  // Razorpay accepts no further payment on a paid order.
  if (
    world.payments.length >= limits.payments ||
    toOrderPayments(world, last).some(({ captured }) => captured)
  )
    return;
  const number = world.payments.length + 1;
  const payment: ProviderPayment = {
    id: `pay_${number}`,
    order_id: ledger.order.order_id,
    amount: ledger.order.amount,
    currency: ledger.order.currency,
    status: 'created',
    captured: false,
    method: null,
    bank_reference: null,
    error: null,
    created_at: toTime(number),
  };
  for (const status of NEXT_STATUSES.created)
    yield environment(`${payment.id} is ${status}`, {
      ...world,
      payments: [...world.payments, { ...payment, status }],
    });
}

function* listProviderSteps(world: World, { limits }: Rules): Generator<Step<World>> {
  for (const [index, payment] of world.payments.entries()) {
    for (const status of NEXT_STATUSES[payment.status]) {
      const isReversal = payment.status === 'captured';
      if (isReversal && world.reversals >= limits.reversals) continue;
      const moved = { ...payment, status, captured: payment.captured || status === 'captured' };
      yield environment(`${payment.id} is ${status}`, {
        ...world,
        payments: world.payments.with(index, moved),
        reversals: world.reversals + Number(isReversal),
      });
    }
  }
}

function apply(world: World, system: System, { order, ...snapshot }: Snapshot): World {
  const ledger = world.ledgers[order];
  if (!ledger) return world;
  const { secondPayment } = world;
  return commit(world, order, system.applySnapshot(ledger, { ...snapshot, secondPayment }));
}

/** A poll, a callback and a cancel fetch all payments of an order, a webhook its own. */
function* listSyncSteps(world: World, { system }: Rules): Generator<Step<World>> {
  const at = toNextTime(world);
  for (const [order, ledger] of world.ledgers.entries()) {
    if (ledger.order.state === 'wanted') continue;
    const { order_id } = ledger.order;
    const payments = toOrderPayments(world, order);
    const questions: (Omit<Snapshot, 'order' | 'at'> & { readonly name: string })[] = [
      { name: `a callback or poll of ${order_id}`, payments, isComplete: true, trigger: 'poll' },
      { name: `a cancel of ${order_id}`, payments, isComplete: true, trigger: 'cancel' },
      { name: `the last poll of ${order_id}`, payments, isComplete: true, trigger: 'final-poll' },
      ...payments.map((payment) => ({
        name: `a webhook of ${payment.id}`,
        payments: [payment],
        isComplete: false,
        trigger: 'poll' as const,
      })),
    ];
    for (const { name, ...question } of questions) {
      const snapshot = { ...question, order, at };
      const isCancel = question.trigger === 'cancel' || question.trigger === 'final-poll';
      const step = isCancel ? environment : progress;
      yield step(name, apply(world, system, snapshot));
    }
  }
}

function* listRefundSteps(world: World): Generator<Step<World>> {
  for (const [order, ledger] of world.ledgers.entries()) {
    const store = (attempt: Attempt | undefined) =>
      withLedger(world, order, attempt ? upsertAttempt(ledger, attempt) : ledger);
    for (const attempt of ledger.attempts) {
      const { payment_id, refund } = attempt;
      if (!refund) continue;
      if (refund.status === 'deciding') {
        yield environment(
          `a clerk approves the refund of ${payment_id}`,
          store(approveRefund(attempt, toTime(0))),
        );
        yield environment(`a clerk rejects the refund of ${payment_id}`, store(rejectRefund(attempt)));
      }
      if (!isRefundPending(attempt)) continue;
      const index = world.payments.findIndex(({ id }) => id === payment_id);
      const payment = world.payments[index];
      if (payment?.status === 'captured') {
        const payments = world.payments.with(index, { ...payment, status: 'refunded' });
        // The process may crash before the write.
        yield progress(`Razorpay refunds ${payment_id}`, { ...world, payments });
      } else {
        const processed = recordRefund(attempt, { ...refund, status: 'processed' });
        yield progress(`the refund of ${payment_id} is recorded`, store(processed));
      }
    }
  }
}

async function listDeliveries(world: World, { system, limits }: Rules): Promise<Step<World>[]> {
  const steps: Step<World>[] = [];
  for (const [index, message] of world.toApplication.entries()) {
    const { published, ...side } = await system.deliverToApplication(world, message);
    const delivered = {
      ...world,
      ...side,
      toPayment: [...world.toPayment, ...published],
      toTicket: [...world.toTicket, ...toTicketMessages(published)],
    };
    const name = `${message.type} of ${message.data.payment_id ?? message.data.order_id} reaches svc-application`;
    steps.push(progress(name, { ...delivered, toApplication: world.toApplication.toSpliced(index, 1) }));
    if (world.redeliveries < limits.redeliveries)
      steps.push(
        environment(`${name}, redelivered later`, { ...delivered, redeliveries: world.redeliveries + 1 }),
      );
  }
  for (const [index, message] of world.toPayment.entries()) {
    const order = world.ledgers.findIndex(({ order: { order_id } }) => order_id === message.data.order_id);
    const ledger = world.ledgers[order];
    if (!ledger) continue;
    const delivered = withLedger(world, order, await system.deliverToPayment(ledger, message));
    const name = `${message.type} of ${message.data.payment_id} reaches svc-payment`;
    steps.push(progress(name, { ...delivered, toPayment: world.toPayment.toSpliced(index, 1) }));
  }
  return steps;
}

/** Another application claims mobile or Aadhaar after the hold has ended. */
const listClaimSteps = (world: World): Step<World>[] =>
  world.claim === 'ending'
    ? [environment('another application claims the number', { ...world, claim: 'lost' })]
    : [];

const memoize = <First extends object, Second, Result>(
  task: (first: First, second: Second) => Result,
  toKey: (second: Second) => string = JSON.stringify,
) => {
  const results = new WeakMap<First, Map<string, Result>>();
  return (first: First, second: Second): Result => {
    const ofFirst = results.get(first) ?? new Map<string, Result>();
    results.set(first, ofFirst);
    const key = toKey(second);
    const result = ofFirst.get(key) ?? task(first, second);
    ofFirst.set(key, result);
    return result;
  };
};

const toSnapshotKey = ({ payments, isComplete, trigger, at, secondPayment }: SyncInput): string =>
  [
    ...payments.map(({ id, status, captured }) => `${id} ${status} ${captured}`),
    ...[isComplete, trigger, at.getTime(), secondPayment],
  ].join();

/** Memoizes the code, and returns ledgers without fields that no rule compares. */
function memoizeSystem(system: System, intern: Intern): System {
  const toPlain = ({ ledger, ...change }: LedgerChange): LedgerChange => ({
    ...change,
    ledger: intern(toPlainLedger(ledger)),
  });
  const deliver = memoize(
    (application: ApplicationPayments, { claim, message }: { claim: ClaimState; message: Message }) =>
      system.deliverToApplication({ application, claim }, message),
  );
  return {
    ...system,
    applySnapshot: memoize(
      (ledger: Ledger, snapshot: SyncInput) => toPlain(system.applySnapshot(ledger, snapshot)),
      toSnapshotKey,
    ),
    deliverToApplication: ({ application, claim }, message) => deliver(application, { claim, message }),
  };
}

interface WorldOptions {
  readonly code: System;
  readonly intern: Intern;
  readonly limits: Limits;
}

interface Rules {
  readonly system: System;
  readonly limits: Limits;
}

/** All possible next steps, in a world of interned objects. */
export function createWorldSteps({ code, intern, limits }: WorldOptions) {
  const canonicalize = createCanonicalizer(intern);
  const rules = { system: memoizeSystem(code, intern), limits };
  return async (world: World): Promise<Step<World>[]> => {
    const steps = [
      ...listOrderSteps(world, rules),
      ...listApplicantSteps(world, rules),
      ...listProviderSteps(world, rules),
      ...listSyncSteps(world, rules),
      ...listRefundSteps(world),
      ...listClaimSteps(world),
      ...(await listDeliveries(world, rules)),
    ];
    return steps
      .filter(({ next }) => next.toApplication.length <= limits.messages)
      .map((step) => ({ ...step, next: canonicalize(step.next) }));
  };
}

import { expect, test } from '@jest/globals';
import { toPaymentStatus, transitions } from '../../svc-application/src/domain/application-state.ts';
import type { Attempt } from '../../svc-payment/src/domain/ledger.ts';
import { orderTransitions } from '../../svc-payment/src/domain/states.ts';
import { defects } from './defects.ts';
import { explore } from './explore.ts';
import { createIntern } from './intern.ts';
import { realCode, type System } from './real-code.ts';
import { createTicketModel } from './ticket-model.ts';
import { createCanonicalizer, createStarts, type World } from './world.ts';
import { createWorldSteps, type Limits } from './world-steps.ts';

const listAttempts = ({ ledgers }: World): Attempt[] => ledgers.flatMap(({ attempts }) => attempts);

/** A captured payment that pays the order; one that a clerk decides about does not pay. */
const isRetained = ({ state, refund }: Attempt): boolean => state === 'captured' && refund === null;

const isPaid = ({ application }: World): boolean => toPaymentStatus(application.state) === 'S';

/** Invariants of every state. */
function findAlways(world: World): string | undefined {
  const { application, payments } = world;
  if (listAttempts(world).filter(isRetained).length > 1) return 'more than one payment is not refunded';
  for (const { id, captured } of payments) {
    const attempt = listAttempts(world).find(({ payment_id }) => payment_id === id);
    if (attempt?.state === 'captured' && !captured)
      return `${id} is taken in the ledger and was not captured`;
  }
  if (!isPaid(world)) return undefined;
  const { transactionId, lostPayments } = application;
  const paying = payments.find(({ id }) => id === transactionId);
  if (!paying?.captured) return "'S' without a capture";
  if (lostPayments.includes(paying.id)) return `${paying.id} was refunded and pays for the application`;
  return undefined;
}

/** Invariants of quiescent states, without messages in flight. */
function findWhenSettled(world: World): string | undefined {
  for (const { id, status, captured } of world.payments.filter(({ captured }) => captured)) {
    const attempt = listAttempts(world).find(({ payment_id }) => payment_id === id);
    const pays = isPaid(world) && world.application.transactionId === id;
    if (!attempt || !captured) return `the capture of ${id} is unknown`;
    if (status === 'captured' && !pays && !attempt.refund)
      return `the captured ${id} is neither final, nor refunded, nor waiting for a clerk`;
    if (status !== 'captured' && attempt.state !== 'refunded') return `${id} was refunded and is final`;
    if (status !== 'captured' && pays) return `${id} was refunded and pays for the application`;
    if (pays && !isRetained(attempt)) return `${id} pays for the application and is to be refunded`;
  }
  return findStaleOrder(world);
}

/** A reversed order accepts no other payment: the application is reversed, or uses a newer order. */
function findStaleOrder({ application, ledgers }: World): string | undefined {
  const current = ledgers.find(({ order }) => order.order_id === application.orderId);
  return application.state === 'ordered' &&
    (current?.order.state === 'reversed' || current?.order.state === 'replaced')
    ? `${application.orderId} was refunded and its application waits for the payment`
    : undefined;
}

const findWorldViolation = (world: World, isSettled: boolean): string | undefined =>
  findAlways(world) ?? (isSettled ? findWhenSettled(world) : undefined);

/** The number of states, and the first violation with the labels of its trace. */
interface Report {
  readonly states: number;
  readonly edges: number;
  readonly longestTrace: readonly string[];
  readonly violation: { readonly problem: string; readonly trace: readonly string[] } | undefined;
  readonly applicationStates: ReadonlySet<string>;
  readonly orderStates: ReadonlySet<string>;
}

/** Explores payment and application and then, for each possible final set of events, the ticket. */
async function checkStates(code: System, limits: Limits): Promise<Report> {
  const intern = createIntern();
  const worlds = await explore({
    starts: createStarts().map(createCanonicalizer(intern)),
    listSteps: createWorldSteps({ code, intern, limits }),
    findViolation: findWorldViolation,
    maxSteps: limits.steps,
  });
  let [count, edges, violation] = [worlds.states.length, worlds.edges, worlds.violation];
  for (const { toTicket, paidBy } of violation ? [] : listTicketStarts(worlds.settled)) {
    const tickets = await explore(createTicketModel({ code, intern, messages: toTicket, paidBy }));
    count += tickets.states.length;
    edges += tickets.edges;
    violation ??= tickets.violation;
  }
  return {
    states: count,
    edges,
    longestTrace: worlds.longestTrace,
    violation,
    applicationStates: new Set(worlds.states.map(({ application }) => application.state)),
    orderStates: new Set(worlds.states.flatMap(({ ledgers }) => ledgers.map(({ order }) => order.state))),
  };
}

interface TicketStart extends Pick<World, 'toTicket'> {
  readonly paidBy: string | null;
}

/** The possible final events for svc-ticket, whose actions do not affect the others. */
function listTicketStarts(settled: readonly World[]): TicketStart[] {
  const starts = settled.map(({ toTicket, application }) => ({
    toTicket,
    paidBy: application.state === 'paid' ? application.transactionId : null,
  }));
  return [...new Map(starts.map((start) => [JSON.stringify(start), start])).values()];
}

const limits: Limits = {
  steps: 12,
  payments: 2,
  orders: 2,
  messages: 2,
  reversals: 1,
  redeliveries: 1,
};

test('satisfies every invariant in every state of orders, payments, application and ticket within twelve steps of submission', async () => {
  const start = process.cpuUsage();
  const report = await checkStates(realCode, limits);
  const { states, edges, longestTrace, violation } = report;
  const seconds = process.cpuUsage(start).user / 1e6;
  console.log(
    `${states} states, ${edges} edges, ${seconds.toFixed(1)} s of CPU. ` +
      `The longest trace has ${longestTrace.length} steps:\n${longestTrace.join('\n')}`,
  );
  expect(violation).toBeUndefined();
  const reachable = transitions.map(([, to]) => to);
  expect([...report.applicationStates].sort()).toEqual([...new Set(reachable)].sort());
  const orderStates = orderTransitions.map(([, to]) => to);
  expect([...report.orderStates].sort()).toEqual([...new Set(['wanted', ...orderStates])].sort());
}, 600_000);

test.each(Object.entries(defects))(
  'finds that %s',
  async (name, code) => {
    const { violation } = await checkStates(code, limits);
    expect(violation).toBeDefined();
    console.log(`${name}: ${violation?.problem}\n${violation?.trace.join('\n')}`);
  },
  600_000,
);

import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { expect, test } from '@jest/globals';
import { type assertions, type RunObservations, runAssertions } from './assertions.ts';
import { LIMITS_MS, type RecoveryKind } from './recoveries.ts';

const APPLICATION = 'ARC24-0000000A';
const captured = {
  id: 'e1',
  type: 'payment.captured.v1',
  source: 'svc-payment',
  data: { application_id: APPLICATION, order_id: 'order_1', payment_id: 'pay_1' },
};
const issued = {
  id: 'e2',
  type: 'ticket.issued.v1',
  source: 'svc-ticket',
  data: { application_id: APPLICATION, version: 1 },
};
const effects = [
  ['archaka_application e1', 1],
  ['archaka_auth e1', 1],
  ['archaka_desk e1', 1],
  ['archaka_ticket e1', 1],
  ['archaka_application e2', 1],
  ['archaka_auth e2', 1],
  ['archaka_desk e2', 1],
] as const;
const payment = { id: 'pay_1', order_id: 'order_1', status: 'captured', amount: 10_000, amount_refunded: 0 };
const order = { id: 'order_1', receipt: APPLICATION, amount: 10_000 };
const states = (orders: string[]) => new Map([['archaka_payment.orders', new Map([[APPLICATION, orders]])]]);
const injectedFault = { group: 'processes', fault: 'kill shell', startMs: 0, endMs: 1, hasOccurred: true };
/** A recovery that took the limit of this machine plus `moreMs`. */
const createRecovery = (kind: RecoveryKind, moreMs = 0) => ({
  kind,
  name: kind,
  ms: scaledTimeout(LIMITS_MS[kind]) + moreMs,
});
const recoveries = [createRecovery('service'), createRecovery('primary'), createRecovery('broker')];

/** One applicant who paid once, while the shell was killed. */
const complete: RunObservations = {
  journeys: [
    {
      scenario: 'pays at once',
      expectedStatus: 'S',
      orderCount: 1,
      userId: 'user_1',
      application: { applicationId: APPLICATION, orderId: 'order_1' },
    },
  ],
  unexpectedResponses: [],
  scheduledFaults: ['kill shell'],
  injectedFaults: [injectedFault],
  recoveries,
  history: {
    states: states(['wanted', 'created', 'captured']),
    written: new Map([captured, issued].map(({ id, type }) => [id, type])),
    effects: new Map(effects),
    tickets: new Map([[`${APPLICATION} 1`, 1]]),
  },
  events: [captured, issued, captured],
  snapshot: {
    orders: [{ application_id: APPLICATION }],
    attempts: [{ payment_id: 'pay_1', state: 'captured', amount: 10_000 }],
    applications: [{ _id: APPLICATION, userId: 'user_1', state: 'paid' }],
    tickets: [{ application_id: APPLICATION, state: 'current' }],
  },
  ledger: {
    orders: [order],
    payments: [payment],
    refunds: [],
    deliveries: [],
  },
  deadLetters: [],
  pendingWork: [],
};

const findViolated = (evidence: RunObservations): string[] =>
  Object.entries(runAssertions(evidence)).flatMap(([name, violations]) =>
    violations.length > 0 ? [name] : [],
  );

const { history, snapshot, ledger } = complete;
const [journey] = complete.journeys;
const withJourney = (changes: object): Partial<RunObservations> => ({
  journeys: [{ ...(journey as (typeof complete.journeys)[number]), ...changes }],
});
const withHistory = (changes: Partial<typeof history>) => ({ history: { ...history, ...changes } });
const withSnapshot = (changes: Partial<typeof snapshot>) => ({ snapshot: { ...snapshot, ...changes } });
const withLedger = (changes: Partial<typeof ledger>) => ({ ledger: { ...ledger, ...changes } });
const withRecovery = (kind: RecoveryKind) => ({ recoveries: [createRecovery(kind, 1), ...recoveries] });
const refund = { id: 'rfnd_1', payment_id: 'pay_2', amount: 10_000, status: 'processed' };

const manipulations: Readonly<Record<keyof typeof assertions, readonly Partial<RunObservations>[]>> = {
  'every scheduled fault was injected': [{ injectedFaults: [{ ...injectedFault, hasOccurred: false }] }],
  'every applicant completed the scenario': [withJourney({ stuck: 'submit' })],
  'every application has the final state of its scenario': [withJourney({ expectedStatus: 'F' })],
  'no response reports an unexpected error': [{ unexpectedResponses: ['saveapplicationform: 500'] }],
  'the portal became quiescent without help': [{ pendingWork: ['1 open refunds'] }],
  'every confirmed event was consumed': [
    withHistory({ effects: new Map(effects.slice(1)) }),
    { events: [captured] },
  ],
  'each event had one effect': [
    withHistory({ effects: new Map([...effects, ['archaka_ticket e1', 2]]) }),
    withHistory({ tickets: new Map([[`${APPLICATION} 1`, 2]]) }),
    withLedger({ refunds: [refund, { ...refund, id: 'rfnd_2' }] }),
  ],
  'states moved forward only': [withHistory({ states: states(['created', 'captured', 'failed']) })],
  'the captured amounts equal the provider’s': [
    withLedger({ payments: [{ ...payment, amount: 10_001 }] }),
    withSnapshot({ attempts: [] }),
  ],
  'only paid applications have a current ticket, and each has one': [
    withSnapshot({ tickets: [] }),
    withSnapshot({ tickets: [...snapshot.tickets, ...snapshot.tickets] }),
  ],
  'every applicant has one application and the orders of the scenario': [
    withSnapshot({ orders: [] }),
    withLedger({ orders: [...ledger.orders, { ...order, receipt: `${APPLICATION}-2` }] }),
  ],
  'there are no dead letters': [{ deadLetters: ['svc-ticket: poison'] }],
  'a killed service is ready within 10 s': [withRecovery('service')],
  'MongoDB has a primary within 15 s': [withRecovery('primary')],
  'all services are ready 5 s after RabbitMQ accepts connections again': [withRecovery('broker')],
};

test('passes every assertion for a run without violations', () => {
  expect(findViolated(complete)).toEqual([]);
});

test.each(Object.entries(manipulations))(
  'reports the violation of "%s" and of no other assertion',
  (name, all) => {
    for (const manipulated of all) expect(findViolated({ ...complete, ...manipulated })).toEqual([name]);
  },
);

import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { expect, test } from '@jest/globals';
import { countAnswers } from '../journeys/answers.ts';
import { LIMITS_MS, type Recovering } from '../watch/recoveries.ts';
import type { Evidence } from './finding.ts';
import { assertions, judge, type Verdict } from './verdict.ts';

const APPLICATION = 'ARC24-0000000A';
const trouble = { webhook: 'lost', callback: 'lost', webhooksOf: () => [] } as const;
const spared = {
  webhook: 'as the faults have it',
  callback: 'brought',
  webhooksOf: () => undefined,
} as const;
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
  ['archaka_ticket e1', 1],
  ['archaka_application e2', 1],
] as const;
const payment = { id: 'pay_1', order_id: 'order_1', captured: true, amount: 10_000, amount_refunded: 0 };
const order = { id: 'order_1', receipt: APPLICATION, status: 'paid' };
const states = (orders: string[]) => new Map([['archaka_payment.orders', new Map([[APPLICATION, orders]])]]);
const struck = { lane: 'processes', fault: 'kill shell', at: 0, until: 1, struck: true };
/** As long as it may take on this machine, and so much longer. */
const recovery = (what: Recovering, moreMs = 0) => ({
  what,
  name: what,
  ms: scaledTimeout(LIMITS_MS[what]) + moreMs,
});
const recoveries = [recovery('service'), recovery('primary'), recovery('broker')];

/** One applicant who paid once, while the shell was killed. */
const whole: Evidence = {
  journeys: [
    {
      course: 'pays at once',
      ends: 'S',
      orders: 1,
      userId: 'user_1',
      applied: { applicationId: APPLICATION, orderId: 'order_1' },
      payments: [{ paymentId: 'pay_1', trouble }],
    },
  ],
  answers: countAnswers(),
  planned: ['kill shell'],
  struck: [struck],
  recoveries,
  story: {
    states: states(['wanted', 'created', 'captured']),
    written: new Map([captured, issued].map(({ id, type }) => [id, type])),
    confirmed: new Set(['e1', 'e2']),
    effects: new Map(effects),
    tickets: new Map([[`${APPLICATION} 1`, 1]]),
  },
  heard: [captured, issued, captured],
  books: {
    orders: [{ application_id: APPLICATION }],
    attempts: [{ payment_id: 'pay_1', state: 'taken', amount: 10_000 }],
    applications: [{ _id: APPLICATION, userId: 'user_1', state: 'paid' }],
    tickets: [{ application_id: APPLICATION, state: 'current' }],
  },
  ledger: {
    orders: [order],
    payments: [payment],
    refunds: [],
    deliveries: [],
  },
  outboxRows: 0,
  deadLetters: [],
  rest: { ms: 0, left: [] },
};

const broken = (evidence: Evidence): string[] =>
  Object.entries(judge(evidence)).flatMap(([name, { against }]) => (against.length > 0 ? [name] : []));

const { story, books, ledger } = whole;
const refund = { id: 'rfnd_1', payment_id: 'pay_2', amount: 10_000, status: 'processed' };
const wrongAnswers = countAnswers();
wrongAnswers.note('saveapplicationform', 500);

const tamperings: readonly (readonly [keyof Verdict, Partial<Evidence>])[] = [
  ['every fault happened', { struck: [{ ...struck, struck: false }] }],
  [
    'every payment lost some of its news',
    {
      journeys: whole.journeys.map((one) => ({
        ...one,
        payments: [{ paymentId: 'pay_1', trouble: spared }],
      })),
    },
  ],
  [
    'everybody came to the end of their way',
    { journeys: whole.journeys.map((one) => ({ ...one, stuck: 'submit' })) },
  ],
  ['the portal never said that it broke', { answers: wrongAnswers }],
  ['the portal came to rest by itself', { rest: { ms: 1, left: ['1 open refunds'] } }],
  [
    'events confirmed minus events consumed is 0',
    { story: { ...story, effects: new Map(effects.slice(1)) } },
  ],
  ['events confirmed minus events consumed is 0', { heard: [captured] }],
  [
    'each event had one effect',
    { story: { ...story, effects: new Map([...effects, ['archaka_ticket e1', 2]]) } },
  ],
  ['each event had one effect', { story: { ...story, tickets: new Map([[`${APPLICATION} 1`, 2]]) } }],
  ['each event had one effect', { ledger: { ...ledger, refunds: [refund, { ...refund, id: 'rfnd_2' }] } }],
  ['states moved forward only', { story: { ...story, states: states(['created', 'captured', 'failed']) } }],
  [
    'our captured sum is the provider’s',
    { ledger: { ...ledger, payments: [{ ...payment, amount: 10_001 }] } },
  ],
  ['our captured sum is the provider’s', { books: { ...books, attempts: [] } }],
  ['one current ticket for each paid application, none for the rest', { books: { ...books, tickets: [] } }],
  [
    'one current ticket for each paid application, none for the rest',
    { books: { ...books, applications: [{ ...books.applications[0], state: 'failed' }] } },
  ],
  ['one application and one order for each applicant', { books: { ...books, orders: [] } }],
  [
    'one application and one order for each applicant',
    { ledger: { ...ledger, orders: [...ledger.orders, { ...order, receipt: `${APPLICATION}-2` }] } },
  ],
  ['the outboxes are empty', { outboxRows: 1 }],
  ['there are no dead letters', { deadLetters: ['svc-ticket: poison'] }],
  ['a killed service is ready within 10 s', { recoveries: [recovery('service', 1), ...recoveries] }],
  ['MongoDB has a primary within 15 s', { recoveries: [recovery('primary', 1), ...recoveries] }],
  [
    'all services are ready 5 s after RabbitMQ accepts again',
    { recoveries: [recovery('broker', 1), ...recoveries] },
  ],
];

test('when everything is as it should be, then every assertion holds', () => {
  expect(broken(whole)).toEqual([]);
});

test.each(tamperings)(
  'when it is not so that %s, then that assertion breaks and no other',
  (name, tampered) => {
    expect(broken({ ...whole, ...tampered })).toEqual([name]);
  },
);

test('every assertion was seen to break', () => {
  const seen = new Set<string>(tamperings.map(([name]) => name));
  expect(Object.keys(assertions).filter((name) => !seen.has(name))).toEqual([]);
});

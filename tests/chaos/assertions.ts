import { scaledTimeout, timeoutFactor } from '@archaka/test-kit/timeouts';
import { transitions as applicationEdges } from '../../svc-application/src/domain/application-state.ts';
import { attemptTransitions, orderTransitions } from '../../svc-payment/src/domain/states.ts';
import type { ResponseCounter } from './applicant.ts';
import { listExpectedEffects, type PublishedEvent } from './broker.ts';
import type { History } from './history.ts';
import type { Journey } from './journeys.ts';
import type { DatabaseSnapshot, Ledger } from './quiescence.ts';
import { LIMITS_MS, type Recovery, type RecoveryKind } from './recoveries.ts';
import type { InjectedFault } from './schedule.ts';

/** All observations of a run, complete after its end. */
export interface RunObservations {
  readonly journeys: readonly Journey[];
  readonly responses: ResponseCounter;
  /** Faults that must occur at least once. */
  readonly scheduledFaults: readonly string[];
  readonly injectedFaults: readonly InjectedFault[];
  readonly recoveries: readonly Recovery[];
  readonly history: History;
  readonly events: readonly PublishedEvent[];
  readonly snapshot: DatabaseSnapshot;
  readonly ledger: Ledger;
  readonly outboxRows: number;
  readonly deadLetters: readonly string[];
  readonly quiescence: { readonly ms: number; readonly remaining: readonly string[] };
}

/** The result of an assertion: the measured value and the violations; it passed when there are none. */
export interface AssertionResult {
  readonly measured: string;
  readonly violations: readonly string[];
}

export type Assertion = (observations: RunObservations) => AssertionResult;

/** Asserts that every event of an outbox was published and took effect at every consumer. */
const assertNoEventLost: Assertion = ({ history: { written, confirmed, effects }, events }) => {
  const published = new Map(events.map(({ id, type }) => [id, type]));
  const unpublished = [...written].filter(([id]) => !published.has(id));
  const expectedEffects = listExpectedEffects(published);
  const withoutEffect = expectedEffects.filter((effect) => !effects.has(effect));
  return {
    measured: `${expectedEffects.length} - ${expectedEffects.length - withoutEffect.length} = ${withoutEffect.length}; ${confirmed.size} confirmed, ${events.length} sent`,
    violations: [
      ...unpublished.map(([id, type]) => `${type} ${id} was written and never published`),
      ...withoutEffect.map((effect) => `${effect} has no effect`),
    ],
  };
};

/** The fields of an event's data that identify its subject. A subject has one event of a type. */
const subjects: Readonly<Record<string, readonly string[]>> = {
  'application.submitted.v1': ['application_id'],
  'payment.order-created.v1': ['order_id'],
  'payment.captured.v1': ['order_id'],
  'ticket.issued.v1': ['application_id', 'version'],
};

/** Asserts that an event has one effect regardless of its deliveries, and a subject one event. */
const assertOneEffect: Assertion = ({ history: { effects, tickets }, events, ledger, journeys }) => {
  const orders = new Map(
    journeys.map(({ application: applied, orderCount: orders }) => [applied?.applicationId, orders]),
  );
  /** A ticket contains its payment, so a payment of another order issues the same version again. */
  const countAllowedTickets = (ticket: string) => orders.get(ticket.split(' ')[0]) ?? 1;
  const distinct = [...new Map(events.map((event) => [event.id, event])).values()];
  const eventsBySubject = Map.groupBy(distinct, ({ type, id, data }) =>
    [type, ...(subjects[type]?.map((field) => data[field]) ?? [id])].join(' '),
  );
  const refunds = Map.groupBy(ledger.refunds, ({ payment_id }) => payment_id);
  const countAllowedEvents = (subject: string) =>
    subject.startsWith('ticket.issued.v1 ') ? countAllowedTickets(subject.split(' ')[1] ?? '') : 1;
  const duplicates = [
    ...[...effects].filter(([, times]) => times > 1).map(([effect]) => `${effect} took effect twice`),
    ...[...eventsBySubject]
      .filter(([subject, events]) => events.length > countAllowedEvents(subject))
      .map(([subject]) => `${subject} was published by two events`),
    ...[...tickets]
      .filter(([ticket, times]) => times > countAllowedTickets(ticket))
      .map(([ticket]) => `${ticket} was issued twice`),
    ...[...refunds]
      .filter(([, refundsOfPayment]) => refundsOfPayment.length > 1)
      .map(([payment]) => `${payment} was refunded twice`),
  ];
  return {
    measured: `${duplicates.length} duplicate effects; ${events.length - distinct.length} events redelivered`,
    violations: duplicates,
  };
};

const assertOutboxesEmpty: Assertion = ({ outboxRows }) => ({
  measured: `${outboxRows} rows`,
  violations: outboxRows > 0 ? [`${outboxRows} rows wait`] : [],
});

const assertNoDeadLetters: Assertion = ({ deadLetters }) => ({
  measured: String(deadLetters.length),
  violations: deadLetters,
});

/** Asserts that every started applicant completed the scenario. */
const assertJourneysEnd: Assertion = ({ journeys }) => {
  const stuck = journeys.flatMap((journey) => journey.stuck ?? []);
  return { measured: `${journeys.length - stuck.length} of ${journeys.length}`, violations: stuck };
};

const expectedStates = { S: 'paid', F: 'failed', C: 'cancelled' } as const;

/** Asserts that each application ends in its scenario's state, also when its applicant timed out. */
const assertFinalStates: Assertion = ({ journeys, snapshot }) => {
  const states = new Map(snapshot.applications.map(({ _id, state }) => [String(_id), String(state)]));
  const violations = journeys.flatMap(({ scenario, expectedStatus, application }) => {
    if (!application) return [];
    const state = states.get(application.applicationId);
    return state === expectedStates[expectedStatus]
      ? []
      : [`${application.applicationId} ${scenario}: it is ${state}`];
  });
  return { measured: `${journeys.length} journeys`, violations };
};

/** Asserts that no response was a 500, or rejected a valid request; 503 is allowed. */
const assertResponsesExpected: Assertion = ({ responses }) => ({
  measured: `${responses.all} responses, ${responses.unavailable} of them 503`,
  violations: responses.unexpected,
});

/** Asserts that the notifications of every payment had a delivery fault. */
const assertPaymentsDisturbed: Assertion = ({ journeys }) => {
  const payments = journeys.flatMap((journey) => journey.payments);
  const undisturbed = payments.filter(
    ({ deliveryFaults: { webhook, callback } }) =>
      webhook === 'as the provider sends it' && callback === 'brought',
  );
  return {
    measured: `${new Set(payments.map(({ paymentId }) => paymentId)).size} payments`,
    violations: undisturbed.map(({ paymentId }) => `${paymentId} had no delivery fault`),
  };
};

/** Receipts of later orders end with a number after the application ID. */
const toApplicationId = (receipt: string): string => receipt.replace(/^([^-]+-[^-]+)-\d+$/, '$1');

/** Asserts one application for each applicant, with the scenario's number of orders here and at the provider. */
const assertOneOfEach: Assertion = ({ journeys, snapshot, ledger }) => {
  const groupByKey = (keys: readonly string[]) => Map.groupBy(keys, (key) => key);
  const applications = groupByKey(snapshot.applications.map(({ userId }) => String(userId)));
  const orders = groupByKey(snapshot.orders.map(({ application_id }) => String(application_id)));
  const receipts = groupByKey(ledger.orders.map(({ receipt }) => toApplicationId(receipt)));
  const violations = journeys.flatMap(({ userId, application, orderCount: expectedOrders }) => {
    if (!application) return [];
    const { applicationId } = application;
    const counts = [
      ['applications', applications.get(userId), 1],
      ['orders', orders.get(applicationId), expectedOrders],
      ['orders at the provider', receipts.get(applicationId), expectedOrders],
    ] as const;
    return counts.flatMap(([kind, actual, expected]) =>
      (actual?.length ?? 0) === expected ? [] : [`${applicationId}: ${actual?.length ?? 0} ${kind}`],
    );
  });
  const { size } = applications;
  return {
    measured: `${size} applicants, ${snapshot.applications.length} applications, ${ledger.orders.length} orders`,
    violations,
  };
};

const formatRupees = (paise: number): string => `₹${(paise / 100).toFixed(2)}`;
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Asserts for each payment that our captured amount equals the provider's, without refunds. */
const assertCapturesMatch: Assertion = ({ snapshot, ledger }) => {
  const ownCaptures = new Map(
    snapshot.attempts
      .filter(({ state }) => state === 'captured')
      .map(({ payment_id, amount }) => [String(payment_id), Number(amount)]),
  );
  const providerCaptures = new Map(
    ledger.payments
      .filter(({ status, amount, amount_refunded }) => status === 'captured' && amount > amount_refunded)
      .map(({ id, amount, amount_refunded }) => [id, amount - amount_refunded]),
  );
  const payments = [...new Set([...ownCaptures.keys(), ...providerCaptures.keys()])];
  const violations = payments
    .filter((payment) => ownCaptures.get(payment) !== providerCaptures.get(payment))
    .map(
      (payment) =>
        `${payment}: portal ${ownCaptures.get(payment) ?? 0}, provider ${providerCaptures.get(payment) ?? 0} paise`,
    );
  const [ownSum, providerSum] = [sum([...ownCaptures.values()]), sum([...providerCaptures.values()])];
  return {
    measured: `${formatRupees(ownSum)} - ${formatRupees(providerSum)} = ${formatRupees(ownSum - providerSum)}`,
    violations,
  };
};

const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Asserts that no recovery exceeded its limit, multiplied by the machine's timeout factor. */
const createRecoveryAssertion =
  (kind: RecoveryKind): Assertion =>
  ({ recoveries }) => {
    const limit = scaledTimeout(LIMITS_MS[kind]);
    const measured = recoveries.filter((recovery) => recovery.kind === kind);
    const longest = Math.max(0, ...measured.map(({ ms }) => ms));
    return {
      measured: `${formatSeconds(longest)} at most, of ${measured.length}; limit ${formatSeconds(limit)} (factor ${timeoutFactor})`,
      violations: [
        ...(measured.length === 0 ? ['no recovery was measured'] : []),
        ...measured
          .filter(({ ms }) => ms > limit)
          .map(({ name, ms, lastReason = '' }) => `${name}: ${ms} ms; last reason: ${lastReason}`),
      ],
    };
  };

/** Asserts that no work was pending at the end. */
const assertQuiescence: Assertion = ({ quiescence: { ms, remaining } }) => ({
  measured: `${(ms / 1000).toFixed(0)} s`,
  violations: remaining,
});

/** Asserts that each scheduled fault took effect, since a run without it proves nothing about it. */
const assertEveryFaultInjected: Assertion = ({ scheduledFaults, injectedFaults }) => {
  const occurred = new Set(
    injectedFaults.filter((injected) => injected.hasOccurred).map(({ fault }) => fault),
  );
  const missing = scheduledFaults.filter((fault) => !occurred.has(fault));
  return {
    measured: `${injectedFaults.length} faults, ${occurred.size} of ${scheduledFaults.length} kinds`,
    violations: missing,
  };
};

type Transitions = readonly (readonly [from: string, to: string, event: unknown])[];

/** The services' transition tables. One commit may move an attempt twice: captured, then refund requested. */
const tables: Readonly<Record<string, { transitions: Transitions; transitionsPerCommit: number }>> = {
  'archaka_payment.orders': { transitions: orderTransitions, transitionsPerCommit: 1 },
  'archaka_payment.attempts': { transitions: attemptTransitions, transitionsPerCommit: 2 },
  'archaka_application.applications': { transitions: applicationEdges, transitionsPerCommit: 1 },
};

function isReachable(
  from: string,
  to: string,
  { transitions, transitionsPerCommit }: (typeof tables)[string],
): boolean {
  let reached = [from];
  for (let step = 0; step < transitionsPerCommit; step += 1) {
    reached = [...reached, ...transitions.filter(([start]) => reached.includes(start)).map(([, end]) => end)];
  }
  return reached.includes(to);
}

/** Asserts that orders, attempts and applications changed by permitted transitions only. */
const assertForwardOnly: Assertion = ({ history }) => {
  let transitionCount = 0;
  const violations = Object.entries(tables).flatMap(([collection, table]) =>
    [...(history.states.get(collection) ?? [])].flatMap(([id, states]) =>
      states.slice(1).flatMap((to, index) => {
        const from = states[index] as string;
        transitionCount += 1;
        return isReachable(from, to, table) ? [] : [`${collection} ${id}: ${states.join(', ')}`];
      }),
    ),
  );
  return { measured: `${violations.length} of ${transitionCount} transitions not permitted`, violations };
};

/** Asserts one current ticket for each paid application and none for others. Journeys have fetched theirs. */
const assertTicketsMatch: Assertion = ({ snapshot }) => {
  const currentTickets = Map.groupBy(
    snapshot.tickets.filter(({ state }) => state === 'current'),
    ({ application_id }) => String(application_id),
  );
  const violations = snapshot.applications.flatMap(({ _id, state }) => {
    const tickets = currentTickets.get(String(_id))?.length ?? 0;
    return tickets === (state === 'paid' ? 1 : 0)
      ? []
      : [`${_id} is ${state} and has ${tickets} current tickets`];
  });
  const paid = snapshot.applications.filter(({ state }) => state === 'paid').length;
  return {
    measured: `${currentTickets.size} tickets, ${paid} of ${snapshot.applications.length} applications paid`,
    violations,
  };
};

/** Assertions after every run, by their names in the report. */
export const assertions = {
  'every scheduled fault was injected': assertEveryFaultInjected,
  'every payment had a delivery fault': assertPaymentsDisturbed,
  'every applicant completed the scenario': assertJourneysEnd,
  'every application has the final state of its scenario': assertFinalStates,
  'no response reports an unexpected error': assertResponsesExpected,
  'the portal became quiescent without help': assertQuiescence,
  'every confirmed event was consumed': assertNoEventLost,
  'each event had one effect': assertOneEffect,
  'states moved forward only': assertForwardOnly,
  'the captured amounts equal the provider’s': assertCapturesMatch,
  'only paid applications have a current ticket, and each has one': assertTicketsMatch,
  'every applicant has one application and the orders of the scenario': assertOneOfEach,
  'the outboxes are empty': assertOutboxesEmpty,
  'there are no dead letters': assertNoDeadLetters,
  'a killed service is ready within 10 s': createRecoveryAssertion('service'),
  'MongoDB has a primary within 15 s': createRecoveryAssertion('primary'),
  'all services are ready 5 s after RabbitMQ accepts connections again': createRecoveryAssertion('broker'),
} satisfies Readonly<Record<string, Assertion>>;

export type AssertionResults = Readonly<Record<string, AssertionResult>>;

export const runAssertions = (observations: RunObservations): AssertionResults =>
  Object.fromEntries(Object.entries(assertions).map(([name, assertion]) => [name, assertion(observations)]));

export const haveAllPassed = (results: AssertionResults): boolean =>
  Object.values(results).every(({ violations }) => violations.length === 0);

const MAX_LINES = 10;

/** Formats the table of a run: each assertion with its outcome, its measured value and its violations. */
export function formatReport(results: AssertionResults): string {
  const rows = Object.entries(results);
  const nameWidth = Math.max(...rows.map(([name]) => name.length));
  return rows
    .flatMap(([name, { measured, violations }]) => [
      `${violations.length === 0 ? 'passed' : 'FAILED'}  ${name.padEnd(nameWidth)}  ${measured}`,
      ...violations.slice(0, MAX_LINES).map((line) => `          ${line}`),
      ...(violations.length > MAX_LINES ? [`          and ${violations.length - MAX_LINES} more`] : []),
    ])
    .join('\n');
}

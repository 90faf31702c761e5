import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { transitions as applicationEdges } from '../../svc-application/src/domain/application-state.ts';
import { attemptTransitions, orderTransitions } from '../../svc-payment/src/domain/states.ts';
import { listExpectedEffects, type PublishedEvent } from './broker.ts';
import type { History } from './history.ts';
import type { Journey } from './journeys.ts';
import type { DatabaseSnapshot, Ledger } from './quiescence.ts';
import { LIMITS_MS, type Recovery, type RecoveryKind } from './recoveries.ts';
import type { InjectedFault } from './schedule.ts';

/** All observations of a run, complete after its end. */
export interface RunObservations {
  readonly journeys: readonly Journey[];
  readonly unexpectedResponses: readonly string[];
  /** Faults that must occur at least once. */
  readonly scheduledFaults: readonly string[];
  readonly injectedFaults: readonly InjectedFault[];
  readonly recoveries: readonly Recovery[];
  readonly history: History;
  readonly events: readonly PublishedEvent[];
  readonly snapshot: DatabaseSnapshot;
  readonly ledger: Ledger;
  readonly deadLetters: readonly string[];
  /** What was still pending when the portal should have been quiescent. */
  readonly pendingWork: readonly string[];
}

/** @returns the violations */
type Assertion = (observations: RunObservations) => readonly string[];

/** Asserts that every event of an outbox was published and took effect at every consumer. */
const findLostEvents: Assertion = ({ history: { written, effects }, events }) => {
  const published = new Map(events.map(({ id, type }) => [id, type]));
  return [
    ...[...written]
      .filter(([id]) => !published.has(id))
      .map(([id, type]) => `${type} ${id} was written and never published`),
    ...listExpectedEffects(published)
      .filter((effect) => !effects.has(effect))
      .map((effect) => `${effect} has no effect`),
  ];
};

/** The fields of an event's data that identify its subject. A subject has one event of a type. */
const subjects: Readonly<Record<string, readonly string[]>> = {
  'application.submitted.v1': ['application_id'],
  'payment.order-created.v1': ['order_id'],
  'payment.captured.v1': ['order_id'],
  'ticket.issued.v1': ['application_id', 'version'],
};

/** Asserts that an event has one effect regardless of its deliveries, and a subject one event. */
const findDuplicateEffects: Assertion = ({ history: { effects, tickets }, events, ledger, journeys }) => {
  const orders = new Map(
    journeys.map(({ application, orderCount }) => [application?.applicationId, orderCount]),
  );
  /** A ticket contains its payment, so a payment of another order issues the same version again. */
  const countAllowedTickets = (ticket: string) => orders.get(ticket.split(' ')[0]) ?? 1;
  const distinct = [...new Map(events.map((event) => [event.id, event])).values()];
  const eventsBySubject = Map.groupBy(distinct, ({ type, id, data }) =>
    [type, ...(subjects[type]?.map((field) => data[field]) ?? [id])].join(' '),
  );
  const countAllowedEvents = (subject: string) =>
    subject.startsWith('ticket.issued.v1 ') ? countAllowedTickets(subject.split(' ')[1] ?? '') : 1;
  const refunds = Map.groupBy(ledger.refunds, ({ payment_id }) => payment_id);
  return [
    ...[...effects].filter(([, times]) => times > 1).map(([effect]) => `${effect} took effect twice`),
    ...[...eventsBySubject]
      .filter(([subject, { length }]) => length > countAllowedEvents(subject))
      .map(([subject]) => `${subject} was published by two events`),
    ...[...tickets]
      .filter(([ticket, times]) => times > countAllowedTickets(ticket))
      .map(([ticket]) => `${ticket} was issued twice`),
    ...[...refunds]
      .filter(([, { length }]) => length > 1)
      .map(([payment]) => `${payment} was refunded twice`),
  ];
};

const expectedStates = { S: 'paid', F: 'failed', C: 'cancelled' } as const;

/** Asserts that each application ends in its scenario's state, also when its applicant timed out. */
const findWrongFinalStates: Assertion = ({ journeys, snapshot }) => {
  const states = new Map(snapshot.applications.map(({ _id, state }) => [String(_id), String(state)]));
  return journeys.flatMap(({ scenario, expectedStatus, application }) => {
    const state = application && states.get(application.applicationId);
    return !application || state === expectedStates[expectedStatus]
      ? []
      : [`${application.applicationId} ${scenario}: it is ${state}`];
  });
};

/** Receipts of later orders end with a number after the application ID. */
const toApplicationId = (receipt: string): string => receipt.replace(/^([^-]+-[^-]+)-\d+$/, '$1');

/** Asserts one application for each applicant, with the scenario's number of orders here and at the provider. */
const findWrongCounts: Assertion = ({ journeys, snapshot, ledger }) => {
  const groupByKey = (keys: readonly string[]) => Map.groupBy(keys, (key) => key);
  const applications = groupByKey(snapshot.applications.map(({ userId }) => String(userId)));
  const orders = groupByKey(snapshot.orders.map(({ application_id }) => String(application_id)));
  const receipts = groupByKey(ledger.orders.map(({ receipt }) => toApplicationId(receipt)));
  return journeys.flatMap(({ userId, application, orderCount }) => {
    if (!application) return [];
    const { applicationId } = application;
    const counts = [
      ['applications', applications.get(userId), 1],
      ['orders', orders.get(applicationId), orderCount],
      ['orders at the provider', receipts.get(applicationId), orderCount],
    ] as const;
    return counts.flatMap(([kind, actual, expected]) =>
      (actual?.length ?? 0) === expected ? [] : [`${applicationId}: ${actual?.length ?? 0} ${kind}`],
    );
  });
};

/** Asserts for each payment that our captured amount equals the provider's, without refunds. */
const findUnequalCaptures: Assertion = ({ snapshot, ledger }) => {
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
  return [...new Set([...ownCaptures.keys(), ...providerCaptures.keys()])]
    .filter((payment) => ownCaptures.get(payment) !== providerCaptures.get(payment))
    .map(
      (payment) =>
        `${payment}: portal ${ownCaptures.get(payment) ?? 0}, provider ${providerCaptures.get(payment) ?? 0} paise`,
    );
};

/** Asserts that no recovery exceeded its limit, multiplied by the machine's timeout factor. */
const createRecoveryAssertion =
  (kind: RecoveryKind): Assertion =>
  ({ recoveries }) => {
    const measured = recoveries.filter((recovery) => recovery.kind === kind);
    if (measured.length === 0) return ['no recovery was measured'];
    return measured
      .filter(({ ms }) => ms > scaledTimeout(LIMITS_MS[kind]))
      .map(({ name, ms, lastReason = '' }) => `${name}: ${ms} ms; last reason: ${lastReason}`);
  };

/** Asserts that each scheduled fault took effect, since a run without it proves nothing about it. */
const findMissingFaults: Assertion = ({ scheduledFaults, injectedFaults }) => {
  const occurred = new Set(injectedFaults.filter(({ hasOccurred }) => hasOccurred).map(({ fault }) => fault));
  return scheduledFaults.filter((fault) => !occurred.has(fault));
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
  for (let step = 0; step < transitionsPerCommit; step += 1)
    reached = [...reached, ...transitions.filter(([start]) => reached.includes(start)).map(([, end]) => end)];
  return reached.includes(to);
}

/** Asserts that orders, attempts and applications changed by permitted transitions only. */
const findBackwardTransitions: Assertion = ({ history }) =>
  Object.entries(tables).flatMap(([collection, table]) =>
    [...(history.states.get(collection) ?? [])]
      .filter(([, states]) =>
        states.slice(1).some((to, index) => !isReachable(states[index] as string, to, table)),
      )
      .map(([id, states]) => `${collection} ${id}: ${states.join(', ')}`),
  );

/** Asserts one current ticket for each paid application and none for others. Journeys have fetched theirs. */
const findWrongTickets: Assertion = ({ snapshot }) => {
  const currentTickets = Map.groupBy(
    snapshot.tickets.filter(({ state }) => state === 'current'),
    ({ application_id }) => String(application_id),
  );
  return snapshot.applications.flatMap(({ _id, state }) => {
    const tickets = currentTickets.get(String(_id))?.length ?? 0;
    return tickets === (state === 'paid' ? 1 : 0)
      ? []
      : [`${_id} is ${state} and has ${tickets} current tickets`];
  });
};

/** Assertions after every run, by their names in the report. A 503 is an expected response. */
export const assertions = {
  'every scheduled fault was injected': findMissingFaults,
  'every applicant completed the scenario': ({ journeys }) => journeys.flatMap(({ stuck }) => stuck ?? []),
  'every application has the final state of its scenario': findWrongFinalStates,
  'no response reports an unexpected error': ({ unexpectedResponses }) => unexpectedResponses,
  'the portal became quiescent without help': ({ pendingWork }) => pendingWork,
  'every confirmed event was consumed': findLostEvents,
  'each event had one effect': findDuplicateEffects,
  'states moved forward only': findBackwardTransitions,
  'the captured amounts equal the provider’s': findUnequalCaptures,
  'only paid applications have a current ticket, and each has one': findWrongTickets,
  'every applicant has one application and the orders of the scenario': findWrongCounts,
  'there are no dead letters': ({ deadLetters }) => deadLetters,
  'a killed service is ready within 10 s': createRecoveryAssertion('service'),
  'MongoDB has a primary within 15 s': createRecoveryAssertion('primary'),
  'all services are ready 5 s after RabbitMQ accepts connections again': createRecoveryAssertion('broker'),
} satisfies Readonly<Record<string, Assertion>>;

/** Violations by the assertion's name. */
export type AssertionResults = Readonly<Record<string, readonly string[]>>;

export const runAssertions = (observations: RunObservations): AssertionResults =>
  Object.fromEntries(Object.entries(assertions).map(([name, assertion]) => [name, assertion(observations)]));

export const haveAllPassed = (results: AssertionResults): boolean =>
  Object.values(results).every(({ length }) => length === 0);

const MAX_LINES = 10;

/** Each assertion with its outcome and its violations. */
export const formatReport = (results: AssertionResults): string =>
  Object.entries(results)
    .flatMap(([name, violations]) => [
      `${violations.length === 0 ? 'passed' : 'FAILED'}  ${name}`,
      ...violations.slice(0, MAX_LINES).map((line) => `          ${line}`),
      ...(violations.length > MAX_LINES ? [`          and ${violations.length - MAX_LINES} more`] : []),
    ])
    .join('\n');

import type { Assertion, AssertionResult, RunObservations } from './assertion.ts';
import { assertNoDeadLetters, assertNoEventLost, assertOneEffect, assertOutboxesEmpty } from './events.ts';
import {
  assertFinalStates,
  assertJourneysEnd,
  assertOneOfEach,
  assertPaymentsDisturbed,
  assertResponsesExpected,
} from './journeys.ts';
import { assertCapturesMatch } from './money.ts';
import { assertEveryFaultInjected, assertQuiescence, createRecoveryAssertion } from './recovery.ts';
import { assertForwardOnly } from './states.ts';
import { assertTicketsMatch } from './tickets.ts';

type Assertions = Readonly<Record<string, Assertion>>;

/** Assertions after every run, by their names in the report. */
const commonAssertions = {
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
} satisfies Assertions;

/** Assertions on one machine with a single broker. */
export const assertions = {
  ...commonAssertions,
  'all services are ready 5 s after RabbitMQ accepts connections again': createRecoveryAssertion('broker'),
} satisfies Assertions;

/** Assertions on a cluster. */
export const clusterAssertions = {
  ...commonAssertions,
  'RabbitMQ’s queues have a leader within 10 s': createRecoveryAssertion('leader'),
} satisfies Assertions;

export type AssertionResults = Readonly<Record<string, AssertionResult>>;

export const runAssertions = (chosen: Assertions, observations: RunObservations): AssertionResults =>
  Object.fromEntries(Object.entries(chosen).map(([name, assertion]) => [name, assertion(observations)]));

export const haveAllPassed = (results: AssertionResults): boolean =>
  Object.values(results).every(({ violations }) => violations.length === 0);

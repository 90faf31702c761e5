import { noDeadLetters, noneLost, oneEffect, outboxesEmpty } from './events.ts';
import type { Assertion, Evidence, Finding } from './finding.ts';
import { answersInOrder, journeysEnd, oneOfEach, paymentsFaulted } from './journeys.ts';
import { booksAgree } from './money.ts';
import { comesToRest, everyFaultStruck, recoversIn } from './recovery.ts';
import { forwardOnly } from './states.ts';
import { ticketsFit } from './tickets.ts';

/** Everything that must hold after a run, in the words of its table. */
export const assertions = {
  'every fault happened': everyFaultStruck,
  'every payment lost some of its news': paymentsFaulted,
  'everybody came to the end of their way': journeysEnd,
  'the portal never said that it broke': answersInOrder,
  'the portal came to rest by itself': comesToRest,
  'events confirmed minus events consumed is 0': noneLost,
  'each event had one effect': oneEffect,
  'states moved forward only': forwardOnly,
  'our captured sum is the provider’s': booksAgree,
  'one current ticket for each paid application, none for the rest': ticketsFit,
  'one application and one order for each applicant': oneOfEach,
  'the outboxes are empty': outboxesEmpty,
  'there are no dead letters': noDeadLetters,
  'a killed service is ready within 10 s': recoversIn('service'),
  'MongoDB has a primary within 15 s': recoversIn('primary'),
  'all services are ready 5 s after RabbitMQ accepts again': recoversIn('broker'),
} satisfies Record<string, Assertion>;

export type Verdict = Readonly<Record<keyof typeof assertions, Finding>>;

export const judge = (evidence: Evidence): Verdict =>
  Object.fromEntries(
    Object.entries(assertions).map(([name, assertion]) => [name, assertion(evidence)]),
  ) as unknown as Verdict;

export const holds = (verdict: Verdict): boolean =>
  Object.values(verdict).every(({ against }) => against.length === 0);

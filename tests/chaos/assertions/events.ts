import { listExpectedEffects } from '../watch/consumers.ts';
import type { Assertion } from './assertion.ts';

/** Asserts that every event of an outbox was published and took effect at every consumer. */
export const assertNoEventLost: Assertion = ({ history: { written, confirmed, effects }, events }) => {
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
export const assertOneEffect: Assertion = ({ history: { effects, tickets }, events, ledger, journeys }) => {
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

export const assertOutboxesEmpty: Assertion = ({ outboxRows }) => ({
  measured: `${outboxRows} rows`,
  violations: outboxRows > 0 ? [`${outboxRows} rows wait`] : [],
});

export const assertNoDeadLetters: Assertion = ({ deadLetters }) => ({
  measured: String(deadLetters.length),
  violations: deadLetters,
});

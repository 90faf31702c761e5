import { placesOf } from '../watch/takers.ts';
import type { Assertion } from './finding.ts';

/** What left an outbox for good was published, and took effect with everybody who takes it. */
export const noneLost: Assertion = ({ story: { written, confirmed, effects }, heard }) => {
  const published = new Map(heard.map(({ id, type }) => [id, type]));
  const unheard = [...written].filter(([id]) => !published.has(id));
  const places = placesOf(published);
  const unconsumed = places.filter((place) => !effects.has(place));
  return {
    measured: `${places.length} - ${places.length - unconsumed.length} = ${unconsumed.length}; ${confirmed.size} confirmed, ${heard.length} sent`,
    against: [
      ...unheard.map(([id, type]) => `${type} ${id} was written and never published`),
      ...unconsumed.map((place) => `${place} has no effect`),
    ],
  };
};

/** What of an event's data names the thing that it may tell of only once. */
const subjects: Readonly<Record<string, readonly string[]>> = {
  'application.submitted.v1': ['application_id'],
  'payment.order-created.v1': ['order_id'],
  'payment.captured.v1': ['order_id'],
  'ticket.issued.v1': ['application_id', 'version'],
};

/** However often an event arrives it has one effect, and nothing is told by two events. */
export const oneEffect: Assertion = ({ story: { effects, tickets }, heard, ledger, journeys }) => {
  const orders = new Map(journeys.map(({ applied, orders }) => [applied?.applicationId, orders]));
  /** A ticket names its payment: paid again by another order, the same version is made and told again. */
  const mayBeMade = (ticket: string) => orders.get(ticket.split(' ')[0]) ?? 1;
  const distinct = [...new Map(heard.map((event) => [event.id, event])).values()];
  const told = Map.groupBy(distinct, ({ type, id, data }) =>
    [type, ...(subjects[type]?.map((field) => data[field]) ?? [id])].join(' '),
  );
  const refunds = Map.groupBy(ledger.refunds, ({ payment_id }) => payment_id);
  const mayBeTold = (what: string) =>
    what.startsWith('ticket.issued.v1 ') ? mayBeMade(what.split(' ')[1] ?? '') : 1;
  const twice = [
    ...[...effects].filter(([, times]) => times > 1).map(([place]) => `${place} took effect twice`),
    ...[...told]
      .filter(([what, events]) => events.length > mayBeTold(what))
      .map(([what]) => `${what} was told by two events`),
    ...[...tickets]
      .filter(([ticket, times]) => times > mayBeMade(ticket))
      .map(([ticket]) => `${ticket} was made twice`),
    ...[...refunds].filter(([, each]) => each.length > 1).map(([payment]) => `${payment} was refunded twice`),
  ];
  return {
    measured: `${twice.length} doubled; ${heard.length - distinct.length} events arrived again`,
    against: twice,
  };
};

export const outboxesEmpty: Assertion = ({ outboxRows }) => ({
  measured: `${outboxRows} rows`,
  against: outboxRows > 0 ? [`${outboxRows} rows wait`] : [],
});

export const noDeadLetters: Assertion = ({ deadLetters }) => ({
  measured: String(deadLetters.length),
  against: deadLetters,
});

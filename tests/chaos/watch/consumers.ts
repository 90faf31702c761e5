import type { events } from '@archaka/contracts';

type EventType = (typeof events)[number]['type'];

/** The consumers of each event, by the names of their databases. */
const consumersByEvent: Readonly<Record<EventType, readonly string[]>> = {
  'application.submitted.v1': ['archaka_payment', 'archaka_ticket'],
  'application.updated.v1': ['archaka_ticket'],
  'application.claim-lost.v1': ['archaka_payment', 'archaka_ticket'],
  'payment.order-created.v1': ['archaka_application'],
  'payment.captured.v1': ['archaka_application', 'archaka_ticket'],
  'payment.failed.v1': ['archaka_application'],
  'payment.cancelled.v1': ['archaka_application'],
  'payment.reversed.v1': ['archaka_application', 'archaka_ticket'],
  'ticket.issued.v1': ['archaka_application'],
};

/** The expected effects of these events: `archaka_ticket <event id>`. */
export const listExpectedEffects = (events: Iterable<readonly [id: string, type: string]>): string[] =>
  [...events].flatMap(([id, type]) =>
    (consumersByEvent[type as EventType] ?? []).map((consumer) => `${consumer} ${id}`),
  );

import {
  defineEvent,
  type EventDefinition,
  events,
  orderCreated,
  paymentCaptured,
  ticketIssued,
} from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { assertEventContracts } from './event-contracts.ts';
import { handleEvent } from './handle-message.ts';

const unknown = defineEvent('ticket.torn.v1', {
  producer: 'ticket',
  consumers: ['ticket'],
  data: z.object({}),
});
const routed = (events as readonly EventDefinition[]).filter(({ consumers }) => consumers.includes('ticket'));
const assertContracts = (published: EventDefinition, consumed: readonly EventDefinition[]) =>
  assertEventContracts({
    service: 'svc-ticket',
    publishedEvents: [published],
    eventHandlers: consumed.map((event) => handleEvent(event, async () => {})),
  });

test('allows a service to publish its own events and to consume those that the contracts route to it', () => {
  expect(() => assertContracts(ticketIssued, routed)).not.toThrow();
});

test.each<[string, EventDefinition, readonly EventDefinition[], string]>([
  [
    'without a handler of an event that the contracts route to it',
    ticketIssued,
    routed.filter((event) => event !== paymentCaptured),
    'it has no handler of payment.captured.v1',
  ],
  [
    'with events that the contracts lack',
    unknown,
    [...routed, unknown],
    'svc-ticket does not start: ticket.torn.v1 is not an event of contracts',
  ],
  [
    "with another service's event or one that it consumes twice",
    orderCreated,
    [...routed, paymentCaptured],
    'payment.order-created.v1 does not belong to svc-ticket; payment.captured.v1 is consumed twice',
  ],
  [
    'with an event that the contracts do not route to it',
    ticketIssued,
    [...routed, orderCreated],
    'contracts do not list svc-ticket as a consumer of payment.order-created.v1',
  ],
])('prevents the start %s', (_what, published, consumed, message) => {
  expect(() => assertContracts(published, consumed)).toThrow(message);
});

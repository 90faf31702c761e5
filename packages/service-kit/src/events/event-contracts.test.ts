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
const nothing = async () => {};
const handled = (events as readonly EventDefinition[])
  .filter(({ consumers }) => consumers.includes('ticket'))
  .map((event) => handleEvent(event, nothing));

test('allows a service to publish its own events and to consume those that the contracts route to it', () => {
  expect(() =>
    assertEventContracts({ service: 'svc-ticket', publishedEvents: [ticketIssued], eventHandlers: handled }),
  ).not.toThrow();
});

test('prevents the start without a handler of an event that the contracts route to the service', () => {
  const eventHandlers = handled.filter(({ definition }) => definition !== paymentCaptured);
  expect(() => assertEventContracts({ service: 'svc-ticket', publishedEvents: [], eventHandlers })).toThrow(
    'it has no handler of payment.captured.v1',
  );
});

test('prevents the start with events that the contracts lack', () => {
  const check = () =>
    assertEventContracts({
      service: 'svc-ticket',
      publishedEvents: [unknown],
      eventHandlers: [...handled, handleEvent(unknown, nothing)],
    });
  expect(check).toThrow('svc-ticket does not start: ticket.torn.v1 is not an event of contracts');
});

test("prevents the start when it publishes another service's event or consumes an event twice", () => {
  const eventHandlers = [...handled, handleEvent(paymentCaptured, nothing)];
  expect(() =>
    assertEventContracts({ service: 'svc-ticket', publishedEvents: [orderCreated], eventHandlers }),
  ).toThrow('payment.order-created.v1 does not belong to svc-ticket; payment.captured.v1 is consumed twice');
});

test('prevents the start with an event that the contracts do not route to the service', () => {
  const eventHandlers = [...handled, handleEvent(orderCreated, nothing)];
  expect(() => assertEventContracts({ service: 'svc-ticket', publishedEvents: [], eventHandlers })).toThrow(
    'contracts do not list svc-ticket as a consumer of payment.order-created.v1',
  );
});

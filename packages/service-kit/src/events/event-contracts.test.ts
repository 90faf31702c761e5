import {
  applicationSubmitted,
  defineEvent,
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

test('a service may publish its own events and take those that the contracts send to it', () => {
  const eventHandlers = [handleEvent(applicationSubmitted, nothing), handleEvent(paymentCaptured, nothing)];
  expect(() =>
    assertEventContracts({ service: 'svc-ticket', publishedEvents: [ticketIssued], eventHandlers }),
  ).not.toThrow();
});

test('events that contracts lacks keep it from starting', () => {
  const check = () =>
    assertEventContracts({
      service: 'svc-ticket',
      publishedEvents: [unknown],
      eventHandlers: [handleEvent(unknown, nothing)],
    });
  expect(check).toThrow('svc-ticket does not start: ticket.torn.v1 is not an event of contracts');
});

test("so do another service's events among its own, and an event taken twice", () => {
  const eventHandlers = [handleEvent(paymentCaptured, nothing), handleEvent(paymentCaptured, nothing)];
  expect(() =>
    assertEventContracts({ service: 'svc-ticket', publishedEvents: [orderCreated], eventHandlers }),
  ).toThrow('payment.order-created.v1 is not for svc-ticket to publish; payment.captured.v1 is taken twice');
});

test('an event that nobody keeps for a service keeps it from starting', () => {
  const eventHandlers = [handleEvent(orderCreated, nothing)];
  expect(() => assertEventContracts({ service: 'svc-ticket', publishedEvents: [], eventHandlers })).toThrow(
    'contracts do not name svc-ticket among those who take payment.order-created.v1',
  );
});

import { defineEvent, type EventDefinition, events, orderCreated, paymentCaptured } from '@archaka/contracts';
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
const assertContracts = (consumed: readonly EventDefinition[]) =>
  assertEventContracts({
    service: 'svc-ticket',
    eventHandlers: consumed.map((event) => handleEvent(event, async () => {})),
  });

test('allows a service to consume the events that the contracts route to it', () => {
  expect(() => assertContracts(routed)).not.toThrow();
});

test.each<[string, readonly EventDefinition[], string]>([
  [
    'without a handler of an event that the contracts route to it',
    routed.filter((event) => event !== paymentCaptured),
    'it has no handler of payment.captured.v1',
  ],
  [
    'with events that the contracts lack',
    [...routed, unknown],
    'svc-ticket does not start: ticket.torn.v1 is not an event of contracts',
  ],
  [
    'with an event that it consumes twice',
    [...routed, paymentCaptured],
    'svc-ticket does not start: payment.captured.v1 is consumed twice',
  ],
  [
    'with an event that the contracts do not route to it',
    [...routed, orderCreated],
    'contracts do not list svc-ticket as a consumer of payment.order-created.v1',
  ],
])('prevents the start %s', (_what, consumed, message) => {
  expect(() => assertContracts(consumed)).toThrow(message);
});

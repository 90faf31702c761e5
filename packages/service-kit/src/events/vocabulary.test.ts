import { applicationSubmitted, event, orderCreated, paymentCaptured, ticketIssued } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { on } from './taken.ts';
import { checkVocabulary } from './vocabulary.ts';

const unknown = event('ticket.torn.v1', { from: 'ticket', takenBy: ['ticket'], data: z.object({}) });
const nothing = async () => {};

test('a service may publish its own events and take those that the contracts send to it', () => {
  const takes = [on(applicationSubmitted, nothing), on(paymentCaptured, nothing)];
  expect(() => checkVocabulary({ service: 'svc-ticket', publishes: [ticketIssued], takes })).not.toThrow();
});

test('events that contracts lacks keep it from starting', () => {
  const check = () =>
    checkVocabulary({ service: 'svc-ticket', publishes: [unknown], takes: [on(unknown, nothing)] });
  expect(check).toThrow('svc-ticket does not start: ticket.torn.v1 is not an event of contracts');
});

test("so do another service's events among its own, and an event taken twice", () => {
  const takes = [on(paymentCaptured, nothing), on(paymentCaptured, nothing)];
  expect(() => checkVocabulary({ service: 'svc-ticket', publishes: [orderCreated], takes })).toThrow(
    'payment.order-created.v1 is not for svc-ticket to publish; payment.captured.v1 is taken twice',
  );
});

test('an event that nobody keeps for a service keeps it from starting', () => {
  const takes = [on(orderCreated, nothing)];
  expect(() => checkVocabulary({ service: 'svc-ticket', publishes: [], takes })).toThrow(
    'contracts do not name svc-ticket among those who take payment.order-created.v1',
  );
});

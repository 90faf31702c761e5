import { expect, test } from '@jest/globals';
import { type Faults, noFaults } from '../faults.ts';
import { type ProviderEvent, planDeliveries } from './events.ts';
import { getRetryDelay } from './webhook-dispatcher.ts';

const events: ProviderEvent[] = ['payment.authorized', 'payment.captured', 'order.paid'].map((event) => ({
  id: `id of ${event}`,
  event: event as ProviderEvent['event'],
  order_id: 'order_1',
  payment_id: 'pay_1',
  body: '{}',
}));

/** Event, state and milliseconds from now of every delivery, as planned. */
function plan(faults: Partial<Faults>): { event: string; state: string; after: number }[] {
  return planDeliveries(events, { ...noFaults, ...faults }, 1000).flatMap((fact) =>
    fact.fact === 'delivery'
      ? [{ event: fact.delivery.event, state: fact.delivery.state, after: fact.delivery.due_at - 1000 }]
      : [],
  );
}

test('without faults each event is sent once, soon and in order', () => {
  expect(plan({})).toEqual([
    { event: 'payment.authorized', state: 'pending', after: 0 },
    { event: 'payment.captured', state: 'pending', after: 20 },
    { event: 'order.paid', state: 'pending', after: 40 },
  ]);
});

test('lost events are planned as lost', () => {
  expect(plan({ webhooks: 'lose' }).map(({ state }) => state)).toEqual(['lost', 'lost', 'lost']);
});

test('delays events by the delay', () => {
  expect(plan({ webhooks: 'delay', delay_ms: 500 }).map(({ after }) => after)).toEqual([500, 520, 540]);
});

test('duplicated events are sent twice', () => {
  expect(plan({ webhooks: 'duplicate' })).toHaveLength(6);
});

test('reverses the order of reordered events', () => {
  const planned = plan({ webhooks: 'reorder' }).sort((one, other) => one.after - other.after);
  expect(planned.map(({ event }) => event)).toEqual(['order.paid', 'payment.captured', 'payment.authorized']);
});

test.each(['lose', 'delay', 'duplicate', 'reorder'] as const)(
  'at rate 0 nothing is wrong with %s',
  (webhooks) => {
    expect(plan({ webhooks, rate: 0 })).toEqual(plan({}));
  },
);

test('retries wait longer each time, a minute at most', () => {
  const delays = [0, 1, 2, 3, 7, 8, 9, 100].map(getRetryDelay);
  expect(delays).toEqual([250, 500, 1000, 2000, 32_000, 60_000, 60_000, 60_000]);
});

import { expect, test } from '@jest/globals';
import { type Faults, noFaults } from '../faults.ts';
import { type ProviderEvent, planDeliveries } from './events.ts';

const events: ProviderEvent[] = (['payment.captured', 'order.paid'] as const).map((event) => ({
  id: `id of ${event}`,
  event,
  order_id: 'order_1',
  payment_id: 'pay_1',
  body: '{}',
}));

/** Event id, state and milliseconds from the first of every delivery, as planned, in the order of sending. */
function plan(faults: Partial<Faults>): string[] {
  const deliveries = planDeliveries(events, { ...noFaults, ...faults }, 1000).flatMap((fact) =>
    fact.fact === 'delivery' ? [fact.delivery] : [],
  );
  const sent = deliveries.toSorted((one, other) => one.due_at - other.due_at);
  const start = faults.webhooks === 'reorder' ? (sent[0]?.due_at ?? 0) : 1000;
  return sent.map(({ event_id, state, due_at }) => `${event_id} ${state} ${due_at - start}`);
}

const once = ['id of payment.captured pending 0', 'id of order.paid pending 20'];

test.each<[Partial<Faults>, string[]]>([
  [{}, once],
  [{ webhooks: 'lose' }, ['id of payment.captured lost 0', 'id of order.paid lost 20']],
  [
    { webhooks: 'delay', delay_ms: 500 },
    ['id of payment.captured pending 500', 'id of order.paid pending 520'],
  ],
  [{ webhooks: 'duplicate' }, [...once, 'id of payment.captured pending 50', 'id of order.paid pending 70']],
  [{ webhooks: 'reorder' }, ['id of order.paid pending 0', 'id of payment.captured pending 150']],
  [{ webhooks: 'lose', rate: 0 }, once],
])('with the faults %j the events are planned so', (faults, planned) => {
  expect(plan(faults)).toEqual(planned);
});

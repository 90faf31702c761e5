import { randomInt } from 'node:crypto';
import { type Faults, shouldFail } from '../faults.ts';
import { createId } from '../ids.ts';
import type { DeliveryState, LedgerEvent } from '../ledger/ledger-events.ts';
import type { ProviderEvent } from './webhook-event.ts';

/** Delay between the events of one operation, so that they usually arrive in order. */
const SPACING_MS = 20;
const REORDER_SPACING_MS = 150;
const REORDER_HOLD_MS = 1000;
const DUPLICATE_AFTER_MS = 50;

/** Plans the deliveries of the events of one operation, with the provider's delays and the faults. */
export function planDeliveries(events: ProviderEvent[], faults: Faults, now: number): LedgerEvent[] {
  if (faults.webhooks === 'reorder' && shouldFail(faults)) return planReversed(events, now);
  return events.flatMap((event, index) => {
    const due = now + index * SPACING_MS;
    const fault = shouldFail(faults) ? faults.webhooks : 'ok';
    if (fault === 'lose') return [createDelivery(event, due, 'lost')];
    if (fault === 'delay') return [createDelivery(event, due + faults.delay_ms)];
    if (fault === 'duplicate')
      return [createDelivery(event, due), createDelivery(event, due + DUPLICATE_AFTER_MS)];
    return [createDelivery(event, due)];
  });
}

/** Last event first, delayed so that later events may overtake them. */
function planReversed(events: ProviderEvent[], now: number): LedgerEvent[] {
  const start = now + randomInt(REORDER_HOLD_MS);
  return events.map((event, index) =>
    createDelivery(event, start + (events.length - 1 - index) * REORDER_SPACING_MS),
  );
}

export function createDelivery(
  event: ProviderEvent,
  dueAt: number,
  state: DeliveryState = 'pending',
): LedgerEvent {
  return {
    fact: 'delivery',
    delivery: {
      id: createId(''),
      event_id: event.id,
      event: event.event,
      order_id: event.order_id,
      payment_id: event.payment_id,
      due_at: dueAt,
      state,
      attempts: 0,
      last_status: null,
      delivered_at: null,
    },
    body: event.body,
  };
}

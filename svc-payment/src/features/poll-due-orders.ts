import { createCounter, type Reschedule } from '@archaka/service-kit';
import { nextPollDelay, POLL_WINDOW_MS } from '../domain/poll-schedule.ts';
import { isCreated, type StoredOrder } from '../persistence/order-repository.ts';
import { pollOrder } from './confirm-payment/confirm-payment.ts';
import { recoverOrder } from './ensure-order.ts';
import type { Parts } from './parts.ts';

const polls = createCounter<{ outcome: 'done' | 'failed' }>({
  name: 'payment_polls_total',
  description: 'Polls of Razorpay for an order, by outcome',
});

type PollParts = Omit<Parts, 'mayPoll' | 'evidenceQueue'>;

/** Finds payments whose callback and webhook were lost. */
export async function pollDueOrder(
  parts: PollParts,
  order: StoredOrder,
  claimedAt: Date,
): Promise<Reschedule | undefined> {
  try {
    const again = await poll(parts, order, claimedAt);
    polls.add({ outcome: 'done' });
    return again;
  } catch (error) {
    polls.add({ outcome: 'failed' });
    parts.log.warn(
      { order_id: order.order_id, err: error },
      'polling an order at Razorpay failed; it is retried',
    );
    throw error;
  }
}

async function poll(parts: PollParts, order: StoredOrder, at: Date): Promise<Reschedule | undefined> {
  // Without an id, the response to its creation may have been lost.
  if (!isCreated(order)) return void (await recoverOrder(parts, order));
  // All times are the database's.
  const ageMs = at.getTime() - ((order.left_at ?? order.placed_at)?.getTime() ?? 0);
  const ledger = await pollOrder(parts, order, ageMs >= POLL_WINDOW_MS ? 'final-poll' : 'poll');
  const againInMs = ledger && nextPollDelay(ledger, { ageMs, minDelayMs: parts.settings.firstPollMs });
  return typeof againInMs === 'number' ? { againInMs } : undefined;
}

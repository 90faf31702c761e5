import { createCounter, type Log, type Reschedule } from '@archaka/service-kit';
import { nextPollDelay, POLL_WINDOW_MS } from '../../domain/poll-schedule.ts';
import { type CreatedOrder, isCreated, type StoredOrder } from '../../persistence/stored-order.ts';
import type { ConfirmPayment } from '../confirm-payment/confirm-payment.ts';

interface PollDueOrdersDependencies {
  readonly pollOrder: ConfirmPayment['pollOrder'];
  readonly recoverOrder: (order: StoredOrder) => Promise<void>;
  readonly log: Log;
  readonly minDelayMs: number;
}

const polls = createCounter<{ outcome: 'done' | 'failed' }>({
  name: 'payment_looks_total',
  description: 'Polls of Razorpay for an order, by outcome',
});

/** Finds payments whose callback and webhook were lost. */
export function createPollDueOrders({ pollOrder, recoverOrder, log, minDelayMs }: PollDueOrdersDependencies) {
  async function pollCreated(order: CreatedOrder, ageMs: number): Promise<Reschedule | undefined> {
    const ledger = await pollOrder(order, ageMs >= POLL_WINDOW_MS ? 'last-look' : 'look');
    const againInMs = ledger ? nextPollDelay(ledger, { ageMs, minDelayMs }) : null;
    return againInMs === null ? undefined : { againInMs };
  }

  /** Without an id, the response to its creation may have been lost. */
  const pollOrRecover = async (order: StoredOrder, at: Date): Promise<Reschedule | undefined> =>
    isCreated(order) ? pollCreated(order, getAge(order, at)) : void (await recoverOrder(order));

  return async (order: StoredOrder, { claimedAt }: { claimedAt: Date }): Promise<Reschedule | undefined> => {
    try {
      const again = await pollOrRecover(order, claimedAt);
      polls.add({ outcome: 'done' });
      return again;
    } catch (error) {
      polls.add({ outcome: 'failed' });
      log.warn(
        { order_id: order.order_id, err: error },
        'polling an order at Razorpay failed; it is retried',
      );
      throw error;
    }
  };
}

/** All times are the database's. */
const getAge = ({ left_at, placed_at }: StoredOrder, at: Date): number =>
  at.getTime() - ((left_at ?? placed_at)?.getTime() ?? 0);

import { createCounter, type Log, type Reschedule } from '@archaka/service-kit';
import { nextPollDelay, POLL_WINDOW_MS } from '../../domain/poll-schedule.ts';
import { type CreatedOrder, isCreated, type StoredOrder } from '../../persistence/order-repository.ts';
import type { SnapshotReader } from '../sync-order/snapshot-reader.ts';
import type { SyncOrder } from '../sync-order/sync-order.ts';

interface PollDueOrdersDependencies {
  readonly snapshotReader: SnapshotReader;
  readonly syncOrder: SyncOrder;
  readonly recoverOrder: (order: StoredOrder) => Promise<void>;
  readonly log: Log;
  readonly minDelayMs: number;
}

const polls = createCounter<{ outcome: 'done' | 'failed' }>({
  name: 'payment_looks_total',
  description: 'Orders that Razorpay was asked about, by whether that could be done',
});

/** Asks Razorpay about an order that is due, so that money is found whatever got lost on the way. */
export function createPollDueOrders({
  snapshotReader,
  syncOrder,
  recoverOrder,
  log,
  minDelayMs,
}: PollDueOrdersDependencies) {
  async function pollOrder(order: CreatedOrder, ageMs: number): Promise<Reschedule | undefined> {
    const snapshot = await snapshotReader.fetchOrder(order);
    const trigger = ageMs >= POLL_WINDOW_MS ? 'last-look' : 'look';
    const ledger = await syncOrder({ orderId: order.order_id, snapshot, source: 'poll', trigger });
    const againInMs = ledger ? nextPollDelay(ledger, { ageMs, minDelayMs }) : null;
    return againInMs === null ? undefined : { againInMs };
  }

  /** An order that was asked for and never came: perhaps only the answer got lost. */
  const pollOrRecover = async (order: StoredOrder, at: Date): Promise<Reschedule | undefined> =>
    isCreated(order) ? pollOrder(order, getAge(order, at)) : void (await recoverOrder(order));

  return async (order: StoredOrder, { claimedAt }: { claimedAt: Date }): Promise<Reschedule | undefined> => {
    try {
      const again = await pollOrRecover(order, claimedAt);
      polls.add({ outcome: 'done' });
      return again;
    } catch (error) {
      polls.add({ outcome: 'failed' });
      log.warn({ order_id: order.order_id, err: error }, 'an order could not be looked into');
      throw error;
    }
  };
}

/** All times are the database's. */
const getAge = ({ left_at, placed_at }: StoredOrder, at: Date): number =>
  at.getTime() - ((left_at ?? placed_at)?.getTime() ?? 0);

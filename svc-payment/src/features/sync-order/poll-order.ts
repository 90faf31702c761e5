import type { Ledger } from '../../domain/ledger.ts';
import type { CreatedOrder } from '../../persistence/order-repository.ts';
import type { SnapshotReader } from './snapshot-reader.ts';
import type { SyncOrder } from './sync-order.ts';

/** Asks Razorpay about an order at once and repairs what is not as it says. Throws PartDown when it does not answer. */
export const createPollOrder =
  (snapshotReader: SnapshotReader, syncOrder: SyncOrder) =>
  async (order: CreatedOrder): Promise<Ledger | undefined> =>
    syncOrder({ orderId: order.order_id, snapshot: await snapshotReader.fetchOrder(order), source: 'poll' });
export type PollOrder = ReturnType<typeof createPollOrder>;

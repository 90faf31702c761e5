import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@archaka/service-kit';
import { replaceOrder } from '../../domain/replace-order.ts';
import type { LedgerRepository } from '../../persistence/ledger-repository.ts';
import { type CreatedOrder, isCreated, type OrderRepository } from '../../persistence/order-repository.ts';
import { withTimeout } from '../../razorpay/request-policy.ts';
import type { ProviderOrders } from './create-provider-order.ts';

interface PayableOrderDependencies {
  readonly db: Database;
  readonly orders: OrderRepository;
  readonly ledgers: LedgerRepository;
  readonly createProviderOrder: ProviderOrders['createProviderOrder'];
  /** Paise. */
  readonly fee: number;
}

export type GetPayableOrder = (applicationId: string) => Promise<CreatedOrder>;

/** The caller tells the applicant after 5 s that there is no order; its way here and back is in that, too. */
const TIMEOUT_MS = 4_000;
/** How often a caller looks whether another one has got the order. */
const POLL_INTERVAL_MS = 50;

/**
 * The order that an application is to be paid by, made if there is none: its present one, or a new one in
 * place of one whose money went back. Of any number of callers one asks Razorpay, the others wait for it.
 * @throws DependencyUnavailable when there is none in time; the next call then goes on from here.
 */
export function createGetPayableOrder({
  db,
  orders,
  ledgers,
  createProviderOrder,
  fee,
}: PayableOrderDependencies): GetPayableOrder {
  const replaceReversed = ({ order_id, application_id, user_id, round }: CreatedOrder) =>
    db.transaction(async () => {
      const before = await ledgers.open(order_id);
      const after = before && replaceOrder(before);
      if (!before || !after) return;
      await ledgers.write(before, after);
      await orders.createIfMissing({ application_id, user_id, amount: fee, round: round + 1 });
    });

  async function waitForOrder(applicationId: string, signal: AbortSignal): Promise<CreatedOrder> {
    for (;;) {
      const order = await orders.findByApplication(applicationId);
      if (isCreated(order)) {
        if (order.state !== 'reversed') return order;
        await replaceReversed(order);
        continue;
      }
      const leased = order && (await orders.lease(order._id));
      if (leased) return createProviderOrder(leased);
      await pause(POLL_INTERVAL_MS, undefined, { signal });
    }
  }

  return (applicationId) => withTimeout(TIMEOUT_MS, ({ signal }) => waitForOrder(applicationId, signal));
}

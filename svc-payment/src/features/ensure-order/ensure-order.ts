import { setTimeout as pause } from 'node:timers/promises';
import { ensureOrder } from '@archaka/contracts';
import {
  type Database,
  handleCall,
  invalid,
  notFound,
  ok,
  SubjectDeleted,
  type Tombstones,
} from '@archaka/service-kit';
import { needsReplacement, replaceOrder } from '../../domain/transitions.ts';
import type { LedgerRepository } from '../../persistence/ledger-repository.ts';
import type { OrderRepository } from '../../persistence/order-repository.ts';
import { type CreatedOrder, isCreated, type StoredOrder } from '../../persistence/stored-order.ts';
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

/** `userId`: of an order that replaces a closed one. */
export type GetPayableOrder = (
  applicationId: string,
  known?: { readonly leased: StoredOrder | undefined; readonly userId: string | undefined },
) => Promise<CreatedOrder>;

/** Below the caller's own timeout of 5 s, with time for the way there and back. */
const TIMEOUT_MS = 4_000;
const POLL_INTERVAL_MS = 50;

/**
 * Returns the application's payable order; creates it if missing, or replaces a reversed or closed one. One caller at a time
 * queries Razorpay; the others wait for its result. A caller with the `leased` order need not wait.
 * @throws DependencyUnavailable when there is none in time; the next call resumes from here
 */
export function createGetPayableOrder({
  db,
  orders,
  ledgers,
  createProviderOrder,
  fee,
}: PayableOrderDependencies): GetPayableOrder {
  const replace = ({ order_id, application_id, round, ...order }: CreatedOrder, userId: string | undefined) =>
    db.transaction(async () => {
      const before = await ledgers.open(order_id);
      if (!before || !needsReplacement(before.order)) return;
      const after = replaceOrder(before);
      if (after) await ledgers.write(before, after);
      const user_id = order.user_id ?? userId;
      await orders.createIfMissing({ application_id, user_id, amount: fee, round: round + 1 });
    });

  async function waitForOrder(
    applicationId: string,
    userId: string | undefined,
    signal: AbortSignal,
  ): Promise<CreatedOrder> {
    for (;;) {
      const order = await orders.findByApplication(applicationId);
      if (isCreated(order)) {
        if (!needsReplacement(order)) return order;
        await replace(order, userId);
        continue;
      }
      const leased = order && (await orders.lease(order._id));
      if (leased) return createProviderOrder(leased);
      await pause(POLL_INTERVAL_MS, undefined, { signal });
    }
  }

  return (applicationId, { leased, userId } = { leased: undefined, userId: undefined }) =>
    withTimeout(TIMEOUT_MS, ({ signal }) =>
      leased ? createProviderOrder(leased) : waitForOrder(applicationId, userId, signal),
    );
}

interface EnsureOrderDependencies {
  readonly orders: OrderRepository;
  readonly tombstones: Tombstones;
  readonly getPayableOrder: GetPayableOrder;
  /** Paise. */
  readonly fee: number;
}

/** Leaves room in Razorpay's 40 characters for the round's suffix: https://razorpay.com/docs/api/orders/create */
const MAX_ID_LENGTH = 36;

const toNotFound = (error: unknown): never => {
  throw error instanceof SubjectDeleted ? notFound() : error;
};

/** Rejects a withdrawn application with 404. */
export const createEnsureOrderHandler = ({
  orders,
  tombstones,
  getPayableOrder,
  fee,
}: EnsureOrderDependencies) =>
  handleCall(ensureOrder, {
    handle: async ({ body: { application_id, user_id } }) => {
      if (application_id.length > MAX_ID_LENGTH) {
        throw invalid([{ field: 'application_id', message: `has more than ${MAX_ID_LENGTH} characters` }]);
      }
      await tombstones.assertNone([application_id]).catch(toNotFound);
      const leased = await orders.createLeased({ application_id, user_id, amount: fee });
      const { order_id, amount, round } = await getPayableOrder(application_id, { leased, userId: user_id });
      return ok({ data: [{ order_id, amount, round }] });
    },
  });

import { setTimeout as pause } from 'node:timers/promises';
import { ensureOrder } from '@archaka/contracts';
import { handleCall, invalid, notFound, ok, SubjectDeleted } from '@archaka/service-kit';
import { needsReplacement, replaceOrder } from '../domain/ledger.ts';
import { findPublishedEvent, orderTransitions } from '../domain/states.ts';
import { type CreatedOrder, isCreated, type StoredOrder } from '../persistence/order-repository.ts';
import { isOutcomeUnknown, withTimeout } from '../razorpay/sdk.ts';
import type { Parts } from './parts.ts';

type OrderParts = Pick<
  Parts,
  'db' | 'orders' | 'ledgers' | 'provider' | 'events' | 'log' | 'settings' | 'examination'
>;

/** Below the caller's own timeout of 5 s, with time for the way there and back. */
const TIMEOUT_MS = 4_000;
const POLL_INTERVAL_MS = 50;
/** With the time of one request this stays below the lease, so that no second caller creates an order meanwhile. */
const FIND_TIMEOUT_MS = 1_200;
/** Leaves room in Razorpay's 40 characters for the round's suffix: https://razorpay.com/docs/api/orders/create */
const MAX_ID_LENGTH = 36;

/** Rejects a withdrawn application, and a revaluation without a fee, with 404. */
export const createEnsureOrderHandler = (parts: OrderParts & Pick<Parts, 'tombstones'>) =>
  handleCall(ensureOrder, {
    handle: async ({ body: { application_id, user_id, purpose } }) => {
      if (application_id.length > MAX_ID_LENGTH) {
        throw invalid([{ field: 'application_id', message: `has more than ${MAX_ID_LENGTH} characters` }]);
      }
      await parts.tombstones.assertNone([application_id]).catch((error: unknown) => {
        throw error instanceof SubjectDeleted ? notFound() : error;
      });
      const amount = findFee(parts.examination, purpose);
      if (amount === undefined) throw notFound();
      const leased = await parts.orders.createLeased({ application_id, purpose, user_id, amount });
      const subject = { application_id, purpose };
      const order = await getPayableOrder(parts, subject, { leased, userId: user_id });
      return ok({ data: [{ order_id: order.order_id, amount: order.amount, round: order.round }] });
    },
  });

/** Paise; undefined where the examination has no such order. */
const findFee = (
  { fee_paise, revaluation }: Parts['examination'],
  purpose: StoredOrder['purpose'],
): number | undefined => (purpose === 'application' ? fee_paise : revaluation?.fee_paise);

type OrderSubject = Pick<StoredOrder, 'application_id' | 'purpose'>;

interface KnownOrder {
  readonly leased?: StoredOrder | undefined;
  /** Of an order that replaces a closed one. */
  readonly userId?: string | undefined;
}

/**
 * Returns the application's payable order of a purpose; creates it if missing, or replaces a reversed or closed one.
 * One caller at a time queries Razorpay; the others wait for its result. A caller with the `leased` order need not wait.
 * @throws DependencyUnavailable when there is none in time; the next call resumes from here
 */
export const getPayableOrder = (
  parts: OrderParts,
  subject: OrderSubject,
  { leased, userId }: KnownOrder = {},
): Promise<CreatedOrder> =>
  withTimeout(TIMEOUT_MS, async ({ signal }) => {
    if (leased) return createProviderOrder(parts, leased);
    for (;;) {
      const order = await parts.orders.findLatest(subject);
      if (isCreated(order)) {
        if (!needsReplacement(order)) return order;
        await replace(parts, order, userId);
        continue;
      }
      const own = order && (await parts.orders.lease(order._id));
      if (own) return createProviderOrder(parts, own);
      await pause(POLL_INTERVAL_MS, undefined, { signal });
    }
  });

const replace = (
  { db, orders, ledgers, examination }: OrderParts,
  { order_id, application_id, purpose, amount, round, ...order }: CreatedOrder,
  userId: string | undefined,
) =>
  db.transaction(async () => {
    const before = await ledgers.open(order_id);
    if (!before || !needsReplacement(before.order)) return;
    await ledgers.write(before, replaceOrder(before));
    const user_id = order.user_id ?? userId;
    const next = { application_id, purpose, user_id, amount: findFee(examination, purpose) ?? amount };
    await orders.createIfMissing({ ...next, round: round + 1 });
  });

/** Only the holder of the row's lease may call this. */
async function createProviderOrder(parts: OrderParts, wanted: StoredOrder): Promise<CreatedOrder> {
  const { orders, provider } = parts;
  try {
    const found = wanted.creation_tries > 1 ? await findProviderOrder(parts, wanted) : undefined;
    const order = found ?? (await provider.createOrder({ receipt: wanted._id, amount: wanted.amount }));
    return await storeOrder(parts, wanted, order.id);
  } catch (error) {
    // A request without a response may still take effect; the lease excludes other callers for that time.
    if (!isOutcomeUnknown(error)) await orders.release(wanted._id);
    throw error;
  }
}

/** Stores an order that an earlier try created; creates none. */
export async function recoverOrder(parts: OrderParts, wanted: StoredOrder): Promise<void> {
  const found = await findProviderOrder(parts, wanted);
  if (found) await storeOrder(parts, wanted, found.id);
}

const findProviderOrder = ({ provider }: OrderParts, { _id: receipt, amount }: StoredOrder) =>
  withTimeout(FIND_TIMEOUT_MS, () => provider.findOrder({ receipt, amount }));

async function storeOrder(
  { db, orders, events, log, settings }: OrderParts,
  { _id: receipt, application_id, purpose }: StoredOrder,
  orderId: string,
): Promise<CreatedOrder> {
  const created = await db.transaction(async () => {
    const order = await orders.markCreated(receipt, orderId, settings.firstPollMs);
    if (!order) return undefined;
    const { order_id, amount, round } = order;
    const event = findPublishedEvent(orderTransitions[0], purpose);
    if (event) await events.publish(event, { application_id, order_id, amount, round });
    return order;
  });
  if (created) return created;
  const concurrent = await orders.findLatest({ application_id, purpose });
  if (!isCreated(concurrent)) throw new Error('the order is no longer in the database');
  if (concurrent.order_id !== orderId)
    log.warn({ orderId }, 'an order at Razorpay stays unused: another was created at the same time');
  return concurrent;
}

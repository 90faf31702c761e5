import { randomUUID } from 'node:crypto';
import { leaveForCheckout } from '@archaka/contracts';
import { type Database, notFound, ok, serve } from '@archaka/service-kit';
import { evidence } from '../../domain/evidence.ts';
import { leave } from '../../domain/leave.ts';
import { findUnfilled, type Ledger } from '../../domain/ledger.ts';
import { isToBeReplaced } from '../../domain/replace-order.ts';
import type { BookStore } from '../../store/books.ts';
import type { EvidenceStore } from '../../store/evidence.ts';
import type { OrderStore, PlacedOrder } from '../../store/orders.ts';
import type { OrderToPay } from '../ensure-order/order-to-pay.ts';
import { getOwnOrder } from '../own-order.ts';
import type { AskNow } from '../settle-order/ask-now.ts';
import type { CheckoutForms } from './checkout-form.ts';
import { refusePaid } from './refuse-paid.ts';

interface Parts {
  readonly db: Database;
  readonly orders: OrderStore;
  readonly books: BookStore;
  readonly evidence: EvidenceStore;
  readonly orderToPay: OrderToPay;
  readonly askNow: AskNow;
  readonly formFor: CheckoutForms;
}

/**
 * The applicant leaves for the checkout. Whoever has been there before might have paid without our
 * knowing it, so Razorpay is asked first, and nobody is sent to pay what is paid or held. An order whose
 * money went back takes no more: a new one stands in its place.
 */
export function leaveHandler({ db, orders, books, evidence: story, orderToPay, askNow, formFor }: Parts) {
  async function openAttempt({ order_id }: PlacedOrder): Promise<void> {
    const before = await books.open(order_id);
    if (!before) throw notFound();
    refusePaid(before);
    const { ledger } = leave(before, { id: randomUUID(), at: new Date() });
    await books.write(before, ledger);
    await story.keep(leaving(ledger));
    await orders.left(order_id);
  }

  return serve(leaveForCheckout, async ({ body, user }) => {
    const asked = await getOwnOrder(orders, body.order_id, user);
    const order = isToBeReplaced(asked) ? await orderToPay(asked.application_id) : asked;
    if (order.left_at) await askNow(order);
    await db.transaction(() => openAttempt(order));
    return ok({ data: [formFor(order, user)] });
  });
}

function leaving(ledger: Ledger) {
  const { order_id } = ledger.order;
  const { id: attempt_id = '', leavings = 0 } = findUnfilled(ledger) ?? {};
  const key = `checkout:${attempt_id}:${leavings}`;
  return evidence({ key, source: 'checkout', tells: 'left', order_id, attempt_id });
}

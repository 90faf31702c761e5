import { randomUUID } from 'node:crypto';
import { startCheckout } from '@archaka/contracts';
import { conflict, type Database, handleCall, notFound, ok } from '@archaka/service-kit';
import { createEvidence } from '../../domain/evidence.ts';
import { findOpenAttempt, type Ledger } from '../../domain/ledger.ts';
import { needsReplacement, recordCheckoutStart } from '../../domain/transitions.ts';
import type { EvidenceRepository } from '../../persistence/evidence-repository.ts';
import type { LedgerRepository } from '../../persistence/ledger-repository.ts';
import type { OrderRepository } from '../../persistence/order-repository.ts';
import type { CreatedOrder } from '../../persistence/stored-order.ts';
import type { ConfirmPayment } from '../confirm-payment/confirm-payment.ts';
import type { GetPayableOrder } from '../ensure-order/ensure-order.ts';
import { getOwnOrder } from '../own-order.ts';
import type { FormBuilder } from './checkout-form.ts';

interface StartCheckoutDependencies {
  readonly db: Database;
  readonly orders: OrderRepository;
  readonly ledgers: LedgerRepository;
  readonly evidence: EvidenceRepository;
  readonly getPayableOrder: GetPayableOrder;
  readonly pollOrder: ConfirmPayment['pollOrder'];
  readonly buildForm: FormBuilder;
}

/** After an earlier visit Razorpay is queried first, so that no applicant pays what is paid or held. */
export function createStartCheckoutHandler({
  db,
  orders,
  ledgers,
  evidence,
  getPayableOrder,
  pollOrder,
  buildForm,
}: StartCheckoutDependencies) {
  async function openAttempt({ order_id }: CreatedOrder): Promise<void> {
    const before = await ledgers.open(order_id);
    if (!before) throw notFound();
    assertPayable(before);
    const { ledger } = recordCheckoutStart(before, { id: randomUUID(), at: new Date() });
    await ledgers.write(before, ledger);
    await evidence.store(toCheckoutEvidence(ledger));
    await orders.markCheckoutStarted(order_id);
  }

  return handleCall(startCheckout, {
    handle: async ({ body, user }) => {
      const requestedOrder = await getOwnOrder(orders, body.order_id, user);
      const order = needsReplacement(requestedOrder)
        ? await getPayableOrder(requestedOrder.application_id)
        : requestedOrder;
      if (order.left_at) await pollOrder(order);
      await db.transaction(() => openAttempt(order));
      return ok({ data: [buildForm(order, user)] });
    },
  });
}

/** @throws 409 when the fee is paid, or held by the bank */
function assertPayable({ order, attempts }: Ledger): void {
  if (order.state === 'captured') throw conflict('This application is paid already.');
  if (attempts.some(({ state }) => state === 'held')) {
    throw conflict(
      'Your bank holds a payment for this application. Please wait until it is taken or let go.',
    );
  }
}

function toCheckoutEvidence(ledger: Ledger) {
  const { order_id } = ledger.order;
  const { id: attempt_id = '', leavings: checkoutVisits = 0 } = findOpenAttempt(ledger) ?? {};
  const key = `checkout:${attempt_id}:${checkoutVisits}`;
  return createEvidence({ key, source: 'checkout', tells: 'left', order_id, attempt_id });
}

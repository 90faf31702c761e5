import { applicationClaimLost, applicationSubmitted, applicationWithdrawn } from '@archaka/contracts';
import { createErasureCheck } from '@archaka/privacy-kit';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import { findByPayment, upsertAttempt } from '../domain/ledger.ts';
import { startRefund } from '../domain/refund.ts';
import type { Parts } from '../features/parts.ts';

type EventParts = Pick<Parts, 'db' | 'orders' | 'ledgers' | 'tombstones' | 'log' | 'examination'>;

export const createEventHandlers = (parts: EventParts): EventHandler[] => [
  onApplicationSubmitted(parts),
  onApplicationWithdrawn(parts),
  onApplicationClaimLost(parts),
];

/** Creates no order at Razorpay, where one exists only once an applicant is about to pay. Then it is mostly here already. */
function onApplicationSubmitted({ db, orders, tombstones, examination }: EventParts): EventHandler {
  const assertNotErased = createErasureCheck(db);
  return handleEvent(
    applicationSubmitted,
    async ({ application_id, user_id }) => {
      const amount = examination.fee_paise;
      const wanted = { application_id, purpose: 'application', user_id, amount } as const;
      if (!(await orders.createIfMissing(wanted))) return;
      await assertNotErased(user_id);
      await tombstones.assertNone([application_id]);
    },
    ({ application_id }) => orders.exists(application_id),
  );
}

/** Closes also the orders that were created after the request to close them. A later submission is dropped. */
const onApplicationWithdrawn = ({ orders, tombstones }: EventParts): EventHandler =>
  handleEvent(applicationWithdrawn, async ({ application_id }) => {
    await tombstones.add([application_id]);
    await orders.close(application_id);
  });

/** Refunds a late payment: another application holds the mobile or Aadhaar by now. */
export const onApplicationClaimLost = ({ ledgers, log }: Pick<EventParts, 'ledgers' | 'log'>): EventHandler =>
  handleEvent(applicationClaimLost, async ({ order_id, payment_id }) => {
    const before = await ledgers.open(order_id);
    const attempt = before && findByPayment(before, payment_id);
    if (!before || !attempt)
      return log.error(
        { order_id },
        'claim lost for a payment that is not in the ledger; an operator must check it',
      );
    await ledgers.write(before, upsertAttempt(before, startRefund(attempt, 'claim-lost', new Date())));
  });

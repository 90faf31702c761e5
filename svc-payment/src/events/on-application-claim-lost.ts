import { applicationClaimLost } from '@archaka/contracts';
import { handleEvent, type Log } from '@archaka/service-kit';
import { findByPayment, upsertAttempt } from '../domain/ledger.ts';
import { startRefund } from '../domain/refund.ts';
import type { LedgerRepository } from '../persistence/ledger-repository.ts';

/** Refunds a late payment: another application holds the mobile or Aadhaar by now. */
export const onApplicationClaimLost = (ledgers: LedgerRepository, log: Log) =>
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

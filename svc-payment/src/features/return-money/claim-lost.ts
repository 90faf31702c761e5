import { applicationClaimLost } from '@archaka/contracts';
import { type Log, on } from '@archaka/service-kit';
import { findByPayment, withAttempt } from '../../domain/ledger.ts';
import { giveBack } from '../../domain/returning.ts';
import type { BookStore } from '../../store/books.ts';

/** Another application holds the mobile or Aadhaar that a late payment was for: its money goes back. */
export const claimLost = (books: BookStore, log: Log) =>
  on(applicationClaimLost, async ({ order_id, payment_id }) => {
    const before = await books.open(order_id);
    const attempt = before && findByPayment(before, payment_id);
    if (!before || !attempt)
      return log.error({ order_id }, 'a claim was lost for a payment that is not ours');
    await books.write(before, withAttempt(before, giveBack(attempt, 'claim-lost', new Date())));
  });

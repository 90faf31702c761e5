import type { Database } from '@archaka/service-kit';
import {
  hasPayment,
  isMoneyPending,
  isPaid,
  mayBePaidLate,
  type PaymentRecord,
} from '../../domain/payment-record.ts';
import type { AttemptRepository } from '../../persistence/attempt-repository.ts';
import type { EvidenceRepository } from '../../persistence/evidence-repository.ts';
import type { OrderRepository } from '../../persistence/order-repository.ts';
import { createRecordRemoval } from '../delete-overdue-data/remove-record.ts';
import { readPaymentRecords } from '../read-payment-records.ts';

interface ClosingDependencies {
  readonly db: Database;
  readonly orders: OrderRepository;
  readonly attempts: AttemptRepository;
  readonly evidence: EvidenceRepository;
}

type Settlement = 'pending' | 'paid' | 'late' | 'settled';

function findSettlement(record: PaymentRecord): Settlement {
  if (isMoneyPending(record)) return 'pending';
  if (isPaid(record)) return 'paid';
  return mayBePaidLate(record) ? 'late' : 'settled';
}

interface Closing {
  readonly settlement: Settlement;
  /** The part that stays in the books without the account; undefined when nothing does. */
  readonly ledger?: PaymentRecord;
}

/**
 * Removes the account from settled records, and deletes orders without a payment attempt: no checkout can start
 * then. Idempotent; `mayBePaid`: a captured payment is closed, too.
 */
export type CloseRecord = (
  applicationId: string,
  options: { readonly mayBePaid: boolean },
) => Promise<Closing>;

export function createCloseRecord(deps: ClosingDependencies): CloseRecord {
  const removeRecord = createRecordRemoval(deps);
  return (applicationId, { mayBePaid }) =>
    deps.db.transaction(async () => {
      const [record] = await readPaymentRecords(deps, [applicationId]);
      if (!record) return { settlement: 'settled' };
      const settlement = findSettlement(record);
      if (settlement !== 'settled' && !(mayBePaid && settlement === 'paid')) return { settlement };
      if (!hasPayment(record)) {
        await removeRecord(record);
        return { settlement };
      }
      await deps.orders.removeUser(applicationId);
      return { settlement, ledger: record };
    });
}

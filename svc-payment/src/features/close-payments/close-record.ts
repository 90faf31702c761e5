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
 * Removes the account from settled records, and closes unpaid orders: no checkout can start then, and a
 * payment by a checkout that is open elsewhere is refunded. Idempotent; `mayBePaid`: a captured payment is closed, too.
 */
export type CloseRecord = (
  applicationId: string,
  options: { readonly mayBePaid: boolean },
) => Promise<Closing>;

export function createCloseRecord(deps: ClosingDependencies): CloseRecord {
  return (applicationId, { mayBePaid }) =>
    deps.db.transaction(async () => {
      const [record] = await readPaymentRecords(deps, [applicationId]);
      if (!record) return { settlement: 'settled' };
      const settlement = findSettlement(record);
      if (settlement !== 'settled' && !(mayBePaid && settlement === 'paid')) return { settlement };
      await deps.orders.close(applicationId);
      return hasPayment(record) ? { settlement, ledger: record } : { settlement };
    });
}

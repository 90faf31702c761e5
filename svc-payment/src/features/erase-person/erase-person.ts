import type { RemainingData } from '@archaka/contracts';
import type { ErasePerson, FindDueDate } from '@archaka/service-kit';
import { findLastChange, type PaymentRecord } from '../../domain/payment-record.ts';
import type { OrderRepository } from '../../persistence/order-repository.ts';
import type { CloseRecord } from '../close-payments/close-record.ts';

interface ErasureDependencies {
  readonly orders: Pick<OrderRepository, 'findByUser'>;
  readonly closeRecord: CloseRecord;
  readonly findDueDate: FindDueDate;
  /** Years of the examinations, with which application IDs begin. */
  readonly findYear: (applicationId: string) => Promise<string | undefined>;
}

const KIND = 'payment-record';
const openPayment: RemainingData = { kind: KIND, because: 'open-payment', until: null };

export function createErasePerson({
  orders,
  closeRecord,
  findDueDate,
  findYear,
}: ErasureDependencies): ErasePerson {
  async function describeLedger(record: PaymentRecord): Promise<RemainingData> {
    const year = await findYear(record.applicationId);
    const until = year && (await findDueDate(KIND, { year, at: findLastChange(record) }));
    return { kind: KIND, because: 'without-person', until: until ? until.toISOString() : null };
  }

  async function eraseRecord(applicationId: string): Promise<RemainingData | undefined> {
    const { settlement, ledger } = await closeRecord(applicationId, { mayBePaid: true });
    if (settlement === 'pending' || settlement === 'late') return openPayment;
    return ledger && describeLedger(ledger);
  }

  return async (userId, earlier) => {
    const ids = new Set((await orders.findByUser(userId)).map(({ application_id }) => application_id));
    const remaining = earlier.filter(({ because }) => because === 'without-person');
    for (const id of ids) {
      const left = await eraseRecord(id);
      if (left) remaining.push(left);
    }
    return remaining;
  };
}

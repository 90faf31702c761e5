import { closePayments, findOpenPayments } from '@archaka/contracts';
import { handleCall, ok } from '@archaka/service-kit';
import {
  hasPayment,
  isMoneyPending,
  isOpen,
  isPaid,
  mayBePaidLate,
  type PaymentRecord,
} from '../domain/payment-record.ts';
import type { Parts } from './parts.ts';

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
export const closeRecord = (
  { db, orders, ledgers }: Pick<Parts, 'db' | 'orders' | 'ledgers'>,
  applicationId: string,
  { mayBePaid }: { mayBePaid: boolean },
): Promise<Closing> =>
  db.transaction(async () => {
    const [record] = await ledgers.readRecords([applicationId]);
    if (!record) return { settlement: 'settled' };
    const settlement = findSettlement(record);
    if (settlement !== 'settled' && !(mayBePaid && settlement === 'paid')) return { settlement };
    await orders.close(applicationId);
    return hasPayment(record) ? { settlement, ledger: record } : { settlement };
  });

/** For svc-application, before an unpaid application is withdrawn or erased. */
export const createClosePaymentsHandler = (parts: Parameters<typeof closeRecord>[0]) =>
  handleCall(closePayments, {
    handle: async ({ body: { application_id } }) => {
      const { settlement } = await closeRecord(parts, application_id, { mayBePaid: false });
      return ok({ data: settlement === 'settled' ? [] : [{ state: settlement }] });
    },
  });

/** For svc-application, which deletes no application while its money is in transit. */
export const createFindOpenPaymentsHandler = ({ ledgers }: Pick<Parts, 'ledgers'>) =>
  handleCall(findOpenPayments, {
    handle: async ({ body: { application_ids } }) => {
      const records = await ledgers.readRecords([...new Set(application_ids)]);
      return ok({
        data: records.filter(isOpen).map(({ applicationId }) => ({ application_id: applicationId })),
      });
    },
  });

import type { Attempt } from '../../domain/ledger.ts';
import type { Provider } from '../../razorpay/provider.ts';
import type { TimeRange } from '../../razorpay/provider-records.ts';
import { compareItem, toMissingDiscrepancy } from './compare-item.ts';
import { type Discrepancy, deduplicate } from './discrepancy.ts';
import { createItemReader, type ItemReaderDependencies } from './item-reader.ts';
import { splitIntoDays } from './parse-period.ts';
import { isInProgress } from './reconciliation-item.ts';
import { addAttempt, addPayment, compareSums, createSums, type Sums } from './sums.ts';

interface ReconcileLedgerDependencies extends ItemReaderDependencies {
  readonly provider: Pick<Provider, 'findPayment'>;
}

export interface ReconciliationResult {
  readonly range: TimeRange;
  readonly sums: Sums;
  readonly discrepancies: readonly Discrepancy[];
}

/** Day by day, and reads only. @throws DependencyUnavailable when Razorpay or the database does not answer */
export function createReconcileLedger(dependencies: ReconcileLedgerDependencies) {
  const { records, provider, attempts } = dependencies;

  /** A payment that crossed midnight is on no page of the day, so each one is fetched. */
  async function* findMissingPayments(day: TimeRange, seen: ReadonlySet<string>): AsyncGenerator<Attempt> {
    for await (const attempt of attempts.streamOpenedBetween(day)) {
      const { payment_id } = attempt;
      if (payment_id === null || seen.has(payment_id)) continue;
      if (!(await provider.findPayment(payment_id))) yield attempt;
    }
  }

  return async (range: TimeRange, now: Date): Promise<ReconciliationResult> => {
    const sums = createSums();
    const discrepancies: Discrepancy[] = [];
    const readItems = createItemReader(dependencies, await records.findChargedBackIds());
    for (const day of splitIntoDays(range)) {
      const seen = new Set<string>();
      for await (const item of readItems(day, seen)) {
        discrepancies.push(...compareItem(item, now));
        if (!isInProgress(item, now)) addPayment(sums, item);
      }
      for await (const attempt of findMissingPayments(day, seen)) {
        discrepancies.push(toMissingDiscrepancy(attempt));
        addAttempt(sums.ledger, attempt);
      }
    }
    return { range, sums, discrepancies: deduplicate([...discrepancies, ...compareSums(sums)]) };
  };
}

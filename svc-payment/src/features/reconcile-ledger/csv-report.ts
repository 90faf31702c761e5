import { stringify } from 'csv-stringify/sync';
import { DISCREPANCY_KINDS } from './discrepancy.ts';
import type { ReconciliationResult } from './reconcile-ledger.ts';

const COLUMNS = [
  'verdict',
  'kind',
  'what',
  'application_id',
  'order_id',
  'payment_id',
  'amount',
  'currency',
  'at_razorpay',
  'here',
];

/** Amounts are in paise; differences precede open items. */
export const createCsvReport = ({ discrepancies }: ReconciliationResult): string =>
  stringify(
    discrepancies
      .toSorted((one, other) => Number(one.open) - Number(other.open))
      .map(({ open, provider, ledger, ...discrepancy }) => ({
        ...discrepancy,
        verdict: open ? 'open' : 'difference',
        what: DISCREPANCY_KINDS[discrepancy.kind],
        at_razorpay: provider,
        here: ledger,
      })),
    { header: true, columns: COLUMNS, escape_formulas: true },
  );

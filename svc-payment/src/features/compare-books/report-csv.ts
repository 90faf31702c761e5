import { stringify } from 'csv-stringify/sync';
import type { Comparison } from './compare-books.ts';
import { KINDS } from './finding.ts';

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

/** The comparison as a table with a header; amounts in paise. Differences come first. */
export const reportCsv = ({ findings }: Comparison): string =>
  stringify(
    findings
      .toSorted((one, other) => Number(one.open) - Number(other.open))
      .map(({ open, there, ...finding }) => ({
        ...finding,
        verdict: open ? 'open' : 'difference',
        what: KINDS[finding.kind],
        at_razorpay: there,
      })),
    { header: true, columns: COLUMNS, escape_formulas: true },
  );

import { stringify } from 'csv-stringify/sync';
import { DISCREPANCY_KINDS, type Discrepancy, type DiscrepancyKind, formatMoney } from './discrepancy.ts';
import type { ReconciliationResult, Sum } from './reconcile-ledger.ts';

const WIDTHS = [14, 36];

const timeFormat = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'medium',
  hour12: false,
});

export function createTextReport({ range, sums, discrepancies }: ReconciliationResult): string {
  const differences = discrepancies.filter(({ open }) => !open);
  const open = discrepancies.filter((discrepancy) => discrepancy.open);
  return [
    `Payments from ${timeFormat.format(range.from)} to ${timeFormat.format(range.to)} (Indian time)`,
    '',
    formatRow('', 'at Razorpay', 'in the ledger'),
    formatRow(
      'captured',
      ...formatBoth(
        sums.provider,
        sums.ledger,
        ({ captured, payments }) => `${formatMoney(captured)} (${payments})`,
      ),
    ),
    formatRow(
      'refunded',
      ...formatBoth(sums.provider, sums.ledger, ({ refunded: returned }) => formatMoney(returned)),
    ),
    formatRow(
      'net',
      ...formatBoth(sums.provider, sums.ledger, ({ captured, refunded: returned }) =>
        formatMoney(captured - returned),
      ),
    ),
    '',
    differences.length === 0 ? 'No difference.' : `Differences: ${differences.length}`,
    ...formatGroups(differences),
    ...(open.length === 0 ? [] : ['', `In progress, may still agree: ${open.length}`, ...formatGroups(open)]),
    '',
  ].join('\n');
}

const formatRow = (...cells: readonly string[]): string =>
  cells
    .map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0))
    .join('')
    .trimEnd();

const formatBoth = (provider: Sum, ledger: Sum, show: (sum: Sum) => string): [string, string] => [
  show(provider),
  show(ledger),
];

const formatGroups = (discrepancies: readonly Discrepancy[]): string[] =>
  (Object.keys(DISCREPANCY_KINDS) as DiscrepancyKind[]).flatMap((kind) => {
    const group = discrepancies.filter((discrepancy) => discrepancy.kind === kind);
    return group.length === 0
      ? []
      : ['', `${DISCREPANCY_KINDS[kind]} (${group.length})`, ...group.map(formatDiscrepancy)];
  });

function formatDiscrepancy({
  payment_id,
  order_id,
  application_id,
  amount,
  currency,
  provider,
  ledger,
}: Discrepancy): string {
  const subjectParts = [
    payment_id,
    order_id && `on ${order_id}`,
    application_id && `of ${application_id}`,
    amount !== null && payment_id && formatMoney(amount, currency ?? undefined),
  ];
  const subject = subjectParts.filter(Boolean).join(' ');
  return `  ${subject ? `${subject}: ` : ''}Razorpay has ‘${provider}’, the ledger has ‘${ledger}’.`;
}

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
  'in_ledger',
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
        in_ledger: ledger,
      })),
    { header: true, columns: COLUMNS, escape_formulas: true },
  );

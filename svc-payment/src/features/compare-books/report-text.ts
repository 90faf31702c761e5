import type { Comparison } from './compare-books.ts';
import { type Finding, KINDS, type Kind } from './finding.ts';
import { money } from './money.ts';
import type { Sum } from './sums.ts';

const WIDTHS = [14, 36];

const time = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'medium',
  hour12: false,
});

/** The comparison as an operator reads it. */
export function reportText({ span, sums, findings }: Comparison): string {
  const differences = findings.filter(({ open }) => !open);
  const open = findings.filter((finding) => finding.open);
  return [
    `Payments from ${time.format(span.from)} to ${time.format(span.to)} (Indian time)`,
    '',
    row('', 'at Razorpay', 'here'),
    row(
      'captured',
      ...both(sums.there, sums.here, ({ captured, payments }) => `${money(captured)} (${payments})`),
    ),
    row('given back', ...both(sums.there, sums.here, ({ returned }) => money(returned))),
    row('kept', ...both(sums.there, sums.here, ({ captured, returned }) => money(captured - returned))),
    '',
    differences.length === 0 ? 'No difference.' : `Differences: ${differences.length}`,
    ...groups(differences),
    ...(open.length === 0 ? [] : ['', `Open, no differences yet: ${open.length}`, ...groups(open)]),
    '',
  ].join('\n');
}

const row = (...cells: readonly string[]): string =>
  cells
    .map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0))
    .join('')
    .trimEnd();

const both = (there: Sum, here: Sum, show: (sum: Sum) => string): [string, string] => [
  show(there),
  show(here),
];

const groups = (findings: readonly Finding[]): string[] =>
  (Object.keys(KINDS) as Kind[]).flatMap((kind) => {
    const group = findings.filter((finding) => finding.kind === kind);
    return group.length === 0 ? [] : ['', `${KINDS[kind]} (${group.length})`, ...group.map(line)];
  });

function line({ payment_id, order_id, application_id, amount, currency, there, here }: Finding): string {
  const about = [
    payment_id,
    order_id && `on ${order_id}`,
    application_id && `of ${application_id}`,
    amount !== null && payment_id && money(amount, currency ?? undefined),
  ];
  const subject = about.filter(Boolean).join(' ');
  return `  ${subject ? `${subject}: ` : ''}Razorpay has ‘${there}’, we have ‘${here}’.`;
}

import { setImmediate } from 'node:timers/promises';
import type { PaymentAttempt } from '@archaka/contracts';
import type { BilingualText } from '../../domain/evidence-texts.ts';
import { formatIndianDay, formatIndianTime } from './indian-time.ts';
import { describeMethod, formatPaymentNumber, labels, stepsTitle } from './labels.ts';
import type { PdfLayout, StructureElement } from './pdf-layout.ts';
import { describeState, formatRupees, toStateTitle } from './state-texts.ts';
import type { Texts } from './texts.ts';

/** Points. */
const LABEL_WIDTH = 175;
const TIME_WIDTH = 105;
/** After so many lines others have their turn: webhooks do not wait for long timelines. */
const BATCH_SIZE = 20;

const toBilingual = (text: string): BilingualText => ({ te: text, en: text });
const mapNullable = <Value>(value: Value | null, toText: (value: Value) => string): BilingualText | null =>
  value === null ? null : toBilingual(toText(value));

export type LabelledValue = readonly [label: BilingualText, value: BilingualText | null];

/** A table of labels and what they label; what is not known is left out. */
export function writeTable(
  layout: PdfLayout,
  parent: StructureElement,
  rows: readonly LabelledValue[],
  texts: Texts,
): void {
  const table = layout.addElement(parent, 'Table');
  for (const [label, value] of rows) {
    if (value === null) continue;
    layout.addRow(table, {
      tag: 'TR',
      spaceAbove: 2,
      cells: [
        { tag: 'TH', width: LABEL_WIDTH - 12, texts: texts.withEnglish('label', label) },
        { tag: 'TD', x: LABEL_WIDTH, texts: texts.withEnglish('body', value) },
      ],
    });
  }
}

const toRows = (attempt: PaymentAttempt): LabelledValue[] => [
  [labels.state, toStateTitle(attempt)],
  [labels.amount, mapNullable(attempt.payment_id, () => formatRupees(attempt.amount))],
  [labels.method, attempt.method === null ? null : describeMethod(attempt.method)],
  [labels.bankReference, mapNullable(attempt.bank_reference, String)],
  [labels.paymentId, mapNullable(attempt.payment_id, String)],
  [labels.backBy, mapNullable(attempt.returning_by, (by) => formatIndianDay(new Date(by)))],
  [labels.lastChecked, mapNullable(attempt.last_checked, (at) => formatIndianTime(new Date(at)))],
];

async function writeSteps(
  layout: PdfLayout,
  parent: StructureElement,
  evidence: PaymentAttempt['evidence'],
  texts: Texts,
): Promise<void> {
  if (evidence.length === 0) return;
  layout.addRow(parent, {
    spaceAbove: 8,
    minSpaceBelow: 24,
    cells: [{ tag: 'H3', texts: [texts.one('strong', stepsTitle)] }],
  });
  const list = layout.addElement(parent, 'L');
  for (const [index, { at, says, says_te }] of evidence.entries()) {
    if (index % BATCH_SIZE === 0) await setImmediate();
    layout.addRow(list, {
      tag: 'LI',
      spaceAbove: 2,
      cells: [
        {
          tag: 'Lbl',
          width: TIME_WIDTH - 8,
          texts: [texts.untranslated('label', formatIndianTime(new Date(at)))],
        },
        {
          tag: 'LBody',
          x: TIME_WIDTH,
          texts: [texts.one('body', { en: says, te: says_te ?? says })],
        },
      ],
    });
  }
}

/** One payment: what became of its money, what a bank asks for, and what was said about it, by whom and when. */
export async function writePayment(
  layout: PdfLayout,
  attempt: PaymentAttempt,
  number: number,
  texts: Texts,
): Promise<void> {
  const section = layout.addElement(layout.root, 'Sect');
  layout.addRow(section, {
    spaceAbove: 20,
    minSpaceBelow: 90,
    cells: [{ tag: 'H2', texts: [texts.one('heading', formatPaymentNumber(number))] }],
  });
  layout.addRow(section, { cells: [{ tag: 'P', texts: texts.withEnglish('body', describeState(attempt)) }] });
  writeTable(layout, section, toRows(attempt), texts);
  await writeSteps(layout, section, attempt.evidence, texts);
}

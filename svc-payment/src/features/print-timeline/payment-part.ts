import { setImmediate } from 'node:timers/promises';
import type { PaymentAttempt } from '@archaka/contracts';
import type { InBoth } from '../../domain/words.ts';
import { indianDay, indianTime } from './indian-time.ts';
import { labels, methodWords, paymentNumber, steps } from './labels.ts';
import type { Paper, Part } from './paper.ts';
import { rupees, stateTitle, stateWords } from './state-words.ts';
import type { Texts } from './texts.ts';

/** Points. */
const LABEL_WIDTH = 175;
const TIME_WIDTH = 105;
/** After so many lines others have their turn: webhooks do not wait for long timelines. */
const AT_ONCE = 20;

const both = (text: string): InBoth => ({ te: text, en: text });
const maybe = <Value>(value: Value | null, words: (value: Value) => string): InBoth | null =>
  value === null ? null : both(words(value));

export type Fact = readonly [label: InBoth, value: InBoth | null];

/** A table of labels and what they label; what is not known is left out. */
export function writeFacts(paper: Paper, parent: Part, facts: readonly Fact[], texts: Texts): void {
  const table = paper.part(parent, 'Table');
  for (const [label, value] of facts) {
    if (value === null) continue;
    paper.row(table, {
      tag: 'TR',
      above: 2,
      cells: [
        { tag: 'TH', width: LABEL_WIDTH - 12, texts: texts.forClerksToo('label', label) },
        { tag: 'TD', x: LABEL_WIDTH, texts: texts.forClerksToo('body', value) },
      ],
    });
  }
}

const factsOf = (attempt: PaymentAttempt): Fact[] => [
  [labels.state, stateTitle(attempt)],
  [labels.amount, maybe(attempt.payment_id, () => rupees(attempt.amount))],
  [labels.method, attempt.method === null ? null : methodWords(attempt.method)],
  [labels.bankReference, maybe(attempt.bank_reference, String)],
  [labels.paymentId, maybe(attempt.payment_id, String)],
  [labels.backBy, maybe(attempt.returning_by, (by) => indianDay(new Date(by)))],
  [labels.lastChecked, maybe(attempt.last_checked, (at) => indianTime(new Date(at)))],
];

async function writeSteps(
  paper: Paper,
  parent: Part,
  evidence: PaymentAttempt['evidence'],
  texts: Texts,
): Promise<void> {
  if (evidence.length === 0) return;
  paper.row(parent, { above: 8, keep: 24, cells: [{ tag: 'H3', texts: [texts.one('strong', steps)] }] });
  const list = paper.part(parent, 'L');
  for (const [index, { at, says, says_te }] of evidence.entries()) {
    if (index % AT_ONCE === 0) await setImmediate();
    paper.row(list, {
      tag: 'LI',
      above: 2,
      cells: [
        { tag: 'Lbl', width: TIME_WIDTH - 8, texts: [texts.same('label', indianTime(new Date(at)))] },
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
  paper: Paper,
  attempt: PaymentAttempt,
  number: number,
  texts: Texts,
): Promise<void> {
  const part = paper.part(paper.root, 'Sect');
  paper.row(part, {
    above: 20,
    keep: 90,
    cells: [{ tag: 'H2', texts: [texts.one('heading', paymentNumber(number))] }],
  });
  paper.row(part, { cells: [{ tag: 'P', texts: texts.forClerksToo('body', stateWords(attempt)) }] });
  writeFacts(paper, part, factsOf(attempt), texts);
  await writeSteps(paper, part, attempt.evidence, texts);
}

import type { Readable } from 'node:stream';
import type { Examination, PaymentAttempt } from '@archaka/contracts';
import type { PlacedOrder } from '../../store/orders.ts';
import { indianTime } from './indian-time.ts';
import { helpAt, labels, noPayment, pageOf, titleOf } from './labels.ts';
import { openPaper, type Paper } from './paper.ts';
import { writeFacts, writePayment } from './payment-part.ts';
import { type Language, type Texts, textsIn } from './texts.ts';

export interface Timeline {
  readonly facts: Pick<Examination, 'name' | 'name_te' | 'contacts'>;
  readonly order: Pick<PlacedOrder, 'application_id' | 'order_id'>;
  readonly attempts: readonly PaymentAttempt[];
  readonly language: Language;
  readonly madeAt: Date;
}

function writeTop(paper: Paper, { facts, order, madeAt }: Timeline, texts: Texts): void {
  const same = (text: string) => ({ te: text, en: text });
  const title = texts.forClerksToo('title', titleOf(order.application_id), 'label');
  const examination = texts.one('label', { te: facts.name_te, en: facts.name });
  paper.row(paper.root, { cells: [{ tag: 'P', texts: [examination] }] });
  paper.row(paper.root, { cells: [{ tag: 'H1', texts: title }] });
  paper.rule();
  const named = [
    [labels.applicationId, same(order.application_id)],
    [labels.orderId, same(order.order_id)],
    [labels.made, same(indianTime(madeAt))],
  ] as const;
  writeFacts(paper, paper.root, named, texts);
}

/** The payments of an order, line by line, as a PDF for the applicant and for the clerk of a bank. */
export async function timelineDocument(timeline: Timeline): Promise<Readable> {
  const { facts, order, attempts, language } = timeline;
  const texts = textsIn(language);
  const title = titleOf(order.application_id)[language];
  const paper = openPaper({ title, lang: language });
  writeTop(paper, timeline, texts);
  if (attempts.length === 0) {
    paper.row(paper.root, { above: 20, cells: [{ tag: 'P', texts: [texts.one('body', noPayment)] }] });
  }
  for (const [index, attempt] of attempts.entries()) await writePayment(paper, attempt, index + 1, texts);
  const help = helpAt(facts.contacts.office, facts.contacts.email);
  paper.row(paper.root, { above: 20, cells: [{ tag: 'P', texts: [texts.one('label', help)] }] });
  const head = texts.same('small', `${title} · ${order.order_id}`);
  return paper.end(head, (page, pages) => texts.one('small', pageOf(page, pages)));
}

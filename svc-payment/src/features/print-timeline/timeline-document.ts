import type { Readable } from 'node:stream';
import type { Examination, PaymentAttempt } from '@archaka/contracts';
import type { CreatedOrder } from '../../persistence/order-repository.ts';
import { formatIndianTime } from './indian-time.ts';
import { formatHelp, formatPageNumber, formatTitle, labels, noPayment } from './labels.ts';
import { createPdfLayout, type PdfLayout } from './pdf-layout.ts';
import { createTexts, type Language, type Texts } from './texts.ts';
import { writePayment, writeTable } from './write-payment.ts';

export interface Timeline {
  readonly examination: Pick<Examination, 'name' | 'name_te' | 'contacts'>;
  readonly order: Pick<CreatedOrder, 'application_id' | 'order_id'>;
  readonly attempts: readonly PaymentAttempt[];
  readonly language: Language;
  readonly madeAt: Date;
}

function writeHeader(layout: PdfLayout, { examination, order, madeAt }: Timeline, texts: Texts): void {
  const toBilingual = (text: string) => ({ te: text, en: text });
  const title = texts.withEnglish('title', formatTitle(order.application_id), 'label');
  const examinationName = texts.one('label', { te: examination.name_te, en: examination.name });
  layout.addRow(layout.root, { cells: [{ tag: 'P', texts: [examinationName] }] });
  layout.addRow(layout.root, { cells: [{ tag: 'H1', texts: title }] });
  layout.addRule();
  const rows = [
    [labels.applicationId, toBilingual(order.application_id)],
    [labels.orderId, toBilingual(order.order_id)],
    [labels.made, toBilingual(formatIndianTime(madeAt))],
  ] as const;
  writeTable(layout, layout.root, rows, texts);
}

/** The payments of an order, line by line, as a PDF for the applicant and for the clerk of a bank. */
export async function createTimelineDocument(timeline: Timeline): Promise<Readable> {
  const { examination, order, attempts, language } = timeline;
  const texts = createTexts(language);
  const title = formatTitle(order.application_id)[language];
  const layout = createPdfLayout({ title, lang: language });
  writeHeader(layout, timeline, texts);
  if (attempts.length === 0) {
    layout.addRow(layout.root, {
      spaceAbove: 20,
      cells: [{ tag: 'P', texts: [texts.one('body', noPayment)] }],
    });
  }
  for (const [index, attempt] of attempts.entries()) await writePayment(layout, attempt, index + 1, texts);
  const help = formatHelp(examination.contacts.office, examination.contacts.email);
  layout.addRow(layout.root, { spaceAbove: 20, cells: [{ tag: 'P', texts: [texts.one('label', help)] }] });
  const header = texts.untranslated('small', `${title} · ${order.order_id}`);
  return layout.finish(header, (page, pages) => texts.one('small', formatPageNumber(page, pages)));
}

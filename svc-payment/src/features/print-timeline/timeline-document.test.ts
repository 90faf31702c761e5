import { buffer } from 'node:stream/consumers';
import type { PaymentAttempt } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { normalizeText, readPdf } from '../../../test/support/read-pdf.ts';
import type { EvidenceKind } from '../../domain/evidence.ts';
import { describeEvidence, evidenceTexts } from '../../domain/evidence-texts.ts';
import { describeState } from './state-texts.ts';
import { createTimelineDocument } from './timeline-document.ts';

const contacts = {
  example: true,
  office: '0866-2400000',
  phones: [],
  technical: [],
  email: 'help@example.in',
};
const examination = { name: 'Archaka examinations 2024', name_te: 'అర్చక పరీక్షలు 2024', contacts };
const order = { application_id: 'ARC24-7F3K9Q2M', order_id: 'order_Rk2gXy7AbCdEfG' };
const madeAt = new Date('2026-11-21T19:30:00Z');

const evidence = (Object.keys(evidenceTexts) as EvidenceKind[]).map((kind) => {
  const { en, te } = describeEvidence({ source: 'webhook', kind });
  return { source: 'webhook' as const, at: '2026-11-21T18:29:59Z', says: en, says_te: te };
});
const attempt: PaymentAttempt = {
  payment_id: 'pay_Rk2hTq8sVn1LbZ',
  state: 'taken',
  amount: 10_000_050,
  method: 'card',
  bank_reference: '629471836205',
  returning_by: null,
  last_checked: '2026-11-21T18:30:00Z',
  evidence,
};
const printTimeline = async (attempts: PaymentAttempt[], language: 'te' | 'en') =>
  readPdf(await buffer(await createTimelineDocument({ examination, order, attempts, language, madeAt })));

test.each(['te', 'en'] as const)(
  'every sentence reads in %s as it was written, page after page',
  async (language) => {
    const attempts = Array.from({ length: 5 }, () => attempt);
    const { text, pages, info, tags } = await printTimeline(attempts, language);
    for (const { says, says_te } of evidence) {
      const sentence = normalizeText(language === 'te' ? says_te : says);
      expect(text.split(`21-11-2026 23:59 ${sentence}`)).toHaveLength(attempts.length + 1);
    }
    expect(text).toContain(`Payment ID pay_Rk2hTq8sVn1LbZ`);
    expect(text).toContain('₹ 1,00,000.5');
    expect(text).toContain('22-11-2026 00:00');
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages) expect(page).toContain(order.order_id);
    expect(info.Title).toContain(order.application_id);
    expect(info.Language).toBe(language);
    for (const tag of ['H1', 'H2', 'TH', 'TD', 'LBody']) expect(tags).toContain(`"role":"${tag}"`);
  },
);

test.each([
  { state: 'unknown' },
  { state: 'unknown', payment_id: null },
  { state: 'not_taken' },
  { state: 'held' },
  { state: 'returning', returning_by: '2026-12-01T18:30:00Z' },
  { state: 'returning' },
  { state: 'returned' },
  { state: 'taken', office: 'deciding' },
  { state: 'taken', office: 'kept' },
] as const)('what became of a payment is said in both languages: %j', async (change) => {
  const changed = { ...attempt, ...change, evidence: [] };
  const { text } = await printTimeline([changed], 'te');
  const { te, en } = describeState(changed);
  expect(text).toContain(normalizeText(te));
  expect(text).toContain(normalizeText(en));
  if ('returning_by' in change) expect(text).toContain('02-12-2026');
});

test('an order that nobody began to pay says so', async () => {
  const { text, pages } = await printTimeline([], 'en');
  expect(pages).toHaveLength(1);
  expect(text).toContain('No payment was begun for this order');
});

test('a reference longer than its column is written whole', async () => {
  const long = '0123456789'.repeat(20);
  const { text } = await printTimeline([{ ...attempt, bank_reference: long, evidence: [] }], 'en');
  expect(text.replaceAll(' ', '')).toContain(long);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Examination } from '@archaka/contracts/calls';
import { retentionSchema } from '@archaka/contracts/retention';
import { textIn } from '@archaka/ui';
import { expect, test } from '@jest/globals';
import { policies } from './policy.tsx';

const readExams = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../../exams', name), 'utf8'));
const examination = readExams('2024.json') as Examination;
const { privacy_notice: notice } = examination;
const privacy = policies.find(({ id }) => id === 'privacy')?.clauses ?? [];
const readTexts = (language: 'te' | 'en') => privacy.map(({ text }) => textIn(language, text));

test.each(Object.entries(notice?.parts ?? {}))(
  'states the same in the privacy policy and the notice in both languages: %s',
  (_part, { text, text_te }) => {
    expect(readTexts('en')).toContain(text);
    expect(readTexts('te')).toContain(text_te);
  },
);

/** The kinds of data whose period the notice states, in its order. */
const NAMED_KINDS = [
  'sign-up',
  'unattached-upload',
  'draft',
  'unpaid-application',
  'paid-application',
  'payment-record',
];
const UNITS = {
  te: { H: 'గంటలు', D: 'రోజులు', Y: 'సంవత్సరాలు' },
  en: { H: 'hours', D: 'days', Y: 'years' },
};

/** @param period of ISO 8601, of one unit */
function describePeriod(period: string, language: 'te' | 'en'): string {
  const [, count, unit] = /^PT?(\d+)([HDY])$/.exec(period) ?? [];
  return `${count} ${UNITS[language][unit as 'H' | 'D' | 'Y']}`;
}

test.each([
  ['te', notice?.parts.how_long.text_te],
  ['en', notice?.parts.how_long.text],
] as const)('names the retention periods in the notice, and so in the policy: %s', (language, text) => {
  const { kinds } = retentionSchema.parse(readExams('retention.json'));
  const periods = NAMED_KINDS.map((kind) => {
    const rule = kinds.find((each) => each.kind === kind);
    const own = rule?.examination_field && examination[rule.examination_field];
    return describePeriod(own ?? rule?.period ?? '', language);
  });
  const units = Object.values(UNITS[language]).join('|');
  expect(text?.match(new RegExp(`\\d+ (?:${units})`, 'g'))).toEqual(periods);
});

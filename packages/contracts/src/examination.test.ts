import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { publicExamination } from './application/public-lists.ts';
import { examinationSchema } from './examination-file.ts';

const readExam = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../exams/${name}`, import.meta.url), 'utf8'));
const exam2024 = readExam('2024.json');
const centre = {
  code: '101',
  name: 'Hindu College',
  name_te: 'హిందూ కళాశాల',
  district: 'Guntur',
  capacity: 40,
  address: 'Main Road, Guntur',
  address_te: 'మెయిన్ రోడ్, గుంటూరు',
};
const { privacy_notice } = exam2024;
const withParts = (parts: object) => ({
  privacy_notice: { ...privacy_notice, parts: { ...privacy_notice.parts, ...parts } },
});
const passport = {
  kind: 'passport',
  name: 'Passport',
  name_te: 'పాస్‌పోర్టు',
  pattern: '[A-Z]\\d{7}',
  example: 'A1234567',
};
const withPapers = (...identity_papers: object[]) => ({
  identity_papers,
  ...withParts({ identity_papers: privacy_notice.parts.aadhaar }),
});
const findErrors = (facts: object) =>
  examinationSchema.safeParse({ ...exam2024, ...facts }).error?.issues.map(({ path }) => path.join('.'));

test.each([
  ['the file of 2024', {}],
  ['the facts of the demonstration', readExam('demo.json')],
  ['no notice on personal data', { privacy_notice: undefined }],
  ['date, time and centres', { examination_date: '2027-01-15', reporting_time: '08:30', centres: [centre] }],
  ['papers in place of the Aadhaar number that the notice mentions', withPapers(passport)],
])('accepts %s', (_what, facts) => {
  expect(findErrors(facts)).toBeUndefined();
});

test('assumes neither step-free rooms nor scribes in a centre by default', () => {
  expect(examinationSchema.parse({ ...exam2024, centres: [centre] }).centres).toEqual([
    { ...centre, accessible: false, scribes: false },
  ]);
});

test.each([
  ['two centres share a code', { centres: [centre, centre] }, 'centres'],
  ['a centre has no seat', { centres: [{ ...centre, capacity: 0 }] }, 'centres.0.capacity'],
  [
    'a centre lacks its Telugu address',
    { centres: [{ ...centre, address_te: ' ' }] },
    'centres.0.address_te',
  ],
  ['a code has a space', { centres: [{ ...centre, code: '1 1' }] }, 'centres.0.code'],
  [
    'a part of the notice lacks its Telugu text',
    withParts({ why: { ...privacy_notice.parts.why, text_te: ' ' } }),
    'privacy_notice.parts.why.text_te',
  ],
  ['the notice leaves a part out', withParts({ why: undefined }), 'privacy_notice.parts.why'],
  [
    'the notice has no version',
    { privacy_notice: { ...privacy_notice, version: 0 } },
    'privacy_notice.version',
  ],
  [
    'its notice is silent about its papers',
    { identity_papers: [passport] },
    'privacy_notice.parts.identity_papers',
  ],
  ['two papers share a kind', withPapers(passport, passport), 'identity_papers'],
  [
    'a paper does not fit its own pattern',
    withPapers({ ...passport, example: 'A12345678' }),
    'identity_papers.0.pattern',
  ],
  ['the pattern of a paper is none', withPapers({ ...passport, pattern: '[' }), 'identity_papers.0.pattern'],
  ['a time is none', { reporting_time: '24:00' }, 'reporting_time'],
])('rejects a file when %s', (_what, facts, path) => {
  expect(findErrors(facts)).toEqual([path]);
});

test('omits the centres from the public facts', () => {
  expect(Object.keys(publicExamination.shape)).not.toContain('centres');
});

import file from '@archaka/exams/2024.json' with { type: 'json' };
import { expect, test } from '@jest/globals';
import { needsOf } from './needs.ts';

const examination = { ...file, amount: 100 };
const today = '2026-11-21';
const always = ['image', 'birthcertificate'];
const bornForty = '1985-11-22';
const bornFortyOne = '1985-11-21';

test.each([
  ['Pravesa, exactly 40', bornForty, '1', '1', always, 'oral'],
  ['Pravesa, 41 today', bornFortyOne, '1', '1', always, 'everything'],
  ['Vara', bornForty, '2', '1', [...always, 'perviouscertificate'], 'oral'],
  ['Pravara, 41 today', bornFortyOne, '3', '1', [...always, 'perviouscertificate'], 'everything'],
  ['Pravesa again, 41 today', bornFortyOne, '1', '2', [...always, 'markmemos'], 'what-is-left'],
  ['Vara again', bornForty, '2', '2', [...always, 'perviouscertificate', 'markmemos'], 'what-is-left'],
])('%s: the papers that are needed and written', (_who, dob, exam_type, exam_regular, files, writes) => {
  const needs = needsOf({ dob, exam_type, exam_regular }, examination, today);
  expect(needs).toMatchObject({ files, writes, hallTicket: exam_regular === '2' });
});

test('whose certificate is needed, the examination says', () => {
  const vara = needsOf({ dob: bornForty, exam_type: '2', exam_regular: '1' }, examination, today);
  expect(vara?.certificateOf?.en).toBe('Pravesa');
});

test('when something is not chosen, or the date of birth is too late, then nothing is told', () => {
  const chosen = { dob: bornForty, exam_type: '1', exam_regular: '1' };
  for (const lacking of [{ dob: '' }, { exam_type: '' }, { exam_regular: '' }, { dob: '2024-06-11' }])
    expect(needsOf({ ...chosen, ...lacking }, examination, today)).toBeUndefined();
});

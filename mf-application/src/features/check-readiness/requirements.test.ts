import file from '@archaka/exams/2024.json' with { type: 'json' };
import { expect, test } from '@jest/globals';
import { findRequirements } from './requirements-list.tsx';

const examination = { ...file, amount: 100 };
const today = '2026-11-21';
const alwaysRequired = ['image', 'birthcertificate'];
const bornForty = '1985-11-22';
const bornFortyOne = '1985-11-21';

test.each([
  ['Pravesa, exactly 40', bornForty, '1', '1', alwaysRequired, 'oral'],
  ['Pravesa, 41 today', bornFortyOne, '1', '1', alwaysRequired, 'everything'],
  ['Vara', bornForty, '2', '1', [...alwaysRequired, 'perviouscertificate'], 'oral'],
  ['Pravara, 41 today', bornFortyOne, '3', '1', [...alwaysRequired, 'perviouscertificate'], 'everything'],
  ['Pravesa again, 41 today', bornFortyOne, '1', '2', [...alwaysRequired, 'markmemos'], 'what-is-left'],
  [
    'Vara again',
    bornForty,
    '2',
    '2',
    [...alwaysRequired, 'perviouscertificate', 'markmemos'],
    'what-is-left',
  ],
])('lists the needed papers and fields: %s', (_who, dob, exam_type, exam_regular, files, writes) => {
  const requirements = findRequirements({ dob, exam_type, exam_regular }, examination, today);
  expect(requirements).toMatchObject({ files, writes, hallTicket: exam_regular === '2' });
});

test('names the required certificate of the examination', () => {
  const requirements = findRequirements(
    { dob: bornForty, exam_type: '2', exam_regular: '1' },
    examination,
    today,
  );
  expect(requirements?.certificateLevel?.en).toBe('Pravesa');
});

test('lists nothing while a choice is missing, or the date of birth is too late', () => {
  const choices = { dob: bornForty, exam_type: '1', exam_regular: '1' };
  for (const missing of [{ dob: '' }, { exam_type: '' }, { exam_regular: '' }, { dob: '2024-06-11' }])
    expect(findRequirements({ ...choices, ...missing }, examination, today)).toBeUndefined();
});

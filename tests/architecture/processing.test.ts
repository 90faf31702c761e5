import { readFileSync } from 'node:fs';
import { applicationForm, signUp } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';
import { readRules } from './retention-rules.ts';

const page = readFileSync(`${ROOT}docs/privacy/processing.md`, 'utf8');
const findCodes = (text = ''): string[] => [...text.matchAll(/`([\w-]+)`/g)].map(([, code = '']) => code);

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.includes('| basis |'))
  .map((line) => line.split(' | '));
const rowsWithKinds = rows.filter((cells) => cells.length === 6);
const fields = rowsWithKinds.flatMap(([first]) => findCodes(first));

/** Fields that identify a row or file, as the page explains below the table. */
const TECHNICAL = ['usr_id', 'entry_by', 'application_id', 'save_id', 'draft_version', 'proof'];
const isPersonal = (field: string) => !TECHNICAL.includes(field) && !field.endsWith('_ind');

test('names every field of an applicant once', () => {
  const given = new Set([...Object.keys(applicationForm.shape), ...Object.keys(signUp.request.shape)]);
  expect(fields.toSorted()).toEqual([...given].filter(isPersonal).toSorted());
});

test('has a retention kind in each row, and names only existing kinds', async () => {
  const kinds = new Set((await readRules()).map(({ kind }) => kind));
  for (const [first, , , named] of rowsWithKinds) {
    expect({ first, count: findCodes(named).length }).not.toEqual({ first, count: 0 });
    expect(findCodes(named).filter((kind) => !kinds.has(kind))).toEqual([]);
  }
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildAllotment, buildCentre } from '../../domain/testing/builders.ts';
import { writeListCsv } from './list-csv.ts';
import { buildApplicationId, buildCandidate, examination } from './testing/builders.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'list-csv-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('is read by spreadsheets as UTF-8 and never as a formula', async () => {
  const file = join(folder, 'list.csv');
  const candidates = [
    buildCandidate(1, { name: 'శ్రీనివాస', exam_type: 1 }),
    buildCandidate(2, { name: '=HYPERLINK("http://x")', exam_type: 2, exam_regular: 2, languages: [1, 3] }),
  ];
  expect(await writeListCsv(file, candidates, examination)).toBe(2);
  expect((await readFile(file, 'utf8')).split('\n')).toEqual([
    '\uFEFFnumber,application_id,ticket_version,name,exam_type,regular_or_compartmental,papers,accommodation',
    `1,${buildApplicationId(1)},1,శ్రీనివాస,Pravesa,Regular,,`,
    `2,${buildApplicationId(2)},1,"'=HYPERLINK(""http://x"")",Vara,Compartmental,Sanskrit only; Oral and Shushkruti,`,
    '',
  ]);
});

test('has roll number and centre when seats are allotted', async () => {
  const file = join(folder, 'seats.csv');
  const { ticketRequest, ticketRef } = buildCandidate(1, { name: 'Sita', exam_type: 1 });
  const candidates = [
    { ticketRequest, ticketRef, allotment: buildAllotment() },
    buildCandidate(2, { name: 'Rama', exam_type: 1 }),
  ];
  await writeListCsv(file, candidates, { ...examination, centres: [buildCentre()] });
  const [header, seated, unseated] = (await readFile(file, 'utf8')).split('\n');
  expect(header).toMatch(/,accommodation,roll_number,centre_code,centre$/);
  expect(seated).toMatch(/,24-101-0001,101,Hindu College$/);
  expect(unseated).toMatch(/,,,$/);
});

import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { writeListCsv } from './list-csv.ts';
import { buildApplicationId, buildCandidate, examination } from './testing/builders.ts';

test('is read by spreadsheets as UTF-8 and never as a formula', async () => {
  const out = new PassThrough();
  const candidates = [
    buildCandidate(1, { name: 'శ్రీనివాస', exam_type: 1 }),
    buildCandidate(2, { name: '=HYPERLINK("http://x")', exam_type: 2, exam_regular: 2, languages: [1, 3] }),
  ];
  const [rows, csv] = await Promise.all([writeListCsv(out, candidates, examination), buffer(out)]);
  expect(rows).toBe(2);
  expect(String(csv).split('\n')).toEqual([
    '\uFEFFnumber,application_id,ticket_version,name,exam_type,regular_or_compartmental,papers,accommodation',
    `1,${buildApplicationId(1)},1,శ్రీనివాస,Pravesa,Regular,,`,
    `2,${buildApplicationId(2)},1,"'=HYPERLINK(""http://x"")",Vara,Compartmental,Sanskrit only; Oral and Shushkruti,`,
    '',
  ]);
});

import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Examination } from '@archaka/contracts';
import { stringify } from 'csv-stringify';
import { examType, examWay, papers, type Words } from '../../domain/exam-words.ts';
import { printable } from '../../domain/printable.ts';
import type { Entrant } from './roll.ts';

const COLUMNS = [
  'number',
  'application_id',
  'ticket_version',
  'name',
  'exam_type',
  'regular_or_compartmental',
  'papers',
];

const inEnglish = ({ te, en }: Words): string => en ?? te;

function* rowsOf(entrants: readonly Entrant[], facts: Examination) {
  for (const [place, { wanted, mark }] of entrants.entries()) {
    const { name, exam_type, exam_regular, languages } = wanted.edition.snapshot;
    yield {
      number: place + 1,
      application_id: mark.application_id,
      ticket_version: mark.version,
      name: printable(name),
      exam_type: inEnglish(examType(exam_type, facts)),
      regular_or_compartmental: inEnglish(examWay(exam_regular)),
      papers: inEnglish(papers(languages, facts)),
    };
  }
}

/**
 * The entrants as a table for a spreadsheet: the mark before it says that it is UTF-8, and no name is a formula.
 * @returns how many rows were written
 */
export async function writeListCsv(
  file: string,
  entrants: readonly Entrant[],
  facts: Examination,
): Promise<number> {
  const table = stringify({ header: true, columns: COLUMNS, bom: true, escape_formulas: true });
  let written = 0;
  table.on('record', () => {
    written += 1;
  });
  await pipeline(rowsOf(entrants, facts), table, createWriteStream(file, { flush: true }));
  return written;
}

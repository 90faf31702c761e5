import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Examination } from '@archaka/contracts';
import { stringify } from 'csv-stringify';
import { findCentreOf } from '../../domain/allotment.ts';
import {
  type LocalizedText,
  toAccommodation,
  toExamMode,
  toExamType,
  toPapers,
  toPrintable,
} from '../../domain/ticket-content.ts';
import type { Candidate } from './candidate-list.ts';

const COLUMNS = [
  'number',
  'application_id',
  'ticket_version',
  'name',
  'exam_type',
  'regular_or_compartmental',
  'papers',
  'accommodation',
];
/** Where seats are allotted. */
const SEAT_COLUMNS = ['roll_number', 'centre_code', 'centre'];

const toEnglish = ({ te, en }: LocalizedText): string => en ?? te;

function* toRows(candidates: readonly Candidate[], examination: Examination) {
  for (const [index, { ticketRequest, ticketRef, allotment }] of candidates.entries()) {
    const { name, exam_type, exam_regular, languages, accommodation } =
      ticketRequest.applicationVersion.snapshot;
    yield {
      number: index + 1,
      application_id: ticketRef.application_id,
      ticket_version: ticketRef.version,
      name: toPrintable(name),
      exam_type: toEnglish(toExamType(exam_type, examination)),
      regular_or_compartmental: toEnglish(toExamMode(exam_regular)),
      papers: toEnglish(toPapers(languages, examination)),
      accommodation: toAccommodation(accommodation, examination)?.en,
      roll_number: allotment?.roll_number,
      centre_code: allotment?.centre,
      centre: allotment && findCentreOf(allotment, examination)?.name,
    };
  }
}

/** The byte order mark makes spreadsheets read UTF-8; formulas are escaped. @returns the number of rows */
export async function writeListCsv(
  out: Writable,
  candidates: readonly Candidate[],
  examination: Examination,
): Promise<number> {
  const hasSeats = candidates.some(({ allotment }) => allotment !== undefined);
  const columns = hasSeats ? [...COLUMNS, ...SEAT_COLUMNS] : COLUMNS;
  const table = stringify({ header: true, columns, bom: true, escape_formulas: true });
  let written = 0;
  table.on('record', () => {
    written += 1;
  });
  await pipeline(toRows(candidates, examination), table, out);
  return written;
}

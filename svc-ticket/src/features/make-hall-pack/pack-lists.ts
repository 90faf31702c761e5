import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type Examination,
  HALL_LIST_FILE,
  HALL_LIST_TYPE,
  type HallList,
  hallList,
  toPhotoPath,
} from '@archaka/contracts';
import { TextReader, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js';
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
import type { KeyRing } from '../sign-ticket.ts';
import { type Candidate, chunk } from './candidate-list.ts';
import type { PackData } from './documents.ts';

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

const BATCH_SIZE = 100;
const UNCOMPRESSED = { level: 0 };

type ScannerListData = Pick<PackData, 'examination' | 'centre' | 'candidates'> & {
  readonly tickets: Pick<PackData['tickets'], 'getPhotos'>;
};

type ListEntry = HallList['tickets'][number];

const toListEntry = (
  { ticketRequest, ticketRef, allotment }: Candidate,
  photo: Buffer | undefined,
): ListEntry => ({
  application_id: ticketRef.application_id,
  version: ticketRef.version,
  ...(allotment && { roll_number: allotment.roll_number }),
  name: toPrintable(ticketRequest.applicationVersion.snapshot.name),
  exam_type: ticketRequest.applicationVersion.snapshot.exam_type,
  photo: photo ? createHash('sha256').update(photo).digest('base64url') : null,
});

async function* addPhotos(zip: ZipWriter<unknown>, data: ScannerListData): AsyncGenerator<ListEntry> {
  for (const batch of chunk(data.candidates, BATCH_SIZE)) {
    const photos = await data.tickets.getPhotos(batch.map(({ ticketRef }) => ticketRef));
    for (const [index, candidate] of batch.entries()) {
      const photo = photos[index];
      const name = toPhotoPath(candidate.ticketRef.application_id);
      if (photo) await zip.add(name, new Uint8ArrayReader(photo), UNCOMPRESSED);
      yield toListEntry(candidate, photo);
    }
  }
}

interface ScannerListOptions {
  readonly data: ScannerListData;
  readonly made_at: Date;
  readonly keys: Pick<KeyRing, 'signText'>;
}

/** Writes the contract's signed `hallList`. @returns the number of tickets */
export async function writeScannerList(
  out: Writable,
  { data, made_at, keys }: ScannerListOptions,
): Promise<number> {
  const { examination, centre } = data;
  const zip = new ZipWriter(Writable.toWeb(out), {
    useWebWorkers: false,
    lastModDate: made_at,
  });
  const tickets: ListEntry[] = [];
  for await (const ticket of addPhotos(zip, data)) tickets.push(ticket);
  const list = hallList.parse({
    examination: { name: examination.name, name_te: examination.name_te, year: examination.examine_year },
    centre: { name: centre.name, name_te: centre.name_te },
    made_at: made_at.toISOString(),
    tickets,
  });
  await zip.add(HALL_LIST_FILE, new TextReader(await keys.signText(JSON.stringify(list), HALL_LIST_TYPE)));
  await zip.close();
  return tickets.length;
}

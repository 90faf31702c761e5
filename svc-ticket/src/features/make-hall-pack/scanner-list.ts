import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { HALL_LIST_FILE, HALL_LIST_TYPE, type HallList, hallList, toPhotoPath } from '@archaka/contracts';
import { TextReader, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js';
import { toPrintable } from '../../domain/ticket-content.ts';
import type { KeyRing } from '../sign-ticket.ts';
import { type Candidate, chunk } from './candidate-list.ts';
import type { PackData } from './documents.ts';

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

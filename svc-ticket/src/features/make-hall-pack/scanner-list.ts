import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { type HallList, hallList, LIST_FILE, LIST_TYPE, photoFile } from '@archaka/contracts';
import { TextReader, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js';
import { printable } from '../../domain/printable.ts';
import type { KeyRing } from '../sign-ticket/key-ring.ts';
import { inPieces, type Matter } from './matter.ts';
import type { Entrant } from './roll.ts';

const PHOTOS_AT_ONCE = 100;
const AS_IT_IS = { level: 0 };

type ListMatter = Pick<Matter, 'facts' | 'centre' | 'entrants'> & {
  readonly tickets: Pick<Matter['tickets'], 'photosOf'>;
};

type Listed = HallList['tickets'][number];

const listed = ({ wanted, mark }: Entrant, photo: Buffer | undefined): Listed => ({
  application_id: mark.application_id,
  version: mark.version,
  name: printable(wanted.edition.snapshot.name),
  exam_type: wanted.edition.snapshot.exam_type,
  photo: photo ? createHash('sha256').update(photo).digest('base64url') : null,
});

/** Puts every photo into the file and gives what the list says of its ticket. */
async function* putPhotos(zip: ZipWriter<unknown>, matter: ListMatter): AsyncGenerator<Listed> {
  for (const some of inPieces(matter.entrants, PHOTOS_AT_ONCE)) {
    const photos = await matter.tickets.photosOf(some.map(({ mark }) => mark));
    for (const [place, entrant] of some.entries()) {
      const photo = photos[place];
      const name = photoFile(entrant.mark.application_id);
      if (photo) await zip.add(name, new Uint8ArrayReader(photo), AS_IT_IS);
      yield listed(entrant, photo);
    }
  }
}

interface Signing {
  readonly matter: ListMatter;
  /** What the list says was so then. */
  readonly made_at: Date;
  readonly keys: Pick<KeyRing, 'signText'>;
}

/**
 * The signed list for scanners, in the form of the contract's `hallList`.
 * @returns how many tickets are on it
 */
export async function writeScannerList(file: string, { matter, made_at, keys }: Signing): Promise<number> {
  const { facts, centre } = matter;
  const zip = new ZipWriter(Writable.toWeb(createWriteStream(file, { flush: true })), {
    useWebWorkers: false,
    lastModDate: made_at,
  });
  const tickets: Listed[] = [];
  for await (const ticket of putPhotos(zip, matter)) tickets.push(ticket);
  const list = hallList.parse({
    examination: { name: facts.name, name_te: facts.name_te, year: facts.examine_year },
    centre: { name: centre.name, name_te: centre.name_te },
    made_at: made_at.toISOString(),
    tickets,
  });
  await zip.add(LIST_FILE, new TextReader(await keys.signText(JSON.stringify(list), LIST_TYPE)));
  await zip.close();
  return tickets.length;
}

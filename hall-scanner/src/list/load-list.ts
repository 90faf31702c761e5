import { type HallList, LIST_FILE, photoFile } from '@archaka/contracts';
import type { TicketKey } from '../portal/ticket-keys.ts';
import type { ListShelf, Photo } from '../store/lists.ts';
import { bytesOfBase64Url } from '../verdict/base64.ts';
import { sameBytes, sha256 } from '../verdict/hashes.ts';
import { isTooOld } from './kept-list.ts';
import { readList } from './read-list.ts';
import { ListRefused } from './refused.ts';
import { openZip, type Zip } from './zip.ts';

const MB = 1024 * 1024;
/** Some 40,000 tickets. */
const LIST_ROOM = 8 * MB;
const PHOTO_ROOM = MB;
/** So many photos are unpacked in one go; in between the page answers to its user. */
const AT_ONCE = 25;

/** How many of how many photos have been kept. */
export type Progress = (done: number, all: number) => void;

interface Loading {
  readonly keys: readonly TicketKey[];
  /** The time of this device, in milliseconds since 1970. */
  readonly now: number;
  readonly shelf: ListShelf;
  readonly onProgress: Progress;
}

/**
 * Puts a centre's signed list, and the photo of each of its tickets, in place of the one that is kept. Nothing of the
 * file is kept before its signature holds, and nothing takes the place of what is kept before all of it is there.
 * @throws ListRefused
 */
export async function loadList(file: Blob, { keys, now, shelf, onProgress }: Loading): Promise<void> {
  const zip = await openZip(file);
  const list = await readList(listIn(zip), keys);
  if (isTooOld(list, now)) throw new ListRefused('too-old');
  if (isBehind(list, await shelf.list())) throw new ListRefused('older');
  const place = await shelf.begin();
  try {
    await keepPhotos(zip, { list, keep: place.keepPhotos, onProgress });
    await place.finish(list);
  } catch (error) {
    await place.abandon();
    throw isFull(error) ? new ListRefused('no-room', error) : error;
  }
}

function listIn(zip: Zip): string {
  const bytes = zip.read(new Set([LIST_FILE]), LIST_ROOM).get(LIST_FILE);
  if (!bytes) throw new ListRefused('no-list');
  return new TextDecoder().decode(bytes).trim();
}

/** Whether the kept one, of the same centre and examination, was made after it. */
const isBehind = (list: HallList, kept: HallList | undefined): boolean =>
  kept !== undefined &&
  kept.centre.name === list.centre.name &&
  kept.examination.year === list.examination.year &&
  Date.parse(kept.made_at) > Date.parse(list.made_at);

interface Photos {
  readonly list: HallList;
  readonly keep: (photos: readonly Photo[]) => Promise<void>;
  readonly onProgress: Progress;
}

interface Wanted {
  readonly application_id: string;
  /** Its SHA-256, as the list has it. */
  readonly photo: string;
  readonly file: string;
}

/** Every photo that the list names has to be there, and to be the one whose hash the list gives. */
async function keepPhotos(zip: Zip, { list, keep, onProgress }: Photos): Promise<void> {
  const wanted = list.tickets.flatMap(({ application_id, photo }): Wanted[] =>
    photo === null ? [] : [{ application_id, photo, file: photoFile(application_id) }],
  );
  for (let done = 0; done < wanted.length; done += AT_ONCE) {
    onProgress(done, wanted.length);
    const some = wanted.slice(done, done + AT_ONCE);
    const files = zip.read(new Set(some.map(({ file }) => file)), PHOTO_ROOM);
    await keep(await Promise.all(some.map((each) => checked(each, files.get(each.file)))));
  }
}

async function checked(
  { application_id, photo }: Wanted,
  jpeg: Uint8Array<ArrayBuffer> | undefined,
): Promise<Photo> {
  if (!jpeg) throw new ListRefused('cut-short');
  if (!sameBytes(await sha256(jpeg), bytesOfBase64Url(photo))) throw new ListRefused('forged');
  return { application_id, jpeg };
}

const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

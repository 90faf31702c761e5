import { HALL_LIST_FILE, type HallList, toPhotoPath } from '@archaka/contracts/calls';
import type { ListRepository, Photo } from '../persistence/list-repository.ts';
import type { TicketKey } from '../portal/ticket-keys.ts';
import { decodeBase64Url } from '../verification/base64.ts';
import { equalBytes, sha256 } from '../verification/hashes.ts';
import { InvalidList } from './invalid-list.ts';
import { isExpired } from './offline-list.ts';
import { readList } from './read-list.ts';
import { openZip, type Zip } from './zip.ts';

const MB = 1024 * 1024;
/** Some 40,000 tickets. */
const MAX_LIST_BYTES = 8 * MB;
const MAX_PHOTO_BYTES = MB;
/** Photos unpacked at a time, to keep the page responsive. */
const BATCH_SIZE = 25;

export type Progress = (done: number, total: number) => void;

interface LoadListOptions {
  readonly keys: readonly TicketKey[];
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly lists: ListRepository;
  readonly onProgress: Progress;
}

/** Stores nothing before the signature holds, and replaces the old list only when complete. @throws InvalidList */
export async function loadList(file: Blob, { keys, now, lists, onProgress }: LoadListOptions): Promise<void> {
  const zip = await openZip(file);
  const list = await readList(readListFile(zip), keys);
  if (isExpired(list, now)) throw new InvalidList('too-old');
  if (isOlder(list, await lists.list())) throw new InvalidList('older');
  const loading = await lists.begin();
  try {
    await storePhotos(zip, { list, store: loading.storePhotos, onProgress });
    await loading.finish(list);
  } catch (error) {
    await loading.abandon();
    throw isQuotaExceeded(error) ? new InvalidList('no-room', error) : error;
  }
}

function readListFile(zip: Zip): string {
  const bytes = zip.read(new Set([HALL_LIST_FILE]), MAX_LIST_BYTES).get(HALL_LIST_FILE);
  if (!bytes) throw new InvalidList('no-list');
  return new TextDecoder().decode(bytes).trim();
}

const isOlder = (list: HallList, current: HallList | undefined): boolean =>
  current !== undefined &&
  current.centre.name === list.centre.name &&
  current.examination.year === list.examination.year &&
  Date.parse(current.made_at) > Date.parse(list.made_at);

interface StorePhotosOptions {
  readonly list: HallList;
  readonly store: (photos: readonly Photo[]) => Promise<void>;
  readonly onProgress: Progress;
}

interface ExpectedPhoto {
  readonly application_id: string;
  /** SHA-256, base64url. */
  readonly photo: string;
  readonly file: string;
}

async function storePhotos(zip: Zip, { list, store, onProgress }: StorePhotosOptions): Promise<void> {
  const expected = list.tickets.flatMap(({ application_id, photo }): ExpectedPhoto[] =>
    photo === null ? [] : [{ application_id, photo, file: toPhotoPath(application_id) }],
  );
  for (let done = 0; done < expected.length; done += BATCH_SIZE) {
    onProgress(done, expected.length);
    const batch = expected.slice(done, done + BATCH_SIZE);
    const files = zip.read(new Set(batch.map(({ file }) => file)), MAX_PHOTO_BYTES);
    await store(await Promise.all(batch.map((each) => verifyPhoto(each, files.get(each.file)))));
  }
}

async function verifyPhoto(
  { application_id, photo }: ExpectedPhoto,
  jpeg: Uint8Array<ArrayBuffer> | undefined,
): Promise<Photo> {
  if (!jpeg) throw new InvalidList('cut-short');
  if (!equalBytes(await sha256(jpeg), decodeBase64Url(photo))) throw new InvalidList('forged');
  return { application_id, jpeg };
}

const isQuotaExceeded = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

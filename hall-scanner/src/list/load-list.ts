import { HALL_LIST_FILE, HALL_LIST_TYPE, type HallList, toPhotoPath } from '@archaka/contracts/calls';
import { unzipSync } from 'fflate';
import { compactVerify, errors } from 'jose';
import * as z from 'zod/mini';
import { importKey, type TicketKey } from '../portal/portal-client.ts';
import { decodeBase64Url, equalBytes, sha256 } from '../verification/hashes.ts';
import { InvalidList } from './invalid-list.ts';
import { isExpired, type ListRepository, type Photo } from './list-repository.ts';

const bilingual = { name: z.string(), name_te: z.string() };

/** The contract's `hallList`, repeated with zod/mini: a fifth of the size of the contract's schemas. */
const listSchema: z.ZodMiniType<HallList> = z.object({
  examination: z.object({ ...bilingual, year: z.string() }),
  centre: z.object(bilingual),
  made_at: z.iso.datetime(),
  tickets: z.array(
    z.object({
      application_id: z.string(),
      version: z.int(),
      roll_number: z.optional(z.string()),
      name: z.string(),
      exam_type: z.int(),
      photo: z.nullable(z.string()),
    }),
  ),
});

interface Zip {
  /** Omits missing entries and those larger than `maxBytes`. */
  readonly read: (
    names: ReadonlySet<string>,
    maxBytes: number,
  ) => ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** Far more than the photos of the largest centre. */
const MAX_BYTES = 256 * 1024 * 1024;
/** `PK` 3 4: a ZIP file that is not empty. */
const ZIP_SIGNATURE = [0x50, 0x4b, 3, 4];

/** @throws InvalidList for another type of file, or a truncated one: its directory is at the end */
async function openZip(file: Blob): Promise<Zip> {
  if (file.size > MAX_BYTES) throw new InvalidList('not-a-list');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!ZIP_SIGNATURE.every((byte, index) => bytes[index] === byte)) throw new InvalidList('not-a-zip');

  const read: Zip['read'] = (names, maxBytes) => {
    try {
      const filter = (entry: { name: string; originalSize: number }) =>
        names.has(entry.name) && entry.originalSize <= maxBytes;
      return new Map(Object.entries(unzipSync(bytes, { filter })));
    } catch (error) {
      throw new InvalidList('cut-short', error);
    }
  };
  return { read };
}

/** Verifies a compact JWS against the stored ticket keys. @throws InvalidList */
async function readList(jws: string, keys: readonly TicketKey[]): Promise<HallList> {
  const findKey = ({ kid, typ }: { kid?: string | undefined; typ?: string | undefined }) => {
    if (typ !== HALL_LIST_TYPE) throw new InvalidList('not-a-list');
    const key = keys.find((each) => each.kid === kid);
    if (!key) throw new InvalidList('unknown-key');
    return importKey(key);
  };
  const { payload } = await compactVerify(jws, findKey, { algorithms: ['ES256'] }).catch((error: unknown) => {
    throw toInvalidList(error);
  });
  const { data, error } = listSchema.safeParse(JSON.parse(new TextDecoder().decode(payload)));
  if (!data) throw new InvalidList('not-a-list', error);
  return data;
}

function toInvalidList(error: unknown): InvalidList {
  if (error instanceof InvalidList) return error;
  const isForged = error instanceof errors.JWSSignatureVerificationFailed;
  return new InvalidList(isForged ? 'forged' : 'not-a-list', error);
}

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

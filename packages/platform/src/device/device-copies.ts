import { type IDBPDatabase, openDB } from 'idb';

/** What one tab keeps on the device for one applicant, sealed: nothing in it can be read without the session's key. */
export interface DeviceCopy {
  readonly id: string;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

export interface KeptCopy extends DeviceCopy {
  /** Whose it is, as a hash. */
  readonly owner: string;
  /** When it was last written, in milliseconds since 1970. */
  readonly keptAt: number;
}

const COPIES = 'copies';
const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a copy waits for its applicant. */
const KEPT_MS = 7 * DAY_MS;

/** The database is opened for each work and closed after it, so that no tab stands in another's way. */
async function withCopies<Result>(work: (database: IDBPDatabase) => Promise<Result>): Promise<Result> {
  const database = await openDB('archaka-forms', 1, {
    upgrade: (created) => created.createObjectStore(COPIES, { keyPath: 'id' }),
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** The disk does not say whose copies they are. */
async function ownerOf(userId: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`archaka-forms/${userId}`));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const removeWhere = (isOver: (copy: KeptCopy) => boolean): Promise<void> =>
  withCopies(async (database) => {
    const { store, done } = database.transaction(COPIES, 'readwrite');
    const copies: KeptCopy[] = await store.getAll();
    await Promise.all([...copies.filter(isOver).map(({ id }) => store.delete(id)), done]);
  });

/** Every user's copies that nobody came back to in seven days go. */
export const sweepCopies = (): Promise<void> => removeWhere(({ keptAt }) => keptAt < Date.now() - KEPT_MS);

/** The copies of one user, the newest first. */
export async function copiesOf(userId: string): Promise<KeptCopy[]> {
  await sweepCopies();
  const owner = await ownerOf(userId);
  const copies: KeptCopy[] = await withCopies((database) => database.getAll(COPIES));
  return copies.filter((copy) => copy.owner === owner).sort((one, other) => other.keptAt - one.keptAt);
}

/** Writes a copy, in place of an earlier one of the same id. */
export async function putCopy(userId: string, { id, iv, sealed }: DeviceCopy): Promise<void> {
  const kept: KeptCopy = { id, iv, sealed, owner: await ownerOf(userId), keptAt: Date.now() };
  await withCopies((database) => database.put(COPIES, kept));
}

export const removeCopy = (id: string): Promise<void> =>
  withCopies((database) => database.delete(COPIES, id));

export async function removeCopiesOf(userId: string): Promise<void> {
  const owner = await ownerOf(userId);
  await removeWhere((copy) => copy.owner === owner);
}

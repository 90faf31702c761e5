import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { OFFLINE_DATABASE } from './browser-extras.ts';

/** Milliseconds; some browsers never answer the request to open a database. */
const TIMEOUT_MS = 3000;

interface DatabaseDefinition<Schema extends DBSchema> {
  readonly name: string;
  /** Creates the stores of the first and only version. */
  readonly create: (database: IDBPDatabase<Schema>) => void;
}

async function openWithin<Schema extends DBSchema>({ name, create }: DatabaseDefinition<Schema>) {
  const opening = openDB<Schema>(name, 1, { upgrade: create });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The browser does not open ${name}`)), TIMEOUT_MS);
  });
  try {
    return await Promise.race([opening, timeout]);
  } catch (error) {
    void opening.then((late) => late.close()).catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Closes the database after the operation, so that no tab blocks its deletion.
 * @throws when the browser refuses to open it, or does not answer in time
 */
export async function withDatabase<Schema extends DBSchema, Result>(
  definition: DatabaseDefinition<Schema>,
  operation: (database: IDBPDatabase<Schema>) => Promise<Result>,
): Promise<Result> {
  const database = await openWithin(definition);
  try {
    return await operation(database);
  } finally {
    database.close();
  }
}

export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

/** The first key seals, any opens: their secret may have been rotated since. */
export type DeviceKeys = readonly [CryptoKey, ...CryptoKey[]];

/** Keys of one session, not extractable. */
interface StoredKeys {
  /** A hash. */
  readonly owner: string;
  readonly keys: DeviceKeys;
  /** Milliseconds since 1970. */
  readonly usedAt: number;
  /** Milliseconds without use after which the session ends. */
  readonly lifetimeMs: number;
}

interface StoredAnswer extends Sealed {
  /** A hash of user, address and body. */
  readonly id: string;
  /** Media type. */
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly storedAt: number;
}

interface OfflineSchema extends DBSchema {
  keys: { key: 'current'; value: StoredKeys };
  answers: { key: string; value: StoredAnswer };
}

/** @throws as `withDatabase` */
export const withOfflineDatabase = <Result>(
  operation: (database: IDBPDatabase<OfflineSchema>) => Promise<Result>,
): Promise<Result> =>
  withDatabase(
    {
      name: OFFLINE_DATABASE,
      create: (created) => {
        created.createObjectStore('keys');
        created.createObjectStore('answers', { keyPath: 'id' });
      },
    },
    operation,
  );

/** Hides owner and contents on the disk. */
export async function hashText(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** One tab's sealed draft. Only the session's key can read it. */
interface DeviceCopy extends Sealed {
  readonly id: string;
  /** The service holds the same. */
  readonly isSent: boolean;
}

interface StoredCopy extends DeviceCopy {
  /** A hash. */
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

const STORE_NAME = 'copies';
const DAY_MS = 24 * 60 * 60 * 1000;
const RETENTION_MS = 7 * DAY_MS;

interface CopiesSchema extends DBSchema {
  copies: { key: string; value: StoredCopy };
}

/** @throws as `withDatabase` */
const withCopies = <Result>(
  operation: (database: IDBPDatabase<CopiesSchema>) => Promise<Result>,
): Promise<Result> =>
  withDatabase(
    {
      name: 'archaka-forms',
      create: (created) => void created.createObjectStore(STORE_NAME, { keyPath: 'id' }),
    },
    operation,
  );

/** Hides the owner's identity on the disk. */
const hashOwner = (userId: string): Promise<string> => hashText(`archaka-forms/${userId}`);

const deleteWhere = (isMatch: (copy: StoredCopy) => boolean): Promise<void> =>
  withCopies(async (database) => {
    const { store, done } = database.transaction(STORE_NAME, 'readwrite');
    const copies: StoredCopy[] = await store.getAll();
    await Promise.all([...copies.filter(isMatch).map(({ id }) => store.delete(id)), done]);
  });

export const sweepCopies = (): Promise<void> =>
  deleteWhere(({ keptAt }) => keptAt < Date.now() - RETENTION_MS);

export async function copiesOf(userId: string): Promise<StoredCopy[]> {
  await sweepCopies();
  const owner = await hashOwner(userId);
  const copies: StoredCopy[] = await withCopies((database) => database.getAll(STORE_NAME));
  return copies.filter((copy) => copy.owner === owner).sort((one, other) => other.keptAt - one.keptAt);
}

export async function putCopy(userId: string, { id, iv, sealed, isSent }: DeviceCopy): Promise<void> {
  const stored: StoredCopy = { id, iv, sealed, isSent, owner: await hashOwner(userId), keptAt: Date.now() };
  await withCopies((database) => database.put(STORE_NAME, stored));
}

export const removeCopy = (id: string): Promise<void> =>
  withCopies((database) => database.delete(STORE_NAME, id));

export async function removeCopiesOf(userId: string): Promise<void> {
  const owner = await hashOwner(userId);
  await deleteWhere((copy) => copy.owner === owner);
}

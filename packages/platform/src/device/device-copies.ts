import type { DBSchema, IDBPDatabase } from 'idb';
import { hashText, type Sealed, withDatabase } from './offline-database.ts';

/** One tab's sealed draft. Only the session's key can read it. */
interface DeviceCopy extends Sealed {
  readonly id: string;
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

interface Schema extends DBSchema {
  copies: { key: string; value: StoredCopy };
}

/** @throws as `withDatabase` */
const withCopies = <Result>(
  operation: (database: IDBPDatabase<Schema>) => Promise<Result>,
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

export async function putCopy(userId: string, { id, iv, sealed }: DeviceCopy): Promise<void> {
  const stored: StoredCopy = { id, iv, sealed, owner: await hashOwner(userId), keptAt: Date.now() };
  await withCopies((database) => database.put(STORE_NAME, stored));
}

export const removeCopy = (id: string): Promise<void> =>
  withCopies((database) => database.delete(STORE_NAME, id));

export async function removeCopiesOf(userId: string): Promise<void> {
  const owner = await hashOwner(userId);
  await deleteWhere((copy) => copy.owner === owner);
}

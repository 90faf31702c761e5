import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Connection } from 'mongoose';
import { PersonErased } from '../errors.ts';
import { isDuplicateKey } from '../persistence/database-errors.ts';
import { toBuffer } from '../sealing/aes-box.ts';
import type { Kms, WrappedKey } from './kms.ts';

const DATA_KEYS = 'datakeys';

/** `_id`: the user id. A row without a wrapped key marks an erased person. */
export interface DataKeyRow {
  readonly _id: string;
  readonly master?: string;
  readonly wrapped?: Buffer;
  readonly createdAt: Date;
  readonly erasedAt?: Date;
}

interface DataKeyRepository {
  readonly find: (userId: string) => Promise<DataKeyRow | undefined>;
  /** Returns the row that was stored first. */
  readonly add: (userId: string, wrapped: WrappedKey) => Promise<DataKeyRow>;
  readonly erase: (userId: string) => Promise<void>;
}

/** Reads majority-committed rows: a failover may revert others, and then nothing sealed under them opens. */
const COMMITTED = { readConcern: { level: 'majority' } } as const;

/** Runs outside of transactions, so that no rollback removes a key in use. */
export const getDataKeyRows = (connection: Connection) => connection.collection<DataKeyRow>(DATA_KEYS);

function createDataKeyRepository(connection: Connection): DataKeyRepository {
  const rows = getDataKeyRows(connection);
  const toRow = ({ wrapped, ...row }: DataKeyRow): DataKeyRow => ({
    ...row,
    ...(wrapped && { wrapped: toBuffer(wrapped) }),
  });
  const find = async (userId: string) => {
    const row = await rows.findOne({ _id: userId }, COMMITTED);
    return row ? toRow(row) : undefined;
  };

  return {
    find,

    add: async (userId, { master, bytes }) => {
      const first = { $setOnInsert: { master, wrapped: bytes, createdAt: new Date() } };
      const insert = () =>
        rows.findOneAndUpdate({ _id: userId }, first, {
          upsert: true,
          returnDocument: 'after',
          writeConcern: { w: 'majority' },
        });
      const row = await insert().catch((error) => {
        if (!isDuplicateKey(error)) throw error;
        return insert();
      });
      if (!row) throw new Error('a data key was neither found nor added');
      return toRow(row);
    },

    erase: async (userId) => {
      const now = new Date();
      await rows.updateOne(
        { _id: userId },
        { $unset: { wrapped: 1, master: 1 }, $set: { erasedAt: now }, $setOnInsert: { createdAt: now } },
        { upsert: true, writeConcern: { w: 'majority' } },
      );
    },
  };
}

const KEY_BYTES = 32;
const MAX_CACHED = 20_000;
/** Milliseconds that another instance may still open an erased person's values. */
const RECHECK_MS = 2000;
/** Milliseconds after the last read of its row at which a key leaves memory; a pause in filling in the form is shorter. */
const UNUSED_MS = 15 * 60_000;

/** All @throws PersonErased, or `DependencyUnavailable` of `kms` or of the store. */
export interface DataKeys {
  /** @throws also for a person without a key. */
  readonly get: (userId: string) => Promise<KeyObject>;
  /** Creates one key for a person, also when several instances do it concurrently. */
  readonly getOrCreate: (userId: string) => Promise<KeyObject>;
  /** Erases the person: no value under the key opens any more, and none is sealed. */
  readonly destroyDataKey: (userId: string) => Promise<void>;
}

interface DataKeysOptions {
  readonly connection: Connection;
  /** Separates the keys of services. */
  readonly service: string;
  readonly kms: Kms;
}

interface CachedKey {
  readonly key: KeyObject;
  /**
   * The stored wrapped key in Base64: while it is unchanged, the cached data key needs no KMS. No Buffer: a small one
   * is a part of a 64 KiB pool, which it would keep in memory.
   */
  readonly wrapped: string;
  /** When the row was read, by `performance.now()`. */
  readonly checkedAt: number;
}

export const toKeyContext = (service: string, userId: string) => ({ service, user: userId });

/** @param known its key is returned while the row's wrapped key is the same */
const createUnwrap =
  ({ service, kms }: Pick<DataKeysOptions, 'service' | 'kms'>) =>
  async (
    { _id, master, wrapped, erasedAt }: DataKeyRow,
    known: Pick<CachedKey, 'key' | 'wrapped'> | undefined,
  ): Promise<CachedKey> => {
    if (erasedAt || master === undefined || !wrapped) throw new PersonErased();
    const checked = { wrapped: wrapped.toString('base64'), checkedAt: performance.now() };
    if (known?.wrapped === checked.wrapped) return { key: known.key, ...checked };
    const bytes = await kms.unwrap({ master, bytes: wrapped }, toKeyContext(service, _id));
    return { key: createSecretKey(bytes), ...checked };
  };

/** @param find reads the row of a person, and unwraps its key unless that is the known one */
function createKeyCache(find: (userId: string, known?: CachedKey) => Promise<CachedKey | undefined>) {
  const cache: LRUCache<string, CachedKey> = new LRUCache({
    max: MAX_CACHED,
    ttl: UNUSED_MS,
    ttlAutopurge: true,
    // Creating or destroying a key aborts its fetch, which would otherwise reject.
    ignoreFetchAbort: true,
    fetchMethod: async (userId, known, { signal }) => {
      const key = await find(userId, known);
      if (key || !signal.aborted) return key;
      // An aborted fetch that returns undefined rejects.
      return cache.get(userId) ?? find(userId, known);
    },
  });

  return {
    find: (userId: string): Promise<CachedKey | undefined> => {
      const cached = cache.peek(userId);
      const forceRefresh = cached !== undefined && performance.now() - cached.checkedAt > RECHECK_MS;
      return cache.fetch(userId, { forceRefresh });
    },
    set: (userId: string, key: CachedKey) => cache.set(userId, key),
    delete: (userId: string) => cache.delete(userId),
  };
}

export function createDataKeys({ connection, service, kms }: DataKeysOptions): DataKeys {
  const rows = createDataKeyRepository(connection);
  const unwrap = createUnwrap({ service, kms });
  const cache = createKeyCache(async (userId, known) => {
    const row = await rows.find(userId);
    return row && unwrap(row, known);
  });

  const create = async (userId: string): Promise<KeyObject> => {
    const bytes = randomBytes(KEY_BYTES);
    const wrapped = await kms.wrap(bytes, toKeyContext(service, userId));
    const row = await rows.add(userId, wrapped);
    const encoded = wrapped.bytes.toString('base64');
    const cached = await unwrap(row, { key: createSecretKey(bytes), wrapped: encoded });
    cache.set(userId, cached);
    return cached.key;
  };

  return {
    get: async (userId) => {
      const cached = await cache.find(userId);
      if (!cached) throw new Error('the data key of a sealed value is missing');
      return cached.key;
    },

    getOrCreate: async (userId) => (await cache.find(userId))?.key ?? create(userId),

    destroyDataKey: async (userId) => {
      await rows.erase(userId);
      cache.delete(userId);
    },
  };
}

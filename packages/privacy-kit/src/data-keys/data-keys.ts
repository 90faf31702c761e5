import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { isDuplicateKey, PersonErased, toBuffer } from '@archaka/service-kit';
import { LRUCache } from 'lru-cache';
import type { Connection } from 'mongoose';
import type { Kms, WrappedKey } from './kms.ts';

/** `_id`: the user id. A row without a wrapped key marks an erased person. */
export interface DataKeyRow {
  readonly _id: string;
  readonly master?: string;
  readonly wrapped?: Buffer;
  readonly createdAt: Date;
  readonly erasedAt?: Date;
}

/** Runs outside of transactions, so that no rollback removes a key in use. */
export const getDataKeyRows = (connection: Connection) => connection.collection<DataKeyRow>('datakeys');

/** Reads majority-committed rows: a failover may revert others, and then nothing sealed under them opens. */
const COMMITTED = { readConcern: { level: 'majority' } } as const;
const BY_MAJORITY = { upsert: true, writeConcern: { w: 'majority' } } as const;

const KEY_BYTES = 32;
const MAX_CACHED = 20_000;
/** Milliseconds that another instance may still open an erased person's values. */
const RECHECK_MS = 2000;
/**
 * Milliseconds after the last read of its row at which a key leaves memory, up to a minute later; a pause in filling
 * in the form is shorter.
 */
const UNUSED_MS = 15 * 60_000;
const PURGE_MS = 60_000;

export const toKeyContext = (service: string, userId: string) => ({ service, user: userId });

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

interface DataKeysOptions {
  readonly connection: Connection;
  /** Separates the keys of services. */
  readonly service: string;
  readonly kms: Kms;
}

/** A key for each person. All calls @throw PersonErased, or `DependencyUnavailable` of `kms` or of the store. */
export class DataKeys {
  readonly #service: string;
  readonly #kms: Kms;
  readonly #rows: ReturnType<typeof getDataKeyRows>;
  readonly #cache: LRUCache<string, CachedKey>;

  constructor({ connection, service, kms }: DataKeysOptions) {
    this.#service = service;
    this.#kms = kms;
    this.#rows = getDataKeyRows(connection);
    this.#cache = new LRUCache({
      max: MAX_CACHED,
      ttl: UNUSED_MS,
      // Creating or destroying a key aborts its fetch, which would otherwise reject.
      ignoreFetchAbort: true,
      fetchMethod: async (userId, known, { signal }) => {
        const key = await this.#read(userId, known);
        if (key || !signal.aborted) return key;
        // An aborted fetch that returns undefined rejects.
        return this.#cache.get(userId) ?? this.#read(userId);
      },
    });
    // Not by the cache's own timers: each would keep the transaction in which its key was read, and 64 KiB with it.
    setInterval(() => this.#cache.purgeStale(), PURGE_MS).unref();
  }

  /** @throws also for a person without a key. */
  async get(userId: string): Promise<KeyObject> {
    const cached = await this.#find(userId);
    if (!cached) throw new Error('the data key of a sealed value is missing');
    return cached.key;
  }

  /** Creates one key for a person, also when several instances do it concurrently. */
  async getOrCreate(userId: string): Promise<KeyObject> {
    return (await this.#find(userId))?.key ?? this.#create(userId);
  }

  /** Erases the person: no value under the key opens any more, and none is sealed. */
  async destroyDataKey(userId: string): Promise<void> {
    const now = new Date();
    await this.#rows.updateOne(
      { _id: userId },
      { $unset: { wrapped: 1, master: 1 }, $set: { erasedAt: now }, $setOnInsert: { createdAt: now } },
      BY_MAJORITY,
    );
    this.#cache.delete(userId);
  }

  #find(userId: string): Promise<CachedKey | undefined> {
    const cached = this.#cache.peek(userId);
    const forceRefresh = cached !== undefined && performance.now() - cached.checkedAt > RECHECK_MS;
    return this.#cache.fetch(userId, { forceRefresh });
  }

  async #read(userId: string, known?: CachedKey): Promise<CachedKey | undefined> {
    const row = await this.#rows.findOne({ _id: userId }, COMMITTED);
    return row ? this.#unwrap(row, known) : undefined;
  }

  async #create(userId: string): Promise<KeyObject> {
    const bytes = randomBytes(KEY_BYTES);
    const wrapped = await this.#kms.wrap(bytes, toKeyContext(this.#service, userId));
    const row = await this.#add(userId, wrapped);
    const own = { key: createSecretKey(bytes), wrapped: wrapped.bytes.toString('base64') };
    const cached = await this.#unwrap(row, own);
    this.#cache.set(userId, cached);
    return cached.key;
  }

  /** Returns the row that was stored first. */
  async #add(userId: string, { master, bytes }: WrappedKey): Promise<DataKeyRow> {
    const first = { $setOnInsert: { master, wrapped: bytes, createdAt: new Date() } };
    const insert = () =>
      this.#rows.findOneAndUpdate({ _id: userId }, first, { ...BY_MAJORITY, returnDocument: 'after' });
    const row = await insert().catch((error) => {
      if (!isDuplicateKey(error)) throw error;
      return insert();
    });
    if (!row) throw new Error('a data key was neither found nor added');
    return row;
  }

  /** @param known its key is returned while the row's wrapped key is the same */
  async #unwrap(
    { _id, master, wrapped: stored, erasedAt }: DataKeyRow,
    known: Pick<CachedKey, 'key' | 'wrapped'> | undefined,
  ): Promise<CachedKey> {
    if (erasedAt || master === undefined || !stored) throw new PersonErased();
    const bytes = toBuffer(stored);
    const checked = { wrapped: bytes.toString('base64'), checkedAt: performance.now() };
    if (known?.wrapped === checked.wrapped) return { key: known.key, ...checked };
    const key = await this.#kms.unwrap({ master, bytes }, toKeyContext(this.#service, _id));
    return { key: createSecretKey(key), ...checked };
  }
}

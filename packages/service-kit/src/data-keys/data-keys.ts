import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Connection } from 'mongoose';
import { HttpProblem } from '../errors.ts';
import { createDataKeyRepository, type DataKeyRow } from './data-key-repository.ts';
import type { Kms } from './kms.ts';

const KEY_BYTES = 32;
const MAX_CACHED = 20_000;
/** How long another instance may still open what was sealed for an erased person. */
const CACHE_MS = 60_000;

/** 401, for a session that outlives its account by a moment. Nothing more is stored about the person. */
export class PersonErased extends HttpProblem {
  override readonly name = 'PersonErased';
  constructor() {
    super({ code: 'unauthorized', status: 401, title: 'The data of this person is erased.' });
  }
}

/** All @throws PersonErased, or `DependencyUnavailable` of `kms` or of the store. */
export interface DataKeys {
  /** @throws also for a person without a key. */
  readonly get: (userId: string) => Promise<KeyObject>;
  /** Once for a person, also when several instances do it. */
  readonly getOrCreate: (userId: string) => Promise<KeyObject>;
  /** Erases the person: nothing sealed under the key opens again, and nothing new is sealed. */
  readonly destroyDataKey: (userId: string) => Promise<void>;
}

interface DataKeysOptions {
  readonly connection: Connection;
  /** Separates the keys of services. */
  readonly service: string;
  readonly kms: Kms;
}

export const toKeyContext = (service: string, userId: string) => ({ service, user: userId });

export function createDataKeys({ connection, service, kms }: DataKeysOptions): DataKeys {
  const rows = createDataKeyRepository(connection);

  const unwrap = async ({ _id, master, wrapped, erasedAt }: DataKeyRow): Promise<KeyObject> => {
    if (erasedAt || master === undefined || !wrapped) throw new PersonErased();
    return createSecretKey(await kms.unwrap({ master, bytes: wrapped }, toKeyContext(service, _id)));
  };

  const find = async (userId: string): Promise<KeyObject | undefined> => {
    const row = await rows.find(userId);
    return row && unwrap(row);
  };

  const cache = new LRUCache<string, KeyObject>({
    max: MAX_CACHED,
    ttl: CACHE_MS,
    // A key that is created or destroyed during a fetch replaces its result; else the fetch fails.
    ignoreFetchAbort: true,
    fetchMethod: (userId) => find(userId),
  });

  const create = async (userId: string): Promise<KeyObject> => {
    const bytes = randomBytes(KEY_BYTES);
    const wrapped = await kms.wrap(bytes, toKeyContext(service, userId));
    const row = await rows.add(userId, wrapped);
    const isOwn = row.wrapped?.equals(wrapped.bytes) === true;
    const key = isOwn ? createSecretKey(bytes) : await unwrap(row);
    cache.set(userId, key);
    return key;
  };

  return {
    get: async (userId) => {
      const key = await cache.fetch(userId);
      if (!key) throw new Error('there is no data key for what is sealed');
      return key;
    },

    getOrCreate: async (userId) => (await cache.fetch(userId)) ?? create(userId),

    destroyDataKey: async (userId) => {
      await rows.erase(userId);
      cache.delete(userId);
    },
  };
}

import { freemem } from 'node:os';
import { eventually } from '@archaka/test-kit';
import { readCache } from './cache.ts';
import type { Store } from './store.ts';

const MAX_BYTES = 4 * 2 ** 30;
const EVICTION_MS = 120_000;

const setCache = ({ client }: Store, bytes: number) =>
  client
    .db('admin')
    .command({ setParameter: 1, wiredTigerEngineRuntimeConfig: `cache_size=${Math.floor(bytes)}` });

/** Random ids touch all of every index: with the indexes in memory three times as many rows are written. */
export async function withLargeCache<Result>(store: Store, write: () => Promise<Result>): Promise<Result> {
  const { maxBytes } = await readCache(store);
  await setCache(store, Math.max(maxBytes, Math.min(MAX_BYTES, freemem() / 2)));
  try {
    return await write();
  } finally {
    await setCache(store, maxBytes);
    await eventually(async () => (await readCache(store)).usedBytes <= maxBytes, {
      timeoutMs: EVICTION_MS,
    });
  }
}

import type { Store } from './store.ts';

export interface Cache {
  readonly maxBytes: number;
  readonly usedBytes: number;
}

/** WiredTiger's. */
export async function readCache({ client }: Store): Promise<Cache> {
  const { wiredTiger } = await client.db('admin').command({ serverStatus: 1 });
  return {
    maxBytes: wiredTiger.cache['maximum bytes configured'],
    usedBytes: wiredTiger.cache['bytes currently in the cache'],
  };
}

import type { DBSchema, IDBPDatabase } from 'idb';
import type { Sealed } from './cipher.ts';
import { OFFLINE_DATABASE } from './offline-data.ts';
import { withDatabase } from './with-database.ts';

/** The first key seals, any opens: their secret may have been rotated since. */
export type DeviceKeys = readonly [CryptoKey, ...CryptoKey[]];

/** Keys of one session, not extractable. */
export interface StoredKeys {
  /** A hash. */
  readonly owner: string;
  readonly keys: DeviceKeys;
  /** Milliseconds since 1970. */
  readonly usedAt: number;
  /** Milliseconds without use after which the session ends. */
  readonly lifetimeMs: number;
}

export interface StoredAnswer extends Sealed {
  /** A hash of user, address and body. */
  readonly id: string;
  /** Media type. */
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly storedAt: number;
}

interface Schema extends DBSchema {
  keys: { key: 'current'; value: StoredKeys };
  answers: { key: string; value: StoredAnswer };
}

/** @throws as `withDatabase` */
export const withOfflineDatabase = <Result>(
  operation: (database: IDBPDatabase<Schema>) => Promise<Result>,
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

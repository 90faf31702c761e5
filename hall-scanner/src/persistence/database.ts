import type { HallList } from '@archaka/contracts';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { PortalFacts } from '../portal/portal-facts.ts';

/** A list and the number of the loading that its photos came with. */
export interface StoredList {
  readonly load: number;
  readonly list: HallList;
}

interface Schema extends DBSchema {
  portal: { key: 'facts'; value: PortalFacts };
  lists: { key: 'current'; value: StoredList };
  photos: { key: [load: number, applicationId: string]; value: Uint8Array<ArrayBuffer> };
}

export type ScannerDatabase = IDBPDatabase<Schema>;

/** What the scanner keeps on this device: public keys, and of one centre the list with its photos. */
export const openDatabase = (): Promise<ScannerDatabase> =>
  openDB<Schema>('hall-scanner', 1, {
    upgrade: (created) => {
      for (const table of ['portal', 'lists', 'photos'] as const) created.createObjectStore(table);
    },
    // A newer version of the scanner, in another tab, wants to begin.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });

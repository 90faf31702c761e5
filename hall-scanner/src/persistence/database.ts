import type { HallList } from '@archaka/contracts/calls';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { PortalFacts } from '../portal/portal-facts.ts';

/** `load` numbers the load that stored the list and its photos. */
interface StoredList {
  readonly load: number;
  readonly list: HallList;
}

interface Schema extends DBSchema {
  portal: { key: 'facts'; value: PortalFacts };
  lists: { key: 'current'; value: StoredList };
  photos: { key: [load: number, applicationId: string]; value: Uint8Array<ArrayBuffer> };
}

export type ScannerDatabase = IDBPDatabase<Schema>;

export const openDatabase = (): Promise<ScannerDatabase> =>
  openDB<Schema>('hall-scanner', 1, {
    upgrade: (created) => {
      for (const table of ['portal', 'lists', 'photos'] as const) created.createObjectStore(table);
    },
    // Lets a newer version in another tab upgrade the database.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });

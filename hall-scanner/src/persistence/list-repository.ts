import type { HallList } from '@archaka/contracts/calls';
import { createOfflineList, type OfflineList } from '../list/offline-list.ts';
import type { ScannerDatabase } from './database.ts';

/** JPEG. */
export interface Photo {
  readonly application_id: string;
  readonly jpeg: Uint8Array<ArrayBuffer>;
}

/** Invisible until `finish`. */
interface ListLoading {
  readonly storePhotos: (photos: readonly Photo[]) => Promise<void>;
  readonly finish: (list: HallList) => Promise<void>;
  readonly abandon: () => Promise<void>;
}

/** Stores at most one list. */
export interface ListRepository {
  readonly list: () => Promise<HallList | undefined>;
  readonly open: () => Promise<OfflineList | undefined>;
  readonly begin: () => Promise<ListLoading>;
  readonly remove: () => Promise<void>;
  /** Removes the photos of unfinished loads. */
  readonly sweep: () => Promise<void>;
}

const toPhotoRange = (load: number) => IDBKeyRange.bound([load], [load, []]);

export function createListRepository(database: ScannerDatabase): ListRepository {
  const getStored = () => database.get('lists', 'current');

  const sweep = async () => {
    const load = (await getStored())?.load ?? -1;
    await Promise.all([
      database.delete('photos', IDBKeyRange.upperBound([load], true)),
      database.delete('photos', IDBKeyRange.lowerBound([load, []], true)),
    ]);
  };

  return {
    sweep,
    list: async () => (await getStored())?.list,
    open: async () => {
      const found = await getStored();
      if (!found) return undefined;
      const photo: OfflineList['photo'] = async (id) =>
        (await database.get('photos', [found.load, id])) ?? null;
      return createOfflineList(found.list, photo);
    },
    begin: async () => {
      await sweep();
      const load = ((await getStored())?.load ?? 0) + 1;
      return {
        storePhotos: async (photos) => {
          const { store, done } = database.transaction('photos', 'readwrite');
          const puts = photos.map(({ application_id, jpeg }) => store.put(jpeg, [load, application_id]));
          await Promise.all([...puts, done]);
        },
        finish: async (list) => {
          await database.put('lists', { load, list }, 'current');
          await sweep();
        },
        abandon: () => database.delete('photos', toPhotoRange(load)),
      };
    },
    remove: async () => {
      const transaction = database.transaction(['lists', 'photos'], 'readwrite');
      await Promise.all([
        transaction.objectStore('lists').clear(),
        transaction.objectStore('photos').clear(),
        transaction.done,
      ]);
    },
  };
}

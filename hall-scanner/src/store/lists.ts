import type { HallList } from '@archaka/contracts';
import { type KeptList, keptList } from '../list/kept-list.ts';
import type { ScannerDatabase } from './database.ts';

/** The photo of one ticket, a JPEG. */
export interface Photo {
  readonly application_id: string;
  readonly jpeg: Uint8Array<ArrayBuffer>;
}

/** A list that is being loaded; what is kept of it shows only once it is whole. */
interface Loading {
  readonly keepPhotos: (photos: readonly Photo[]) => Promise<void>;
  /** Puts it in place of the one before. */
  readonly finish: (list: HallList) => Promise<void>;
  readonly abandon: () => Promise<void>;
}

/** Where the list of the centre is kept; there is one at most. */
export interface ListShelf {
  readonly list: () => Promise<HallList | undefined>;
  readonly open: () => Promise<KeptList | undefined>;
  readonly begin: () => Promise<Loading>;
  readonly remove: () => Promise<void>;
  /** Removes what loadings have left that were never finished. */
  readonly sweep: () => Promise<void>;
}

const photosOf = (load: number) => IDBKeyRange.bound([load], [load, []]);

export function listsIn(database: ScannerDatabase): ListShelf {
  const stored = () => database.get('lists', 'current');

  const sweep = async () => {
    const load = (await stored())?.load ?? -1;
    await Promise.all([
      database.delete('photos', IDBKeyRange.upperBound([load], true)),
      database.delete('photos', IDBKeyRange.lowerBound([load, []], true)),
    ]);
  };

  return {
    sweep,
    list: async () => (await stored())?.list,
    open: async () => {
      const found = await stored();
      if (!found) return undefined;
      const photo: KeptList['photo'] = async (id) => (await database.get('photos', [found.load, id])) ?? null;
      return keptList(found.list, photo);
    },
    begin: async () => {
      await sweep();
      const load = ((await stored())?.load ?? 0) + 1;
      return {
        keepPhotos: async (photos) => {
          const { store, done } = database.transaction('photos', 'readwrite');
          const puts = photos.map(({ application_id, jpeg }) => store.put(jpeg, [load, application_id]));
          await Promise.all([...puts, done]);
        },
        finish: async (list) => {
          await database.put('lists', { load, list }, 'current');
          await sweep();
        },
        abandon: () => database.delete('photos', photosOf(load)),
      };
    },
    remove: async () => {
      const work = database.transaction(['lists', 'photos'], 'readwrite');
      await Promise.all([work.objectStore('lists').clear(), work.objectStore('photos').clear(), work.done]);
    },
  };
}

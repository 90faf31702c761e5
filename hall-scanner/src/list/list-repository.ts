import type { AttendanceState, HallList } from '@archaka/contracts/calls';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { PortalFacts } from '../portal/portal-client.ts';

type ListEntry = HallList['tickets'][number];

export interface OfflineList extends Pick<HallList, 'examination' | 'centre' | 'made_at'> {
  readonly count: number;
  /** Names by roll number, once seats are allotted. */
  readonly seats: ReadonlyMap<string, string>;
  readonly find: (applicationId: string) => ListEntry | undefined;
  /** JPEG; null for a ticket without a photo. */
  readonly photo: (applicationId: string) => Promise<Uint8Array<ArrayBuffer> | null>;
}

/** What the scanner stores of candidates is deleted after 30 days. */
export const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** A list holds names and photos, so it expires. */
export const isExpired = ({ made_at }: Pick<HallList, 'made_at'>, now: number): boolean =>
  now - Date.parse(made_at) > MAX_AGE_MS;

export function createOfflineList(list: HallList, photo: OfflineList['photo']): OfflineList {
  const entries = new Map(list.tickets.map((ticket) => [ticket.application_id, ticket]));
  const seats = new Map(
    list.tickets.flatMap(({ roll_number, name }) => (roll_number ? [[roll_number, name] as const] : [])),
  );
  const { examination, centre, made_at } = list;
  return { examination, centre, made_at, count: entries.size, seats, find: (id) => entries.get(id), photo };
}

/** `load` numbers the load that stored the list and its photos. */
interface StoredList {
  readonly load: number;
  readonly list: HallList;
}

export interface AttendanceNote {
  readonly roll_number: string;
  readonly attendance: Exclude<AttendanceState, 'absent'>;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface Schema extends DBSchema {
  portal: { key: 'facts'; value: PortalFacts };
  lists: { key: 'current'; value: StoredList };
  /** By roll number. */
  attendance: { key: string; value: AttendanceNote };
  photos: { key: [load: number, applicationId: string]; value: Uint8Array<ArrayBuffer> };
}

export type ScannerDatabase = IDBPDatabase<Schema>;

export const openDatabase = (): Promise<ScannerDatabase> =>
  openDB<Schema>('hall-scanner', 1, {
    upgrade: (created) => {
      for (const table of ['portal', 'lists', 'photos', 'attendance'] as const)
        created.createObjectStore(table);
    },
    // Lets a newer version in another tab upgrade the database.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });

/** JPEG. */
export interface Photo {
  readonly application_id: string;
  readonly jpeg: Uint8Array<ArrayBuffer>;
}

const toPhotoRange = (load: number) => IDBKeyRange.bound([load], [load, []]);

/** Stores at most one list. */
export class ListRepository {
  readonly #database: ScannerDatabase;

  constructor(database: ScannerDatabase) {
    this.#database = database;
  }

  async list(): Promise<HallList | undefined> {
    return (await this.#getStored())?.list;
  }

  async open(): Promise<OfflineList | undefined> {
    const stored = await this.#getStored();
    if (!stored) return undefined;
    const photo = async (id: string) => (await this.#database.get('photos', [stored.load, id])) ?? null;
    return createOfflineList(stored.list, photo);
  }

  /** Starts a load, which is invisible until `finish`. */
  async begin() {
    await this.sweep();
    const load = ((await this.#getStored())?.load ?? 0) + 1;
    return {
      storePhotos: async (photos: readonly Photo[]): Promise<void> => {
        const { store, done } = this.#database.transaction('photos', 'readwrite');
        const puts = photos.map(({ application_id, jpeg }) => store.put(jpeg, [load, application_id]));
        await Promise.all([...puts, done]);
      },
      finish: async (list: HallList): Promise<void> => {
        await this.#database.put('lists', { load, list }, 'current');
        await this.sweep();
      },
      abandon: (): Promise<void> => this.#database.delete('photos', toPhotoRange(load)),
    };
  }

  async remove(): Promise<void> {
    const transaction = this.#database.transaction(['lists', 'photos'], 'readwrite');
    await Promise.all([
      transaction.objectStore('lists').clear(),
      transaction.objectStore('photos').clear(),
      transaction.done,
    ]);
  }

  /** Removes the photos of unfinished loads. */
  async sweep(): Promise<void> {
    const load = (await this.#getStored())?.load ?? -1;
    await Promise.all([
      this.#database.delete('photos', IDBKeyRange.upperBound([load], true)),
      this.#database.delete('photos', IDBKeyRange.lowerBound([load, []], true)),
    ]);
  }

  #getStored(): Promise<StoredList | undefined> {
    return this.#database.get('lists', 'current');
  }
}

import { InvalidList } from './list/invalid-list.ts';
import { loadList, type Progress } from './list/load-list.ts';
import { isExpired, type OfflineList } from './list/offline-list.ts';
import { openDatabase } from './persistence/database.ts';
import { createListRepository } from './persistence/list-repository.ts';
import { fetchPortalFacts, NO_FACTS, type PortalFacts } from './portal/portal-facts.ts';

export interface OfflineState {
  readonly files: boolean;
  readonly facts: PortalFacts;
  readonly list: OfflineList | undefined;
}

export interface OfflineData {
  readonly getState: () => OfflineState;
  readonly markPrecached: () => void;
  /** Without a network the stored keys stay. */
  readonly refresh: () => Promise<void>;
  /** @throws InvalidList; the stored list stays */
  readonly load: (file: Blob, onProgress: Progress) => Promise<void>;
  readonly remove: () => Promise<void>;
  /** Returns whether a list was removed. */
  readonly removeExpired: () => Promise<boolean>;
}

/** Calls `onChange` at once and after every change. */
export async function openOfflineData(onChange: (state: OfflineState) => void): Promise<OfflineData> {
  const database = await openDatabase();
  const lists = createListRepository(database);
  await lists.sweep();
  const facts = (await database.get('portal', 'facts')) ?? NO_FACTS;
  let state: OfflineState = { files: false, facts, list: await lists.open() };
  const update = (changes: Partial<OfflineState>) => {
    state = { ...state, ...changes };
    onChange(state);
  };

  const refresh = async () => {
    const fetched = await fetchPortalFacts(state.facts).catch(() => undefined);
    if (fetched) await database.put('portal', fetched, 'facts');
    update(fetched ? { facts: fetched } : {});
  };
  const load = async (file: Blob, onProgress: Progress) => {
    const tryLoad = () => loadList(file, { keys: state.facts.keys, now: Date.now(), lists, onProgress });
    await tryLoad().catch(async (error: unknown) => {
      if (!(error instanceof InvalidList) || error.reason !== 'unknown-key') throw error;
      await refresh();
      await tryLoad();
    });
    update({ list: await lists.open() });
  };
  const remove = async () => {
    await lists.remove();
    update({ list: undefined });
  };

  update({});
  return {
    getState: () => state,
    markPrecached: () => update({ files: true }),
    refresh,
    load,
    remove,
    async removeExpired() {
      if (!state.list || !isExpired(state.list, Date.now())) return false;
      await remove();
      return true;
    },
  };
}

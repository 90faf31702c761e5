import { isTooOld, type KeptList } from './list/kept-list.ts';
import { loadList, type Progress } from './list/load-list.ts';
import { ListRefused } from './list/refused.ts';
import { fetchFacts, type PortalFacts } from './portal/facts.ts';
import { openDatabase } from './store/database.ts';
import { factsIn } from './store/facts.ts';
import { listsIn } from './store/lists.ts';

/** What this device has for work without a network. */
export interface Known {
  /** Whether page and scripts are kept. */
  readonly files: boolean;
  readonly facts: PortalFacts;
  readonly list: KeptList | undefined;
}

export interface Keeping {
  readonly known: () => Known;
  readonly filesAreKept: () => void;
  /** Asks the portal for its keys; without a network the kept ones stay. */
  readonly refresh: () => Promise<void>;
  /** @throws ListRefused when the file is not taken; what was loaded before stays. */
  readonly load: (file: Blob, onProgress: Progress) => Promise<void>;
  readonly remove: () => Promise<void>;
  /** Removes a list that has become too old; says whether there was one. */
  readonly removeOld: () => Promise<boolean>;
}

/** Opens what is kept on this device; `onChange` hears what is known, now and whenever that changes. */
export async function openKeeping(onChange: (known: Known) => void): Promise<Keeping> {
  const database = await openDatabase();
  const [facts, shelf] = [factsIn(database), listsIn(database)];
  await shelf.sweep();
  let known: Known = { files: false, facts: await facts.get(), list: await shelf.open() };
  const learn = (news: Partial<Known>) => {
    known = { ...known, ...news };
    onChange(known);
  };

  const refresh = async () => {
    const fetched = await fetchFacts(known.facts).catch(() => undefined);
    if (fetched) await facts.put(fetched);
    learn(fetched ? { facts: fetched } : {});
  };
  const load = async (file: Blob, onProgress: Progress) => {
    const take = () => loadList(file, { keys: known.facts.keys, now: Date.now(), shelf, onProgress });
    await take().catch(async (error: unknown) => {
      if (!(error instanceof ListRefused) || error.why !== 'unknown-key') throw error;
      await refresh();
      await take();
    });
    learn({ list: await shelf.open() });
  };
  const remove = async () => {
    await shelf.remove();
    learn({ list: undefined });
  };

  learn({});
  return {
    known: () => known,
    filesAreKept: () => learn({ files: true }),
    refresh,
    load,
    remove,
    async removeOld() {
      if (!known.list || !isTooOld(known.list, Date.now())) return false;
      await remove();
      return true;
    },
  };
}

import { AttendanceRepository } from './attendance/attendance.ts';
import { InvalidList } from './list/invalid-list.ts';
import {
  isExpired,
  ListRepository,
  type OfflineList,
  openDatabase,
  type ScannerDatabase,
} from './list/list-repository.ts';
import { loadList, type Progress } from './list/load-list.ts';
import { fetchPortalFacts, NO_FACTS, type PortalFacts } from './portal/portal-client.ts';

export interface OfflineState {
  readonly files: boolean;
  readonly facts: PortalFacts;
  readonly list: OfflineList | undefined;
}

type OnChange = (state: OfflineState) => void;

export class OfflineData {
  readonly attendance: AttendanceRepository;
  readonly #database: ScannerDatabase;
  readonly #lists: ListRepository;
  readonly #onChange: OnChange;
  #state: OfflineState;

  private constructor(
    database: ScannerDatabase,
    lists: ListRepository,
    state: OfflineState,
    onChange: OnChange,
  ) {
    this.attendance = new AttendanceRepository(database);
    this.#database = database;
    this.#lists = lists;
    this.#state = state;
    this.#onChange = onChange;
  }

  /** Calls `onChange` at once and after every change. */
  static async open(onChange: OnChange): Promise<OfflineData> {
    const database = await openDatabase();
    const lists = new ListRepository(database);
    await lists.sweep();
    const facts = (await database.get('portal', 'facts')) ?? NO_FACTS;
    const state = { files: false, facts, list: await lists.open() };
    const opened = new OfflineData(database, lists, state, onChange);
    await opened.attendance.sweep(Date.now());
    onChange(state);
    return opened;
  }

  get state(): OfflineState {
    return this.#state;
  }

  markPrecached(): void {
    this.#update({ files: true });
  }

  /** Without a network the stored keys stay. */
  async refresh(): Promise<void> {
    const facts = await fetchPortalFacts(this.#state.facts).catch(() => undefined);
    if (facts) await this.#database.put('portal', facts, 'facts');
    this.#update(facts ? { facts } : {});
  }

  /** @throws InvalidList; the stored list stays */
  async load(file: Blob, onProgress: Progress): Promise<void> {
    const lists = this.#lists;
    const tryLoad = () =>
      loadList(file, { keys: this.#state.facts.keys, now: Date.now(), lists, onProgress });
    await tryLoad().catch(async (error: unknown) => {
      if (!(error instanceof InvalidList) || error.reason !== 'unknown-key') throw error;
      await this.refresh();
      await tryLoad();
    });
    this.#update({ list: await lists.open() });
  }

  async remove(): Promise<void> {
    await this.#lists.remove();
    this.#update({ list: undefined });
  }

  /** Returns whether a list was removed. */
  async removeExpired(): Promise<boolean> {
    const { list } = this.#state;
    if (!list || !isExpired(list, Date.now())) return false;
    await this.remove();
    return true;
  }

  #update(changes: Partial<OfflineState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#onChange(this.#state);
  }
}

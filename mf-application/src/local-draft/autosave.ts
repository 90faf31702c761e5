import type { User } from '@archaka/platform';
import { type FormValues, isFilled, isSame } from '../form/form-values.ts';
import { type DraftSlot, openDraftStorage, type RecoveredDraft } from './draft-storage.ts';

/** The form without input: the saved draft, or empty. */
export interface Baseline {
  readonly values: FormValues;
  /** The draft's version; 0: none. */
  readonly version: number;
}

export interface RecoveredDrafts {
  /** Local draft based on the current draft: it is restored. */
  readonly current?: RecoveredDraft | undefined;
  /** Local draft based on another draft: it is offered. */
  readonly older?: RecoveredDraft | undefined;
}

/** Milliseconds before a value is written, and before a retry. */
const WRITE_DELAY_MS = 300;
const RETRY_DELAY_MS = 10_000;

/** Autosaves the form in the browser. Does nothing in a browser without support. */
export class Autosave {
  readonly #storage: ReturnType<typeof openDraftStorage>;
  #baseline: Baseline;
  #slot: DraftSlot | undefined;
  #pending: FormValues | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastTask: Promise<unknown> = Promise.resolve();
  #ended = false;
  #latest: FormValues | undefined;
  #revision: number | undefined;
  #isSent = false;

  constructor(user: User, baseline: Baseline) {
    this.#storage = openDraftStorage(user);
    this.#baseline = baseline;
  }

  get baseline(): Baseline {
    return this.#baseline;
  }

  /** Finds earlier input; the first one based on the current draft becomes this tab's. */
  async recover(): Promise<RecoveredDrafts> {
    const found = await this.#enqueue(async () => {
      let current: RecoveredDraft | undefined;
      let older: RecoveredDraft | undefined;
      for await (const draft of (await this.#storage)?.findDrafts() ?? []) {
        const isCurrent = draft.begunFrom === this.#baseline.version;
        if (this.isUnchangedOrEmpty(draft.values)) await draft.slot?.remove();
        else if (isCurrent && !current) current = draft;
        else if (!isCurrent && !older) older = draft;
        else draft.slot?.release();
      }
      this.#slot = current?.slot;
      this.#revision = current?.revision;
      return { current, older };
    });
    return found ?? {};
  }

  schedule(values: FormValues): void {
    this.#latest = values;
    this.#isSent = false;
    this.#scheduleWrite(values);
  }

  /** The service holds these values at that revision. */
  confirmSent(values: FormValues, revision: number): void {
    this.#revision = revision;
    if (!this.#latest || !isSame(values, this.#latest)) return;
    this.#isSent = true;
    this.#scheduleWrite(this.#latest);
  }

  #scheduleWrite(values: FormValues): void {
    this.#pending = values;
    this.#timer ??= setTimeout(this.flush, WRITE_DELAY_MS);
  }

  readonly flush = async (): Promise<void> => {
    const values = this.#pending;
    this.#cancel();
    await this.#enqueue(async () => {
      if (!values || (await this.#write(values))) return;
      this.#pending ??= values;
      this.#timer ??= setTimeout(this.flush, RETRY_DELAY_MS);
    });
  };

  /** Switches to another draft; earlier input stays stored and is returned. */
  async switchBaseline(values: FormValues, newer: Baseline): Promise<RecoveredDraft | undefined> {
    const begunFrom = this.#baseline.version;
    const hasChanges = !this.isUnchangedOrEmpty(values);
    this.schedule(values);
    await this.flush();
    const slot = this.#slot;
    this.#slot = undefined;
    this.#baseline = newer;
    return hasChanges ? { values, begunFrom, typedAt: new Date().toISOString(), slot } : undefined;
  }

  rebase(newer: Baseline): void {
    this.#baseline = newer;
  }

  discard(): Promise<unknown> {
    this.#cancel();
    return this.#enqueue(async () => this.#slot?.remove());
  }

  /** Writes pending input and releases it for the next tab. */
  release(): void {
    void this.flush();
    void this.#enqueue(async () => this.#slot?.release());
  }

  readonly stopAndClear = (): void => {
    this.#ended = true;
    this.#cancel();
    void this.#enqueue(async () => (await this.#storage)?.clear());
  };

  /** @returns false to be retried */
  async #write(values: FormValues): Promise<boolean> {
    if (this.#ended) return true;
    if (this.isUnchangedOrEmpty(values)) {
      await this.#slot?.remove();
      return true;
    }
    this.#slot ??= await (await this.#storage)?.createSlot();
    const draft = { values, begunFrom: this.#baseline.version, revision: this.#revision };
    return this.#slot?.write(draft, { isSent: this.#isSent }) ?? true;
  }

  /** Sequential, so that a removed value is not written again. */
  #enqueue<Result>(task: () => Promise<Result>): Promise<Result | undefined> {
    const result = this.#lastTask.then(task).catch(() => undefined);
    this.#lastTask = result;
    return result;
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pending = undefined;
  }

  isUnchangedOrEmpty(values: FormValues): boolean {
    return isSame(values, this.#baseline.values) || !isFilled(values);
  }
}

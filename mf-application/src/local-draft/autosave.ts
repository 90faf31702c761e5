import type { User } from '@archaka/platform';
import { type FormValues, isFilled, isSame } from '../form/form-values.ts';
import { type DraftSlot, openDraftStorage, type RecoveredDraft } from './draft-storage.ts';

/** How long what is typed waits to be written, and how long until it is tried again. */
const WRITE_DELAY_MS = 300;
const RETRY_DELAY_MS = 10_000;

/** What the form holds when nothing has been typed: the saved draft, or nothing. */
export interface Baseline {
  readonly values: FormValues;
  /** The draft's version; 0: none. */
  readonly version: number;
}

/** What was found on the device when the form was opened. */
export interface RecoveredDrafts {
  /** Begun from the present draft: it goes on. */
  readonly current: RecoveredDraft | undefined;
  /** Begun from another draft: it is offered. */
  readonly older: RecoveredDraft | undefined;
}

/** Keeps one form on the device as it is typed. Without a browser that can, it does nothing. */
export function createAutosave(user: User, initial: Baseline) {
  const storage = openDraftStorage(user);
  let baseline = initial;
  let slot: DraftSlot | undefined;
  let pending: FormValues | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  let lastTask: Promise<unknown> = Promise.resolve();

  /** One work after the other, so that what was removed is not written again. */
  const enqueue = <Value>(task: () => Promise<Value>): Promise<Value | undefined> => {
    const result = lastTask.then(task).catch(() => undefined);
    lastTask = result;
    return result;
  };
  const isUnchangedOrEmpty = (values: FormValues) => isSame(values, baseline.values) || !isFilled(values);

  const write = async (values: FormValues) => {
    if (ended) return;
    if (isUnchangedOrEmpty(values)) return slot?.remove();
    slot ??= await (await storage)?.createSlot();
    if (!slot || (await slot.write({ values, begunFrom: baseline.version }))) return;
    pending ??= values;
    timer ??= setTimeout(flush, RETRY_DELAY_MS);
  };

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const values = pending;
    pending = undefined;
    await enqueue(async () => values && write(values));
  }

  const cancelPending = () => {
    clearTimeout(timer);
    timer = undefined;
    pending = undefined;
  };

  return {
    /** Looks for what was typed before; the first one begun from the present draft is this tab's from now on. */
    recover: () =>
      enqueue(async (): Promise<RecoveredDrafts> => {
        let current: RecoveredDraft | undefined;
        let older: RecoveredDraft | undefined;
        for await (const form of (await storage)?.findDrafts() ?? []) {
          const isCurrent = form.begunFrom === baseline.version;
          if (isUnchangedOrEmpty(form.values)) await form.slot.remove();
          else if (isCurrent && !current) current = form;
          else if (!isCurrent && !older) older = form;
          else form.slot.release();
        }
        slot = current?.slot;
        return { current, older };
      }),

    schedule(values: FormValues): void {
      pending = values;
      timer ??= setTimeout(flush, WRITE_DELAY_MS);
    },
    /** Writes what is not written yet. */
    flush,

    /** From now on the form is another draft's; what was typed so far stays where it is and is given back. */
    async switchBaseline(values: FormValues, newer: Baseline): Promise<RecoveredDraft | undefined> {
      const begunFrom = baseline.version;
      const hasChanges = !isUnchangedOrEmpty(values);
      if (hasChanges) pending = values;
      await flush();
      const detachedSlot = slot ?? noopSlot;
      slot = undefined;
      baseline = newer;
      return hasChanges
        ? { values, begunFrom, typedAt: new Date().toISOString(), slot: detachedSlot }
        : undefined;
    },

    /** What is typed goes on as if it had been begun from that draft. */
    rebase(newer: Baseline): void {
      baseline = newer;
    },

    /** What is kept of the form goes; what is typed from now on is kept again. */
    discard(): Promise<unknown> {
      cancelPending();
      return enqueue(async () => slot?.remove());
    },

    /** Writes what is not written yet and leaves it for the next tab. */
    release(): void {
      void flush();
      void enqueue(async () => slot?.release());
    },

    /** Nothing of this applicant stays on the device. */
    stopAndClear(): void {
      ended = true;
      cancelPending();
      void enqueue(async () => (await storage)?.clear());
    },
  };
}
export type Autosave = ReturnType<typeof createAutosave>;

/** Where nothing can be kept, what was set aside lives as long as the page. */
const noopSlot: DraftSlot = {
  write: async () => true,
  remove: async () => undefined,
  release: () => undefined,
};

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
  readonly current: RecoveredDraft | undefined;
  /** Local draft based on another draft: it is offered. */
  readonly older: RecoveredDraft | undefined;
}

const isUnchangedOrEmpty = (values: FormValues, baseline: Baseline) =>
  isSame(values, baseline.values) || !isFilled(values);

/** Autosaves the form in the browser. Does nothing in a browser without support. */
export function createAutosave(user: User, initial: Baseline) {
  const storage = openDraftStorage(user);
  let baseline = initial;
  let slot: DraftSlot | undefined;
  let ended = false;

  const { enqueue, schedule, writeNow, flush, cancel } = createDelayedWriter(async (values: FormValues) => {
    if (ended) return true;
    if (isUnchangedOrEmpty(values, baseline)) {
      await slot?.remove();
      return true;
    }
    slot ??= await (await storage)?.createSlot();
    return slot?.write({ values, begunFrom: baseline.version }) ?? true;
  });

  return {
    /** Finds earlier input; the first one based on the current draft becomes this tab's. */
    recover: (): Promise<RecoveredDrafts | undefined> =>
      enqueue(async () => {
        const found = await selectDrafts((await storage)?.findDrafts() ?? [], baseline);
        slot = found.current?.slot;
        return found;
      }),
    schedule,
    flush,

    /** Switches to another draft; earlier input stays stored and is returned. */
    async switchBaseline(values: FormValues, newer: Baseline): Promise<RecoveredDraft | undefined> {
      const begunFrom = baseline.version;
      const hasChanges = !isUnchangedOrEmpty(values, baseline);
      await (hasChanges ? writeNow(values) : flush());
      const detachedSlot = slot ?? noopSlot;
      slot = undefined;
      baseline = newer;
      return hasChanges
        ? { values, begunFrom, typedAt: new Date().toISOString(), slot: detachedSlot }
        : undefined;
    },

    rebase(newer: Baseline): void {
      baseline = newer;
    },

    discard(): Promise<unknown> {
      cancel();
      return enqueue(async () => slot?.remove());
    },

    /** Writes pending input and releases it for the next tab. */
    release(): void {
      void flush();
      void enqueue(async () => slot?.release());
    },

    stopAndClear(): void {
      ended = true;
      cancel();
      void enqueue(async () => (await storage)?.clear());
    },
  };
}
export type Autosave = ReturnType<typeof createAutosave>;

async function selectDrafts(
  drafts: AsyncIterable<RecoveredDraft> | Iterable<RecoveredDraft>,
  baseline: Baseline,
): Promise<RecoveredDrafts> {
  let current: RecoveredDraft | undefined;
  let older: RecoveredDraft | undefined;
  for await (const draft of drafts) {
    const isCurrent = draft.begunFrom === baseline.version;
    if (isUnchangedOrEmpty(draft.values, baseline)) await draft.slot.remove();
    else if (isCurrent && !current) current = draft;
    else if (!isCurrent && !older) older = draft;
    else draft.slot.release();
  }
  return { current, older };
}

/** Without storage, the set-aside input lives as long as the page. */
const noopSlot: DraftSlot = {
  write: async () => true,
  remove: async () => undefined,
  release: () => undefined,
};

/** Milliseconds before a value is written, and before a retry. */
const WRITE_DELAY_MS = 300;
const RETRY_DELAY_MS = 10_000;

/** Writes the latest value, one task after the other. @param write resolves with false to be retried */
function createDelayedWriter<Value>(write: (value: Value) => Promise<boolean>) {
  let pending: Value | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastTask: Promise<unknown> = Promise.resolve();

  /** Sequential, so that a removed value is not written again. */
  const enqueue = <Result>(task: () => Promise<Result>): Promise<Result | undefined> => {
    const result = lastTask.then(task).catch(() => undefined);
    lastTask = result;
    return result;
  };

  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
    pending = undefined;
  };

  async function flush(): Promise<void> {
    const value = pending;
    cancel();
    await enqueue(async () => {
      if (value === undefined || (await write(value))) return;
      pending ??= value;
      timer ??= setTimeout(flush, RETRY_DELAY_MS);
    });
  }

  return {
    enqueue,
    cancel,
    flush,
    schedule(value: Value): void {
      pending = value;
      timer ??= setTimeout(flush, WRITE_DELAY_MS);
    },
    writeNow(value: Value): Promise<void> {
      pending = value;
      return flush();
    },
  };
}

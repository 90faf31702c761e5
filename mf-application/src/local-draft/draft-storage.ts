import { nanoid, openDeviceCopies, type User } from '@archaka/platform';
import { type FormValues, restoreValues } from '../form/form-values.ts';
import { type Sealed, seal, unseal } from './cipher.ts';
import { createDeviceKeyLoader } from './device-key-loader.ts';

/** A tab that is being loaded anew may still seem to have what it had. */
const LOCK_TIMEOUT_MS = 300;

/**
 * Marks a copy as this tab's, for as long as the tab lives.
 * @returns how to let it go; undefined when another living tab has it
 */
function lockDraft(id: string): Promise<(() => void) | undefined> {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), LOCK_TIMEOUT_MS);
  return new Promise((resolve) => {
    navigator.locks
      .request(`archaka-form-${id}`, { signal: controller.signal }, () => new Promise<void>(resolve))
      .catch(() => resolve(undefined));
  });
}

/** A form as it was typed, and the version of the saved draft that it was begun from; 0: none. */
export interface LocalDraft {
  readonly values: FormValues;
  readonly begunFrom: number;
}

/** This tab's place on the device. */
export interface DraftSlot {
  /** @returns false while the key has not come */
  write: (draft: LocalDraft) => Promise<boolean>;
  remove: () => Promise<void>;
  /** What is kept stays there for the next tab. */
  release: () => void;
}

/** A form that no living tab has any more; its place is this tab's now. */
export interface RecoveredDraft extends LocalDraft {
  /** ISO 8601. */
  readonly typedAt: string;
  readonly slot: DraftSlot;
}

export interface DraftStorage {
  readonly createSlot: () => Promise<DraftSlot>;
  /** The forms that nobody has, the newest first. */
  readonly findDrafts: () => AsyncGenerator<RecoveredDraft>;
  readonly clear: () => Promise<void>;
}

/** What an applicant keeps on this device; undefined where the browser can keep nothing. */
export async function openDraftStorage({ id: userId, number }: User): Promise<DraftStorage | undefined> {
  const loadKeys = createDeviceKeyLoader();
  void loadKeys();
  const storedDrafts = await openDeviceCopies();
  if (!storedDrafts) return undefined;

  const toSlot = (id: string, unlock: () => void): DraftSlot => ({
    async write(draft) {
      const [key] = (await loadKeys()) ?? [];
      if (key) await storedDrafts.putCopy(userId, { id, ...(await seal(draft, { key, id })) });
      return key !== undefined;
    },
    remove: () => storedDrafts.removeCopy(id),
    release: unlock,
  });

  /** What these keys do not open stays until its time is over: the session may be another's by now. */
  const unsealDraft = async (stored: Sealed & { id: string }): Promise<LocalDraft | undefined> => {
    const keys = await loadKeys();
    if (!keys) return undefined;
    try {
      const { values, begunFrom } = (await unseal(stored, { keys, id: stored.id })) as LocalDraft;
      return { begunFrom, values: restoreValues(values, number) };
    } catch {
      return undefined;
    }
  };

  return {
    async createSlot() {
      const id = nanoid();
      return toSlot(id, (await lockDraft(id)) ?? (() => undefined));
    },
    async *findDrafts() {
      for (const stored of await storedDrafts.copiesOf(userId)) {
        const unlock = await lockDraft(stored.id);
        const draft = unlock && (await unsealDraft(stored));
        if (draft) {
          yield { ...draft, typedAt: new Date(stored.keptAt).toISOString(), slot: toSlot(stored.id, unlock) };
        } else unlock?.();
      }
    },
    clear: () => storedDrafts.removeCopiesOf(userId),
  };
}

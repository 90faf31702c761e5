import { type DeviceVault, nanoid, openDeviceCopies, openDeviceVault, type User } from '@archaka/platform';
import { type FormValues, restoreValues } from '../form/form-values.ts';

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

type SealedCopy = Parameters<DeviceVault['unseal']>[0] & { readonly id: string };

/** What an applicant keeps on this device; undefined where the browser can keep nothing. */
export async function openDraftStorage({ id: userId, number }: User): Promise<DraftStorage | undefined> {
  const [storedDrafts, vault] = await Promise.all([openDeviceCopies(), openDeviceVault(userId)]);
  if (!storedDrafts || !vault) return undefined;

  const toSlot = (id: string, unlock: () => void): DraftSlot => ({
    async write(draft) {
      const sealed = await vault.seal(new TextEncoder().encode(JSON.stringify(draft)), id);
      if (sealed) await storedDrafts.putCopy(userId, { id, ...sealed });
      return sealed !== undefined;
    },
    remove: () => storedDrafts.removeCopy(id),
    release: unlock,
  });

  /** What these keys do not open stays until its time is over: the session may be another's by now. */
  const unsealDraft = async (stored: SealedCopy): Promise<LocalDraft | undefined> => {
    const bytes = await vault.unseal(stored, stored.id);
    if (!bytes) return undefined;
    try {
      const { values, begunFrom } = JSON.parse(new TextDecoder().decode(bytes)) as LocalDraft;
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

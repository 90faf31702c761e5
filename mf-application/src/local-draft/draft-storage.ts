import { type DeviceVault, nanoid, openDeviceCopies, openDeviceVault, type User } from '@archaka/platform';
import { emptyValues, type FormValues } from '../form/form-values.ts';

/** A reloading tab may still seem to hold its locks. */
const LOCK_TIMEOUT_MS = 300;

/** For this tab's lifetime. @returns the release; undefined when another live tab holds the copy */
function lockDraft(id: string): Promise<(() => void) | undefined> {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), LOCK_TIMEOUT_MS);
  return new Promise((resolve) => {
    navigator.locks
      .request(`archaka-form-${id}`, { signal: controller.signal }, () => new Promise<void>(resolve))
      .catch(() => resolve(undefined));
  });
}

/** A form as typed, and the version of its base draft; 0: none. */
export interface LocalDraft {
  readonly values: FormValues;
  readonly begunFrom: number;
  /** Of the service's copy that the values continue; absent before the first one. */
  readonly revision?: number | undefined;
}

/** This tab's slot on the device. */
export interface DraftSlot {
  /** @returns false while the key is not loaded */
  readonly write: (draft: LocalDraft, options: { isSent: boolean }) => Promise<boolean>;
  readonly remove: () => Promise<void>;
  /** Releases the slot; its contents stay for the next tab. */
  readonly release: () => void;
}

/** A form without a live tab; its slot now belongs to this tab. */
export interface RecoveredDraft extends LocalDraft {
  /** ISO 8601. */
  readonly typedAt: string;
  /** Undefined without storage: the input lives as long as the page. */
  readonly slot: DraftSlot | undefined;
}

type SealedCopy = Parameters<DeviceVault['unseal']>[0] & { readonly id: string };

/** An applicant's local drafts on this device; undefined where the browser cannot store any. */
export async function openDraftStorage({ id: userId, number }: User) {
  const [storedDrafts, vault] = await Promise.all([openDeviceCopies(), openDeviceVault(userId)]);
  if (!storedDrafts || !vault) return undefined;

  const toSlot = (id: string, unlock: () => void): DraftSlot => ({
    async write(draft, { isSent }) {
      const sealed = await vault.seal(new TextEncoder().encode(JSON.stringify(draft)), id);
      if (sealed) await storedDrafts.putCopy(userId, { id, isSent, ...sealed });
      return sealed !== undefined;
    },
    remove: () => storedDrafts.removeCopy(id),
    release: unlock,
  });

  /** Copies that these keys do not open stay until they expire: they may belong to another session. */
  const unsealDraft = async (stored: SealedCopy): Promise<LocalDraft | undefined> => {
    const bytes = await vault.unseal(stored, stored.id);
    if (!bytes) return undefined;
    try {
      const { values, ...draft } = JSON.parse(new TextDecoder().decode(bytes)) as LocalDraft;
      return { ...draft, values: { ...emptyValues(number), ...values, number } };
    } catch {
      return undefined;
    }
  };

  return {
    async createSlot(): Promise<DraftSlot> {
      const id = nanoid();
      return toSlot(id, (await lockDraft(id)) ?? (() => undefined));
    },
    /** Unlocked forms, newest first. */
    async *findDrafts(): AsyncGenerator<RecoveredDraft> {
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

import { nanoid, openDeviceCopies, type User } from '@archaka/platform';
import { type FormValues, restoredValues } from '../form/form-values.ts';
import { type Sealed, seal, unseal } from './cipher.ts';
import { deviceKeys } from './device-key.ts';
import { holdCopy } from './hold-copy.ts';

/** A form as it was typed, and the version of the saved draft that it was begun from; 0: none. */
export interface TypedForm {
  readonly values: FormValues;
  readonly begunFrom: number;
}

/** This tab's place on the device. */
export interface Place {
  /** @returns false while the key has not come */
  write: (form: TypedForm) => Promise<boolean>;
  remove: () => Promise<void>;
  /** What is kept stays there for the next tab. */
  leave: () => void;
}

/** A form that no living tab has any more; its place is this tab's now. */
export interface FoundForm extends TypedForm {
  /** ISO 8601. */
  readonly typedAt: string;
  readonly place: Place;
}

export interface Shelf {
  readonly newPlace: () => Promise<Place>;
  /** The forms that nobody has, the newest first. */
  readonly findForms: () => AsyncGenerator<FoundForm>;
  readonly clear: () => Promise<void>;
}

/** What an applicant keeps on this device; undefined where the browser can keep nothing. */
export async function openShelf({ id: userId, number }: User): Promise<Shelf | undefined> {
  const askKeys = deviceKeys();
  void askKeys();
  const copies = await openDeviceCopies();
  if (!copies) return undefined;

  const placeOf = (id: string, letGo: () => void): Place => ({
    async write(form) {
      const [key] = (await askKeys()) ?? [];
      if (key) await copies.putCopy(userId, { id, ...(await seal(form, { key, id })) });
      return key !== undefined;
    },
    remove: () => copies.removeCopy(id),
    leave: letGo,
  });

  /** What these keys do not open stays until its time is over: the session may be another's by now. */
  const open = async (copy: Sealed & { id: string }): Promise<TypedForm | undefined> => {
    const keys = await askKeys();
    if (!keys) return undefined;
    try {
      const { values, begunFrom } = (await unseal(copy, { keys, id: copy.id })) as TypedForm;
      return { begunFrom, values: restoredValues(values, number) };
    } catch {
      return undefined;
    }
  };

  return {
    async newPlace() {
      const id = nanoid();
      return placeOf(id, (await holdCopy(id)) ?? (() => undefined));
    },
    async *findForms() {
      for (const copy of await copies.copiesOf(userId)) {
        const letGo = await holdCopy(copy.id);
        const form = letGo && (await open(copy));
        if (form) {
          yield { ...form, typedAt: new Date(copy.keptAt).toISOString(), place: placeOf(copy.id, letGo) };
        } else letGo?.();
      }
    },
    clear: () => copies.removeCopiesOf(userId),
  };
}

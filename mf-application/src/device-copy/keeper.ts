import type { User } from '@archaka/platform';
import { type FormValues, isFilled, isSame } from '../form/form-values.ts';
import { type FoundForm, openShelf, type Place } from './shelf.ts';

/** How long what is typed waits to be written, and how long until it is tried again. */
const SOON_MS = 300;
const AGAIN_MS = 10_000;

/** What the form holds when nothing has been typed: the saved draft, or nothing. */
export interface Base {
  readonly values: FormValues;
  /** The draft's version; 0: none. */
  readonly version: number;
}

/** What was found on the device when the form was opened. */
export interface Found {
  /** Begun from the present draft: it goes on. */
  readonly current: FoundForm | undefined;
  /** Begun from another draft: it is offered. */
  readonly older: FoundForm | undefined;
}

/** Keeps one form on the device as it is typed. Without a browser that can, it does nothing. */
export function createKeeper(user: User, opened: Base) {
  const shelf = openShelf(user);
  let base = opened;
  let place: Place | undefined;
  let unwritten: FormValues | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  let last: Promise<unknown> = Promise.resolve();

  /** One work after the other, so that what was removed is not written again. */
  const next = <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    const done = last.then(work).catch(() => undefined);
    last = done;
    return done;
  };
  const isNothing = (values: FormValues) => isSame(values, base.values) || !isFilled(values);

  const write = async (values: FormValues) => {
    if (over) return;
    if (isNothing(values)) return place?.remove();
    place ??= await (await shelf)?.newPlace();
    if (!place || (await place.write({ values, begunFrom: base.version }))) return;
    unwritten ??= values;
    timer ??= setTimeout(flush, AGAIN_MS);
  };

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const values = unwritten;
    unwritten = undefined;
    await next(async () => values && write(values));
  }

  const drop = () => {
    clearTimeout(timer);
    timer = undefined;
    unwritten = undefined;
  };

  return {
    /** Looks for what was typed before; the first one begun from the present draft is this tab's from now on. */
    find: () =>
      next(async (): Promise<Found> => {
        let current: FoundForm | undefined;
        let older: FoundForm | undefined;
        for await (const form of (await shelf)?.findForms() ?? []) {
          const isCurrent = form.begunFrom === base.version;
          if (isNothing(form.values)) await form.place.remove();
          else if (isCurrent && !current) current = form;
          else if (!isCurrent && !older) older = form;
          else form.place.leave();
        }
        place = current?.place;
        return { current, older };
      }),

    typed(values: FormValues): void {
      unwritten = values;
      timer ??= setTimeout(flush, SOON_MS);
    },
    /** Writes what is not written yet. */
    flush,

    /** From now on the form is another draft's; what was typed so far stays where it is and is given back. */
    async setAside(values: FormValues, newer: Base): Promise<FoundForm | undefined> {
      const begunFrom = base.version;
      const typed = !isNothing(values);
      if (typed) unwritten = values;
      await flush();
      const left = place ?? nowhere;
      place = undefined;
      base = newer;
      return typed ? { values, begunFrom, typedAt: new Date().toISOString(), place: left } : undefined;
    },

    /** What is typed goes on as if it had been begun from that draft. */
    rebase(newer: Base): void {
      base = newer;
    },

    /** What is kept of the form goes; what is typed from now on is kept again. */
    forget(): Promise<unknown> {
      drop();
      return next(async () => place?.remove());
    },

    /** Writes what is not written yet and leaves it for the next tab. */
    leave(): void {
      void flush();
      void next(async () => place?.leave());
    },

    /** Nothing of this applicant stays on the device. */
    end(): void {
      over = true;
      drop();
      void next(async () => (await shelf)?.clear());
    },
  };
}
export type Keeper = ReturnType<typeof createKeeper>;

/** Where nothing can be kept, what was set aside lives as long as the page. */
const nowhere: Place = {
  write: async () => true,
  remove: async () => undefined,
  leave: () => undefined,
};

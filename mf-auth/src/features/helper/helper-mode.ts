import type { Word } from '@archaka/platform/core';
import { useSyncExternalStore } from 'react';

/** What the helper hands to the person: read before the session ends, shown beside the next sign-in. */
export interface Slip {
  /** Undefined before the first save. */
  readonly applicationId: string | undefined;
  readonly state: Word;
  /** Messages of the form's checks, in the specification's English. */
  readonly missing: readonly string[];
}

const MODE = 'helper';
const SLIP = 'slip';

/** Whether somebody fills in for others in this tab, and the slip of the person before. Outlives a logout, not the tab. */
class HelperMode {
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly isOn = (): boolean => this.#read(MODE) !== undefined;

  turn(isOn: boolean): void {
    this.#write(MODE, isOn ? 'on' : undefined);
  }

  readSlip(): Slip | undefined {
    const text = this.#read(SLIP);
    return text === undefined ? undefined : (JSON.parse(text) as Slip);
  }

  storeSlip(slip: Slip | undefined): void {
    this.#write(SLIP, slip && JSON.stringify(slip));
  }

  #read(key: string): string | undefined {
    try {
      return sessionStorage.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  }

  /** A browser without storage has no helper mode. */
  #write(key: string, text: string | undefined): void {
    try {
      if (text === undefined) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, text);
    } catch {
      // See above.
    }
    for (const listener of this.#listeners) listener();
  }
}

export const helperMode = new HelperMode();

export const useHelperMode = (): boolean =>
  useSyncExternalStore(helperMode.subscribe, helperMode.isOn, () => false);

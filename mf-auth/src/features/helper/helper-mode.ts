import { HELPER_MODE, type Word } from '@archaka/platform/core';
import { useSyncExternalStore } from 'react';

/** What the helper hands to the person: read before the session ends, shown once beside the next sign-in. */
export interface Slip {
  /** Undefined before the first save. */
  readonly applicationId: string | undefined;
  /** Masked. */
  readonly number: string;
  readonly state: Word;
  /** Messages of the form's checks, in the specification's English. */
  readonly missing: readonly string[];
}

const SLIP = 'slip';

/** Whether somebody fills in for others in this tab. Outlives a logout, not the tab; a browser without storage has none. */
class HelperMode {
  readonly #listeners = new Set<() => void>();
  #slip: string | undefined;

  /** The slip leaves the storage as soon as a page shows it. */
  constructor() {
    this.#slip = this.#read(SLIP);
    if (this.#slip) this.#write(SLIP, undefined);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly isOn = (): boolean => this.#read(HELPER_MODE) !== undefined;

  turn(isOn: boolean): void {
    this.#write(HELPER_MODE, isOn ? 'on' : undefined);
    for (const listener of this.#listeners) listener();
  }

  /** Of the person before, until it is dropped. */
  readonly readSlip = (): Slip | undefined =>
    this.#slip === undefined ? undefined : (JSON.parse(this.#slip) as Slip);

  dropSlip(): void {
    this.#slip = undefined;
  }

  /** For the next page. */
  storeSlip(slip: Slip): void {
    this.#write(SLIP, JSON.stringify(slip));
  }

  #read(key: string): string | undefined {
    try {
      return sessionStorage.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  }

  #write(key: string, text: string | undefined): void {
    try {
      if (text === undefined) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, text);
    } catch {
      // See above.
    }
  }
}

export const helperMode = new HelperMode();

export const useHelperMode = (): boolean =>
  useSyncExternalStore(helperMode.subscribe, helperMode.isOn, () => false);

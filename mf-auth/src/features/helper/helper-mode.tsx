import {
  Button,
  Checkbox,
  HELPER_MODE,
  Sentence,
  sayError,
  signedOutForNextPerson,
  type User,
  useExamination,
} from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useId, useSyncExternalStore } from 'react';
import { signOut } from '../../auth-commands.ts';
import { useSignOut } from '../sign-out/sign-out.tsx';
import type { Slip } from './slip/slip.tsx';

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

const label = msg`I fill in for somebody`;
const hint = msg`For relatives and service centres: one press ends the session, clears the person from this browser, and gives a slip for them.`;

export const HelperChoice = () => (
  <Checkbox
    label={label}
    hint={hint}
    checked={useHelperMode()}
    onChange={({ target }) => helperMode.turn(target.checked)}
  />
);

const filling = msg`You fill in for somebody`;
const nextPerson = msg`Next person`;

/** Ends the session of the person who was helped: one press, unless what was typed would be lost. */
export function NextPerson({ user }: { user: User }) {
  const isOn = useHelperMode();
  const titleId = useId();
  const { examination } = useExamination();

  const signOutWithSlip = async () => {
    try {
      if (!examination) throw new Error('The examination is not known yet');
      const { readSlip } = await import('./slip/slip.tsx');
      const slip = await readSlip(user, examination);
      const ended = await signOut();
      if (!ended.error) helperMode.storeSlip(slip);
      return ended;
    } catch (error) {
      sayError({ kind: 'unexpected' }, { explains: true });
      return { error };
    }
  };
  const leaving = useSignOut({
    user,
    signOut: signOutWithSlip,
    finish: signedOutForNextPerson,
    onlyIfUnsent: true,
  });
  if (!isOn) return null;
  return (
    <section className="helper-bar" aria-labelledby={titleId}>
      <div className="helper-bar-inner">
        <p id={titleId}>
          <Sentence word={filling} />
        </p>
        <Button word={nextPerson} busy={leaving.busy} onClick={leaving.start} />
      </div>
      {leaving.dialog}
    </section>
  );
}

import type { FilledForm } from '@archaka/contracts';
import type { User } from '@archaka/platform';
import { useEffect, useState } from 'react';
import { emptyValues, valuesOf } from '../form/form-values.ts';
import { type Base, createKeeper, type Found, type Keeper } from './keeper.ts';

export const baseOf = (draft: FilledForm | undefined, number: string): Base => ({
  values: draft ? valuesOf(draft) : emptyValues(number),
  version: draft?.draft_version ?? 0,
});

/** What the form begins with, and who keeps it from then on. */
export interface Opening extends Found {
  readonly base: Base;
  readonly keeper: Keeper;
}

interface OpeningOptions {
  readonly user: User;
  readonly draft: FilledForm | undefined;
  /** The applicant has sent the form in: nothing more is kept. */
  readonly submitted: boolean;
}

const nothing: Found = { current: undefined, older: undefined };

/** Looks, once and before the form is shown, for what was typed on this device and not saved. */
export function useOpening(options: OpeningOptions): Opening | undefined {
  const [{ user, draft, submitted }] = useState(options);
  const [opening, setOpening] = useState<Opening>();
  useEffect(() => {
    const base = baseOf(draft, user.number);
    const keeper = createKeeper(user, base);
    let left = false;
    if (submitted) keeper.end();
    void keeper.find().then((found = nothing) => left || setOpening({ base, keeper, ...found }));
    return () => {
      left = true;
      keeper.leave();
    };
  }, [user, draft, submitted]);
  return opening;
}

import type { FilledForm } from '@archaka/contracts/calls';
import type { User } from '@archaka/platform';
import { useEffect, useState } from 'react';
import { emptyValues, toFormValues } from '../form/form-values.ts';
import { type Autosave, type Baseline, createAutosave, type RecoveredDrafts } from './autosave.ts';

export const toBaseline = (draft: FilledForm | undefined, number: string): Baseline => ({
  values: draft ? toFormValues(draft) : emptyValues(number),
  version: draft?.draft_version ?? 0,
});

export interface DraftRecovery extends RecoveredDrafts {
  readonly baseline: Baseline;
  readonly autosave: Autosave;
}

interface DraftRecoveryOptions {
  readonly user: User;
  readonly draft: FilledForm | undefined;
}

const noDrafts: RecoveredDrafts = { current: undefined, older: undefined };

/** Looks once for unsaved input on this device, before the form is shown. */
export function useDraftRecovery(options: DraftRecoveryOptions): DraftRecovery | undefined {
  const [{ user, draft }] = useState(options);
  const [recovery, setRecovery] = useState<DraftRecovery>();
  useEffect(() => {
    const baseline = toBaseline(draft, user.number);
    const autosave = createAutosave(user, baseline);
    let unmounted = false;
    void autosave
      .recover()
      .then((found = noDrafts) => unmounted || setRecovery({ baseline, autosave, ...found }));
    return () => {
      unmounted = true;
      autosave.release();
    };
  }, [user, draft]);
  return recovery;
}

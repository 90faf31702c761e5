import type { FilledForm } from '@archaka/contracts/calls';
import { type User, type useForm, useNotice } from '@archaka/platform';
import { useEffect, useState } from 'react';
import { emptyValues, type FormValues, toFormValues } from '../form/form-values.ts';
import { Autosave, type Baseline, type RecoveredDrafts } from './autosave.ts';
import { openDraftStorage, type RecoveredDraft } from './draft-storage.ts';

const toBaseline = (draft: FilledForm | undefined, number: string): Baseline => ({
  values: draft ? toFormValues(draft) : emptyValues(number),
  version: draft?.draft_version ?? 0,
});

export interface DraftRecovery extends RecoveredDrafts {
  readonly autosave: Autosave;
}

/** Looks once for unsaved input on this device, before the form is shown. */
export function useDraftRecovery(options: {
  readonly user: User;
  readonly draft: FilledForm | undefined;
}): DraftRecovery | undefined {
  const [{ user, draft }] = useState(options);
  const [recovery, setRecovery] = useState<DraftRecovery>();
  useEffect(() => {
    const autosave = new Autosave(user, toBaseline(draft, user.number));
    let unmounted = false;
    void autosave.recover().then((found) => unmounted || setRecovery({ autosave, ...found }));
    return () => {
      unmounted = true;
      autosave.release();
    };
  }, [user, draft]);
  return recovery;
}

/** Autosaves the form on the device until the applicant signs out or has submitted it in any tab. */
function useAutosave({ subscribe }: ReturnType<typeof useForm<FormValues>>, autosave: Autosave): void {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => autosave.schedule(values) }),
    [subscribe, autosave],
  );
  useEffect(() => {
    addEventListener('pagehide', autosave.flush);
    document.addEventListener('visibilitychange', autosave.flush);
    return () => {
      removeEventListener('pagehide', autosave.flush);
      document.removeEventListener('visibilitychange', autosave.flush);
    };
  }, [autosave]);
  useNotice('signed-out', autosave.stopAndClear);
  useNotice('application-changed', autosave.stopAndClear);
}

interface LocalDraftOptions {
  readonly form: ReturnType<typeof useForm<FormValues>>;
  readonly recovery: DraftRecovery;
  readonly fill: (values: FormValues) => void;
}

export type LocalDraft = ReturnType<typeof useLocalDraft>;

export function useLocalDraft({ form, recovery, fill }: LocalDraftOptions) {
  const { autosave } = recovery;
  const [restored, setRestored] = useState(recovery.current);
  const [offered, setOffered] = useState(recovery.older);
  useAutosave(form, autosave);

  const replaceValues = (values: FormValues) => {
    fill(values);
    setRestored(undefined);
  };

  return {
    /** Earlier input that was restored to the form. */
    restored,
    /** Earlier input that is based on another draft than the form. */
    offered,

    restartFromDraft() {
      replaceValues(autosave.baseline.values);
      void autosave.discard();
    },

    acceptOffered({ values, slot }: RecoveredDraft) {
      replaceValues(values);
      autosave.schedule(values);
      void autosave.flush().then(slot?.remove);
      setOffered(undefined);
    },

    discardOffered({ slot }: RecoveredDraft) {
      void slot?.remove();
      setOffered(undefined);
    },

    /** Rebases the form's input on that draft. */
    continueFrom(newer: FilledForm) {
      autosave.rebase(toBaseline(newer, newer.number));
      autosave.schedule(form.getValues());
    },

    /** Loads the newer draft into the form, and offers the input. */
    async loadNewer(newer: FilledForm) {
      const detached = await autosave.switchBaseline(form.getValues(), toBaseline(newer, newer.number));
      if (detached) {
        offered?.slot?.release();
        setOffered(detached);
      }
      replaceValues(autosave.baseline.values);
    },
  };
}

/** Deletes the form's local drafts once the application is submitted. */
export function useLocalDraftRemoval(user: User): void {
  useEffect(() => {
    openDraftStorage(user)
      .then((storage) => storage?.clear())
      .catch(() => undefined);
  }, [user]);
}

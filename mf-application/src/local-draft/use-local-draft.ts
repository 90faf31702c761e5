import type { FilledForm, StoredUnfinishedForm } from '@archaka/contracts/calls';
import { onBeforeSignOut, type User, type useForm, useNotice } from '@archaka/platform';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { emptyValues, type FormValues, isSame, toFormValues } from '../form/form-values.ts';
import { Autosave, type Baseline, type RecoveredDrafts } from './autosave.ts';
import { openDraftStorage, type RecoveredDraft } from './draft-storage.ts';
import { type OtherForm, ServiceCopy, toOtherForm } from './service-copy.ts';

const toBaseline = (draft: FilledForm | undefined, number: string): Baseline => ({
  values: draft ? toFormValues(draft) : emptyValues(number),
  version: draft?.draft_version ?? 0,
});

export interface DraftRecovery extends RecoveredDrafts {
  readonly autosave: Autosave;
  readonly service: ServiceCopy;
}

interface RecoveryOptions {
  readonly user: User;
  readonly draft: FilledForm | undefined;
  /** The service's copy; undefined when it could not be read. */
  readonly stored: StoredUnfinishedForm | undefined;
}

/** This device's input comes first. What was typed elsewhere since is restored in its absence, else offered. */
async function recover(autosave: Autosave, { user, stored }: RecoveryOptions): Promise<DraftRecovery> {
  const { current, older } = await autosave.recover();
  const found = toOtherForm(stored, user.number);
  const typed = found && !autosave.isUnchangedOrEmpty(found.values) ? found : undefined;
  const isRestored = typed && !current && typed.begunFrom === autosave.baseline.version;
  const isKnown = current && typed && isSame(current.values, typed.values);
  const isContinued = current?.revision !== undefined && current.revision === stored?.revision;
  const other = isRestored || isKnown || isContinued ? undefined : typed;
  const service = new ServiceCopy(autosave, { userId: user.id, stored, other });
  if (current && !isKnown) service.schedule(current.values);
  return { autosave, service, older, current: isRestored ? { ...typed, slot: undefined } : current };
}

/** Looks once for unsaved input on this device and at the service, before the form is shown. */
export function useDraftRecovery(options: RecoveryOptions): DraftRecovery | undefined {
  const [{ user, draft, stored }] = useState(options);
  const [recovery, setRecovery] = useState<DraftRecovery>();
  useEffect(() => {
    const autosave = new Autosave(user, toBaseline(draft, user.number));
    let unmounted = false;
    let service: ServiceCopy | undefined;
    void recover(autosave, { user, draft, stored }).then((recovered) => {
      service = recovered.service;
      if (unmounted) service.stop();
      else setRecovery(recovered);
    });
    return () => {
      unmounted = true;
      autosave.release();
      service?.release();
    };
  }, [user, draft, stored]);
  return recovery;
}

/** Autosaves the form on the device and at the service until the applicant signs out or has submitted it in any tab. */
function useAutosave(
  { subscribe }: ReturnType<typeof useForm<FormValues>>,
  { autosave, service }: DraftRecovery,
): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          autosave.schedule(values);
          service.schedule(values);
        },
      }),
    [subscribe, autosave, service],
  );
  useEffect(() => {
    const flush = () => {
      void autosave.flush();
      void service.flush();
    };
    addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
    };
  }, [autosave, service]);
  useEffect(
    () =>
      onBeforeSignOut(async () => {
        const isSent = await service.flush();
        await autosave.flush();
        return !isSent;
      }),
    [autosave, service],
  );
  const stop = () => {
    service.stop();
    autosave.stopAndClear();
  };
  useNotice('signed-out', stop);
  useNotice('application-changed', stop);
  useNotice('signed-in', ({ id }) => id === service.userId && service.resume());
}

interface LocalDraftOptions {
  readonly form: ReturnType<typeof useForm<FormValues>>;
  readonly recovery: DraftRecovery;
  readonly fill: (values: FormValues) => void;
}

export type LocalDraft = ReturnType<typeof useLocalDraft>;

export function useLocalDraft({ form, recovery, fill }: LocalDraftOptions) {
  const { autosave, service } = recovery;
  const serviceState = useSyncExternalStore(service.subscribe, service.getState);
  const [restored, setRestored] = useState(recovery.current);
  const [offered, setOffered] = useState(recovery.older);
  useAutosave(form, recovery);

  const replaceValues = (values: FormValues) => {
    fill(values);
    setRestored(undefined);
  };

  return {
    /** Earlier input that was restored to the form. */
    restored,
    /** Earlier input that is based on another draft than the form. */
    offered,

    /** What is stored at the service, and what was typed elsewhere since. */
    service: serviceState,

    turnServiceCopy: (isOn: boolean) => void service.turn(isOn, form.getValues()),

    acceptOther({ values }: OtherForm) {
      service.acceptOther();
      replaceValues(values);
    },

    replaceOther: () => service.replaceOther(form.getValues()),

    restartFromDraft() {
      replaceValues(autosave.baseline.values);
      void autosave.discard();
      void service.discard();
    },

    acceptOffered({ values, slot }: RecoveredDraft) {
      replaceValues(values);
      autosave.schedule(values);
      service.schedule(values);
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
      service.schedule(form.getValues());
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

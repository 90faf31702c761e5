import type { ApplicationForm, FilledForm } from '@archaka/contracts';
import { type PortalError, sendNotice, showAlert, toast } from '@archaka/platform';
import { useState } from 'react';
import {
  useLazyDraftQuery,
  useSaveDraftMutation,
  useSubmitApplicationMutation,
  useSubmitSavedApplicationMutation,
} from '../../application-api.ts';
import { emptyValues, type FormValues } from '../../form/form-values.ts';
import type { ReferenceData } from '../../form/reference-data.ts';
import { toIndicators, toRequestBody } from '../../form/request-body.ts';
import type { useCheckedForm } from '../../form/use-checked-form.ts';

export type SubmitAction = 'save' | 'pay';

interface SubmitOptions {
  checked: ReturnType<typeof useCheckedForm<SubmitAction>>;
  referenceData: ReferenceData;
  draft: FilledForm | undefined;
  /** What is kept on the device is on the server now. */
  onSaved: () => Promise<unknown>;
  onOrder: (orderId: string) => void;
  /** The form goes on from what the service has taken in of it. */
  onDraftUpdated: (storedDraft: FilledForm) => void;
  /** The service takes no applications any more, or not yet. */
  onClosed: () => void;
}

const NOTHING_SAVED = 2;
const saveIds = { save: 1, pay: 2 } as const;
/** Long enough for the toast to be read (specification, section 9). */
const RELOAD_DELAY_MS = 1500;
/** The toast's time counts from when it is drawn. */
const waitForToast = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, RELOAD_DELAY_MS)));

/** What a sending changes: the draft that the form was begun from, and the id that it is sent under. */
interface SubmitTarget {
  readonly draft: FilledForm | undefined;
  readonly applicationId: string | typeof NOTHING_SAVED;
}
const toSubmitTarget = (draft: FilledForm | undefined): SubmitTarget => ({
  draft,
  applicationId: draft?.application_id ?? NOTHING_SAVED,
});

/** The draft that was saved elsewhere while this form was filled in, and what was pressed here. */
export interface Conflict {
  readonly newer: FilledForm;
  readonly action: SubmitAction;
}

/** Saving the draft and submitting it, with the words of the specification for every outcome. */
export function useSubmit({ checked, referenceData, draft: initialDraft, ...callbacks }: SubmitOptions) {
  const [target, setTarget] = useState(() => toSubmitTarget(initialDraft));
  const [conflict, setConflict] = useState<Conflict>();
  const [saved, setSaved] = useState(false);
  const [saveDraft] = useSaveDraftMutation();
  const [submitNew] = useSubmitApplicationMutation();
  const [submitSaved] = useSubmitSavedApplicationMutation();
  const [readDraft] = useLazyDraftQuery();

  const toRequest = (
    values: FormValues,
    action: SubmitAction,
    { draft, applicationId }: SubmitTarget,
  ): ApplicationForm => {
    const body = toRequestBody(values, referenceData);
    const indicators = toIndicators(body, draft ?? emptyValues(''));
    const draft_version = draft?.draft_version ?? 0;
    const save_id = saveIds[action];
    return { ...body, ...indicators, application_id: applicationId, save_id, draft_version };
  };

  /** Says every answer but success. */
  const showBusinessError = ({
    status,
    message = 'Error..!',
  }: {
    status: number;
    message?: string | undefined;
  }) => {
    if (status === 420) checked.rejectField('number', message);
    else if (status === 421) checked.rejectField('aadhar', message);
    else showAlert({ title: 'Error..!' });
  };

  const actions: Record<SubmitAction, (values: FormValues, target: SubmitTarget) => Promise<void>> = {
    async save(values, target) {
      const { data, error } = await saveDraft(toRequest(values, 'save', target));
      if (!data) return handleError(error, { values, action: 'save', target });
      if (data.status !== 200) return showBusinessError(data);
      setSaved(true);
      toast('Successfully Saved', { tone: 'success', ms: 1000 });
      await Promise.all([callbacks.onSaved(), waitForToast()]);
      location.reload();
    },

    async pay(values, target) {
      const submit = target.applicationId === NOTHING_SAVED ? submitNew : submitSaved;
      const { data, error } = await submit(toRequest(values, 'pay', target));
      if (!data) return handleError(error, { values, action: 'pay', target });
      if (data.status === 200 && data.orderId) {
        callbacks.onOrder(data.orderId.id);
        return sendNotice('application-changed', {});
      }
      if (data.status === 200) toast('Invalid data please try again');
      else showBusinessError(data);
      if (data.status !== 421) await continueWithStored();
    },
  };

  async function handleError(
    error: PortalError | object | undefined,
    { values, action, target }: { values: FormValues; action: SubmitAction; target: SubmitTarget },
  ): Promise<void> {
    checked.markInvalid(error);
    if (!error || !('kind' in error)) return;
    if (error.kind === 'closed') callbacks.onClosed();
    if (error.kind !== 'conflict') return;
    const { data } = await readDraft(undefined);
    const newer = data?.data?.[0];
    if (newer) setConflict({ newer, action });
    // The draft that this form was begun from is gone: nothing is written over.
    else if (data && target.draft) await actions[action](values, toSubmitTarget(undefined));
  }

  /** The service has taken the form in but no order came: the next press goes on with what it has. */
  async function continueWithStored(): Promise<void> {
    const storedDraft = (await readDraft(undefined)).data?.data?.[0];
    if (!storedDraft) return;
    setTarget(toSubmitTarget(storedDraft));
    callbacks.onDraftUpdated(storedDraft);
  }

  const send = (action: SubmitAction, target: SubmitTarget) =>
    checked.send(action, (values) => actions[action](values, target));

  return {
    /** The draft is saved, the page about to load anew. */
    saved,
    save: () => send('save', target),
    pay: () => send('pay', target),
    /** The next sending replaces what was saved before. */
    startNew: () => setTarget({ ...target, applicationId: NOTHING_SAVED }),

    conflict,
    dismissConflict: () => setConflict(undefined),
    /** Goes on from that draft as if the form had been begun from it. */
    continueFrom(draft: FilledForm) {
      setConflict(undefined);
      setTarget(toSubmitTarget(draft));
    },
    overwrite: ({ newer, action }: Conflict) => send(action, toSubmitTarget(newer)),
  };
}

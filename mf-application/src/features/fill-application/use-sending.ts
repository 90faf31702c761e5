import type { ApplicationForm, FilledForm } from '@archaka/contracts';
import { type PortalError, sendNotice, showAlert, toast } from '@archaka/platform';
import { useState } from 'react';
import {
  useLazyDraftQuery,
  useSaveDraftMutation,
  useSubmitApplicationMutation,
  useSubmitSavedApplicationMutation,
} from '../../application-api.ts';
import type { FormSetting } from '../../form/form-setting.ts';
import { emptyValues, type FormValues } from '../../form/form-values.ts';
import { bodyOf, indicatorsOf } from '../../form/request-body.ts';
import type { useCheckedForm } from '../../form/use-checked-form.ts';

export type Sending = 'save' | 'pay';

interface SendingOptions {
  checked: ReturnType<typeof useCheckedForm<Sending>>;
  setting: FormSetting;
  draft: FilledForm | undefined;
  /** What is kept on the device is on the server now. */
  onSaved: () => Promise<unknown>;
  onOrder: (orderId: string) => void;
  /** The form goes on from what the service has taken in of it. */
  onKept: (kept: FilledForm) => void;
  /** The service takes no applications any more, or not yet. */
  onClosed: () => void;
}

const nothingSaved = 2;
const saveIds = { save: 1, pay: 2 } as const;
/** Long enough for the toast to be read (specification, section 9). */
const reloadMs = 1500;
/** The toast's time counts from when it is drawn. */
const toastIsRead = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, reloadMs)));

/** What a sending changes: the draft that the form was begun from, and the id that it is sent under. */
interface Onto {
  readonly draft: FilledForm | undefined;
  readonly applicationId: string | typeof nothingSaved;
}
const ontoOf = (draft: FilledForm | undefined): Onto => ({
  draft,
  applicationId: draft?.application_id ?? nothingSaved,
});

/** The draft that was saved elsewhere while this form was filled in, and what was pressed here. */
export interface Conflict {
  readonly newer: FilledForm;
  readonly sending: Sending;
}

/** Saving the draft and submitting it, with the words of the specification for every outcome. */
export function useSending({ checked, setting, draft: opened, ...on }: SendingOptions) {
  const [onto, setOnto] = useState(() => ontoOf(opened));
  const [conflict, setConflict] = useState<Conflict>();
  const [saved, setSaved] = useState(false);
  const [saveDraft] = useSaveDraftMutation();
  const [submitNew] = useSubmitApplicationMutation();
  const [submitSaved] = useSubmitSavedApplicationMutation();
  const [readDraft] = useLazyDraftQuery();

  const requestOf = (
    values: FormValues,
    sending: Sending,
    { draft, applicationId }: Onto,
  ): ApplicationForm => {
    const body = bodyOf(values, setting);
    const indicators = indicatorsOf(body, draft ?? emptyValues(''));
    const draft_version = draft?.draft_version ?? 0;
    const save_id = saveIds[sending];
    return { ...body, ...indicators, application_id: applicationId, save_id, draft_version };
  };

  /** Says every answer but success. */
  const sayRefused = ({ status, message = 'Error..!' }: { status: number; message?: string | undefined }) => {
    if (status === 420) checked.refuse('number', message);
    else if (status === 421) checked.refuse('aadhar', message);
    else showAlert({ title: 'Error..!' });
  };

  const works: Record<Sending, (values: FormValues, onto: Onto) => Promise<void>> = {
    async save(values, onto) {
      const { data, error } = await saveDraft(requestOf(values, 'save', onto));
      if (!data) return takeFailure(error, { values, sending: 'save', onto });
      if (data.status !== 200) return sayRefused(data);
      setSaved(true);
      toast('Successfully Saved', { tone: 'success', ms: 1000 });
      await Promise.all([on.onSaved(), toastIsRead()]);
      location.reload();
    },

    async pay(values, onto) {
      const submit = onto.applicationId === nothingSaved ? submitNew : submitSaved;
      const { data, error } = await submit(requestOf(values, 'pay', onto));
      if (!data) return takeFailure(error, { values, sending: 'pay', onto });
      if (data.status === 200 && data.orderId) {
        on.onOrder(data.orderId.id);
        return sendNotice('application-changed', {});
      }
      if (data.status === 200) toast('Invalid data please try again');
      else sayRefused(data);
      if (data.status !== 421) await goOnWithKept();
    },
  };

  async function takeFailure(
    error: PortalError | object | undefined,
    { values, sending, onto }: { values: FormValues; sending: Sending; onto: Onto },
  ): Promise<void> {
    checked.markInvalid(error);
    if (!error || !('kind' in error)) return;
    if (error.kind === 'closed') on.onClosed();
    if (error.kind !== 'conflict') return;
    const { data } = await readDraft(undefined);
    const newer = data?.data?.[0];
    if (newer) setConflict({ newer, sending });
    // The draft that this form was begun from is gone: nothing is written over.
    else if (data && onto.draft) await works[sending](values, ontoOf(undefined));
  }

  /** The service has taken the form in but no order came: the next press goes on with what it has. */
  async function goOnWithKept(): Promise<void> {
    const kept = (await readDraft(undefined)).data?.data?.[0];
    if (!kept) return;
    setOnto(ontoOf(kept));
    on.onKept(kept);
  }

  const send = (sending: Sending, onto: Onto) =>
    checked.send(sending, (values) => works[sending](values, onto));

  return {
    /** The draft is saved, the page about to load anew. */
    saved,
    save: () => send('save', onto),
    pay: () => send('pay', onto),
    /** The next sending replaces what was saved before. */
    startAnew: () => setOnto({ ...onto, applicationId: nothingSaved }),

    conflict,
    leaveConflict: () => setConflict(undefined),
    /** Goes on from that draft as if the form had been begun from it. */
    goOnFrom(draft: FilledForm) {
      setConflict(undefined);
      setOnto(ontoOf(draft));
    },
    sendOver: ({ newer, sending }: Conflict) => send(sending, ontoOf(newer)),
  };
}

import { type ApplicationForm, conflictMessages, type FilledForm } from '@archaka/contracts/calls';
import { replaceNotice, sendNotice, showAlert, toast, useAgreement } from '@archaka/platform';
import { useState } from 'react';
import { applicationApi } from '../../application-api.ts';
import { emptyValues, type FormValues } from '../../form/form-values.ts';
import type { ReferenceData } from '../../form/reference-data.tsx';
import { toChanges, toRequestBody } from '../../form/request-body.ts';
import type { useCheckedForm } from '../../form/use-checked-form.ts';
import type { LocalDraft } from '../../local-draft/use-local-draft.ts';
import { formNotAccepted, noOrder } from '../../messages.ts';

export type SubmitAction = 'save' | 'pay';

const NOTHING_SAVED = 2;
const saveIds = { save: 1, pay: 2 } as const;

/** The draft that the form is based on, and the id under which it is sent. */
interface SubmitTarget {
  readonly draft: FilledForm | undefined;
  readonly applicationId: string | typeof NOTHING_SAVED;
}

const toSubmitTarget = (draft: FilledForm | undefined): SubmitTarget => ({
  draft,
  applicationId: draft?.application_id ?? NOTHING_SAVED,
});

/** Loaded separately, so that the form does not wait for it; a submission preloads it. */
export const loadSubmittedApplication = () =>
  import(/* webpackChunkName: "submitted" */ '../show-status/submitted-application.tsx');

interface SubmitOptions {
  checked: ReturnType<typeof useCheckedForm<SubmitAction>>;
  referenceData: ReferenceData;
  draft: FilledForm | undefined;
  localDraft: LocalDraft;
  /** Resets the form and fills it from the stored draft. */
  onSaved: () => Promise<unknown>;
  onOrder: (orderId: string) => void;
  /** The service rejects applications outside of the period. */
  onClosed: () => void;
}

/** The two requests, with the messages of their answers. */
function useRequests({ checked, ...options }: SubmitOptions, continueFrom: (stored: FilledForm) => void) {
  const [saved, setSaved] = useState(false);
  const [queryDraft] = applicationApi.useLazyDraftQuery();
  const [saveDraft] = applicationApi.useSaveDraftMutation();
  const [submitNew] = applicationApi.useSubmitApplicationMutation();
  const [submitSaved] = applicationApi.useSubmitSavedApplicationMutation();

  /** The catalogue's messages stand in where the response has none. */
  const showBusinessError = (status: number, message?: string) => {
    if (status === 420) checked.rejectField('number', message ?? conflictMessages[420]);
    else if (status === 421) checked.rejectIdentity(message ?? conflictMessages[421]);
    else showAlert({ title: 'Error..!', explanation: formNotAccepted });
  };

  async function save(request: ApplicationForm): Promise<object | undefined> {
    const { data, error } = await saveDraft(request);
    if (data?.status === 200) {
      setSaved(true);
      toast('Successfully Saved', { tone: 'success', ms: 1000 });
      await options.onSaved();
    } else if (data) showBusinessError(data.status, data.message);
    return error;
  }

  async function pay(request: ApplicationForm): Promise<object | undefined> {
    void loadSubmittedApplication().catch(() => undefined);
    const sendForm = request.application_id === NOTHING_SAVED ? submitNew : submitSaved;
    const { data, error } = await sendForm(request);
    if (!data) return error;
    if (data.status === 200 && data.orderId) {
      options.onOrder(data.orderId.id);
      sendNotice('application-changed', {});
      return undefined;
    }
    if (data.status === 200) toast('Invalid data please try again', { explanation: noOrder });
    else showBusinessError(data.status, data.message);
    // The next press continues from the service's state.
    const stored = data.status !== 421 && (await queryDraft(undefined)).data?.data?.[0];
    if (stored) continueFrom(stored);
    return undefined;
  }

  return { saved, requests: { save, pay }, queryDraft };
}

/** Saves the draft, or submits it for payment, and shows business errors. */
export function useSubmit(options: SubmitOptions) {
  const { checked, referenceData, draft, localDraft } = options;
  const [target, setTarget] = useState(() => toSubmitTarget(draft));
  /** The draft that was saved elsewhere meanwhile, and the action that was pressed here. */
  const [conflict, setConflict] = useState<{ newer: FilledForm; action: SubmitAction }>();
  const agreement = useAgreement();
  const { saved, requests, queryDraft } = useRequests(options, continueFrom);

  async function sendValues(values: FormValues, action: SubmitAction, from: SubmitTarget): Promise<void> {
    const body = toRequestBody(values, referenceData);
    const error = await requests[action]({
      ...body,
      ...toChanges(body, from.draft ?? emptyValues('')),
      ...agreement,
      application_id: from.applicationId,
      save_id: saveIds[action],
      draft_version: from.draft?.draft_version ?? 0,
    });
    checked.markInvalid(error);
    if (replaceNotice(error) || !error || !('kind' in error)) return;
    if (error.kind === 'closed') options.onClosed();
    if (error.kind !== 'conflict') return;
    const { data } = await queryDraft(undefined);
    const newer = data?.data?.[0];
    if (newer) setConflict({ newer, action });
    // The base draft was deleted: nothing is overwritten.
    else if (data && from.draft) await sendValues(values, action, toSubmitTarget(undefined));
  }

  const send = (action: SubmitAction, from = target) =>
    checked.send(action, (values) => sendValues(values, action, from));

  /** Rebases the form on that draft. */
  function continueFrom(newer: FilledForm): void {
    localDraft.continueFrom(newer);
    setTarget(toSubmitTarget(newer));
  }

  return {
    /** The draft is saved; the form will be refilled. */
    saved,
    save: () => send('save'),
    pay: () => send('pay'),
    /** The next request replaces the saved draft. */
    startNew: () => setTarget({ ...target, applicationId: NOTHING_SAVED }),

    conflict: conflict && {
      /** The form stays unchanged. */
      dismiss: () => setConflict(undefined),
      async loadNewer() {
        await localDraft.loadNewer(conflict.newer);
        setConflict(undefined);
        setTarget(toSubmitTarget(conflict.newer));
      },
      submitMine() {
        setConflict(undefined);
        continueFrom(conflict.newer);
        void send(conflict.action, toSubmitTarget(conflict.newer));
      },
    },
  };
}

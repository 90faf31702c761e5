import type { ApplicationForm, FilledForm } from '@archaka/contracts/calls';
import { replaceNotice, sendNotice, toast, useAgreement } from '@archaka/platform';
import { useState } from 'react';
import {
  useLazyDraftQuery,
  useSubmitApplicationMutation,
  useSubmitSavedApplicationMutation,
} from '../../application-api.ts';
import { emptyValues, type FormValues } from '../../form/form-values.ts';
import type { ReferenceData } from '../../form/reference-data.ts';
import { toChanges, toRequestBody } from '../../form/request-body.ts';
import type { useCheckedForm } from '../../form/use-checked-form.ts';
import { noOrder } from '../../messages.ts';
import { loadSubmittedApplication } from '../show-status/submitted-status.tsx';
import { type FieldRejections, showBusinessError } from './show-business-error.ts';
import { useSave } from './use-save.ts';

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

interface Submission {
  readonly action: SubmitAction;
  readonly target: SubmitTarget;
}

function toSubmitRequest(
  values: FormValues,
  { action, target }: Submission,
  referenceData: ReferenceData,
): ApplicationForm {
  const { draft, applicationId } = target;
  const body = toRequestBody(values, referenceData);
  return {
    ...body,
    ...toChanges(body, draft ?? emptyValues('')),
    application_id: applicationId,
    save_id: saveIds[action],
    draft_version: draft?.draft_version ?? 0,
  };
}

interface SubmitOptions {
  checked: ReturnType<typeof useCheckedForm<SubmitAction>>;
  referenceData: ReferenceData;
  draft: FilledForm | undefined;
  onSaved: () => Promise<unknown>;
  onOrder: (orderId: string) => void;
  /** The form continues from what the service has accepted. */
  onDraftUpdated: (storedDraft: FilledForm) => void;
  /** The service rejects applications outside of the period. */
  onClosed: () => void;
}

/** The draft that was saved elsewhere meanwhile, and the action that was pressed here. */
export interface Conflict {
  readonly newer: FilledForm;
  readonly action: SubmitAction;
}

/** Reads the service's draft; undefined when that fails. */
function useDraftReader() {
  const [queryDraft] = useLazyDraftQuery();
  return async () => {
    const { data } = await queryDraft(undefined);
    return data && { draft: data.data?.[0] };
  };
}

export function useSubmit({ checked, draft, ...options }: SubmitOptions) {
  const [target, setTarget] = useState(() => toSubmitTarget(draft));
  const [conflict, setConflict] = useState<Conflict>();
  const readDraft = useDraftReader();
  const { saved, sendRequest } = useSubmitRequest({ ...options, checked, onStored: continueWithStored });

  const send = (submission: Submission) =>
    checked.send(submission.action, (values) => sendValues(values, submission));

  async function sendValues(values: FormValues, submission: Submission): Promise<void> {
    const errorKind = await sendRequest(values, submission);
    if (errorKind === 'closed') options.onClosed();
    if (errorKind !== 'conflict') return;
    const stored = await readDraft();
    if (stored?.draft) setConflict({ newer: stored.draft, action: submission.action });
    // The base draft was deleted: nothing is overwritten.
    else if (stored && submission.target.draft)
      await sendValues(values, { ...submission, target: toSubmitTarget(undefined) });
  }

  /** The next press continues from the service's state. */
  async function continueWithStored(): Promise<void> {
    const storedDraft = (await readDraft())?.draft;
    if (!storedDraft) return;
    setTarget(toSubmitTarget(storedDraft));
    options.onDraftUpdated(storedDraft);
  }

  return {
    /** The draft is saved; the form will be refilled. */
    saved,
    save: () => send({ action: 'save', target }),
    pay: () => send({ action: 'pay', target }),
    /** The next request replaces the saved draft. */
    startNew: () => setTarget({ ...target, applicationId: NOTHING_SAVED }),

    conflict,
    dismissConflict: () => setConflict(undefined),
    /** Rebases the form on that draft. */
    continueFrom(newer: FilledForm) {
      setConflict(undefined);
      setTarget(toSubmitTarget(newer));
    },
    overwrite: ({ newer, action }: Conflict) => send({ action, target: toSubmitTarget(newer) }),
  };
}

interface SubmitRequestOptions
  extends Pick<SubmitOptions, 'checked' | 'referenceData' | 'onSaved' | 'onOrder'> {
  onStored: PayOptions['onStored'];
}

/** Sends the form and shows what was rejected; `sendRequest` returns the kind of another error. */
function useSubmitRequest({ checked, referenceData, onSaved, onOrder, onStored }: SubmitRequestOptions) {
  const agreement = useAgreement();
  const { saved, save } = useSave({ rejections: checked, onSaved });
  const pay = usePay({ rejections: checked, onOrder, onStored });
  const actions = { save, pay };

  async function sendRequest(values: FormValues, submission: Submission): Promise<unknown> {
    const request = toSubmitRequest(values, submission, referenceData);
    const error = await actions[submission.action]({ ...request, ...agreement });
    checked.markInvalid(error);
    return replaceNotice(error) || !error || !('kind' in error) ? undefined : error.kind;
  }
  return { saved, sendRequest };
}

interface PayOptions {
  rejections: FieldRejections;
  onOrder: (orderId: string) => void;
  /** Called where the service may have accepted the form without an order. */
  onStored: () => Promise<void>;
}

/** Submits the application for payment; returns the call's error. */
function usePay({ rejections, onOrder, onStored }: PayOptions) {
  const [submitNew] = useSubmitApplicationMutation();
  const [submitSaved] = useSubmitSavedApplicationMutation();

  return async (request: ApplicationForm): Promise<object | undefined> => {
    void loadSubmittedApplication().catch(() => undefined);
    const submit = request.application_id === NOTHING_SAVED ? submitNew : submitSaved;
    const { data, error } = await submit(request);
    if (!data) return error;
    if (data.status === 200 && data.orderId) {
      onOrder(data.orderId.id);
      sendNotice('application-changed', {});
      return undefined;
    }
    if (data.status === 200) toast('Invalid data please try again', { explanation: noOrder });
    else showBusinessError(data, rejections);
    if (data.status !== 421) await onStored();
    return undefined;
  };
}

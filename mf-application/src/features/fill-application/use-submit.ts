import type { FilledForm } from '@archaka/contracts';
import { useState } from 'react';
import { useLazyDraftQuery } from '../../application-api.ts';
import type { FormValues } from '../../form/form-values.ts';
import type { ReferenceData } from '../../form/reference-data.ts';
import type { useCheckedForm } from '../../form/use-checked-form.ts';
import {
  NOTHING_SAVED,
  type SubmitAction,
  type SubmitTarget,
  toSubmitRequest,
  toSubmitTarget,
} from './submit-request.ts';
import { usePay } from './use-pay.ts';
import { useSave } from './use-save.ts';

interface SubmitOptions {
  checked: ReturnType<typeof useCheckedForm<SubmitAction>>;
  referenceData: ReferenceData;
  draft: FilledForm | undefined;
  onSaved: () => Promise<unknown>;
  onOrder: (orderId: string) => void;
  /** The form goes on from what the service has taken in of it. */
  onDraftUpdated: (storedDraft: FilledForm) => void;
  /** The service takes no applications any more, or not yet. */
  onClosed: () => void;
}

/** The draft that was saved elsewhere while this form was filled in, and what was pressed here. */
export interface Conflict {
  readonly newer: FilledForm;
  readonly action: SubmitAction;
}

export function useSubmit({ checked, referenceData, draft, ...callbacks }: SubmitOptions) {
  const { rejectField } = checked;
  const [target, setTarget] = useState(() => toSubmitTarget(draft));
  const [conflict, setConflict] = useState<Conflict>();
  const [queryDraft] = useLazyDraftQuery();
  const { saved, save } = useSave({ rejectField, onSaved: callbacks.onSaved });
  const pay = usePay({ rejectField, onOrder: callbacks.onOrder, onStored: continueWithStored });
  const actions = { save, pay };

  const send = (action: SubmitAction, sendTarget: SubmitTarget) =>
    checked.send(action, (values) => sendValues(values, action, sendTarget));

  async function sendValues(
    values: FormValues,
    action: SubmitAction,
    sendTarget: SubmitTarget,
  ): Promise<void> {
    const error = await actions[action](
      toSubmitRequest(values, { action, target: sendTarget, referenceData }),
    );
    checked.markInvalid(error);
    if (!error || !('kind' in error)) return;
    if (error.kind === 'closed') callbacks.onClosed();
    if (error.kind !== 'conflict') return;
    const { data } = await queryDraft(undefined);
    const newer = data?.data?.[0];
    if (newer) setConflict({ newer, action });
    // The draft that this form was begun from is gone: nothing is written over.
    else if (data && sendTarget.draft) await sendValues(values, action, toSubmitTarget(undefined));
  }

  /** The next press goes on with what the service has. */
  async function continueWithStored(): Promise<void> {
    const storedDraft = (await queryDraft(undefined)).data?.data?.[0];
    if (!storedDraft) return;
    setTarget(toSubmitTarget(storedDraft));
    callbacks.onDraftUpdated(storedDraft);
  }

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
    continueFrom(newer: FilledForm) {
      setConflict(undefined);
      setTarget(toSubmitTarget(newer));
    },
    overwrite: ({ newer, action }: Conflict) => send(action, toSubmitTarget(newer)),
  };
}

import type { ApplicationForm, FilledForm } from '@archaka/contracts';
import { sendNotice, showAlert, toast } from '@archaka/platform';
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
  onOrder: (orderId: string) => void;
}

const nothingSaved = 2;
const saveIds = { save: 1, pay: 2 } as const;
/** Long enough for the toast to be read (specification, section 9). */
const reloadMs = 1500;

/** Saving the draft and submitting it, with the words of the specification for every outcome. */
export function useSending({ checked, setting, draft: opened, onOrder }: SendingOptions) {
  const [draft, setDraft] = useState(opened);
  const [applicationId, setApplicationId] = useState<string | typeof nothingSaved>(
    opened?.application_id ?? nothingSaved,
  );
  const [saved, setSaved] = useState(false);
  const [saveDraft] = useSaveDraftMutation();
  const [submitNew] = useSubmitApplicationMutation();
  const [submitSaved] = useSubmitSavedApplicationMutation();
  const [readDraft] = useLazyDraftQuery();

  const requestOf = (values: FormValues, sending: Sending): ApplicationForm => {
    const body = bodyOf(values, setting);
    const indicators = indicatorsOf(body, draft ?? emptyValues(''));
    return { ...body, ...indicators, application_id: applicationId, save_id: saveIds[sending] };
  };

  /** Says every answer but success. */
  const sayRefused = ({ status, message = 'Error..!' }: { status: number; message?: string | undefined }) => {
    if (status === 420) checked.refuse('number', message);
    else if (status === 421) checked.refuse('aadhar', message);
    else showAlert({ title: 'Error..!' });
  };

  const save = async (values: FormValues) => {
    const { data, error } = await saveDraft(requestOf(values, 'save'));
    if (!data) return checked.markInvalid(error);
    if (data.status !== 200) return sayRefused(data);
    setSaved(true);
    toast('Successfully Saved', { tone: 'success', ms: 1000 });
    await new Promise((over) => setTimeout(over, reloadMs));
    location.reload();
  };

  /** The service has taken the form in but no order came: the next press goes on with what it has. */
  const goOnWithKept = async () => {
    const kept = (await readDraft(undefined)).data?.data?.[0];
    if (!kept) return;
    setDraft(kept);
    setApplicationId(kept.application_id);
  };

  const pay = async (values: FormValues) => {
    const submit = applicationId === nothingSaved ? submitNew : submitSaved;
    const { data, error } = await submit(requestOf(values, 'pay'));
    if (!data) return checked.markInvalid(error);
    if (data.status === 200 && data.orderId) {
      onOrder(data.orderId.id);
      return sendNotice('application-changed', {});
    }
    if (data.status === 200) toast('Invalid data please try again');
    else sayRefused(data);
    if (data.status !== 421) await goOnWithKept();
  };

  return {
    /** The draft is saved, the page about to load anew. */
    saved,
    save: () => checked.send('save', save),
    pay: () => checked.send('pay', pay),
    /** The next sending replaces what was saved before. */
    startAnew: () => setApplicationId(nothingSaved),
  };
}

import type { ApplicationForm } from '@archaka/contracts';
import { reloadAtStatus, toast } from '@archaka/platform';
import { useState } from 'react';
import { useSaveDraftMutation } from '../../application-api.ts';
import { type FieldRejection, showBusinessError } from './show-business-error.ts';

/** Long enough for the toast to be read (specification, section 9). */
const RELOAD_DELAY_MS = 1500;
/** The toast's time counts from when it is drawn. */
const waitForToast = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, RELOAD_DELAY_MS)));

interface SaveOptions {
  rejectField: FieldRejection;
  onSaved: () => Promise<unknown>;
}

/** Saves the draft, then loads the page anew; `save` gives the call's error. */
export function useSave({ rejectField, onSaved }: SaveOptions) {
  const [saved, setSaved] = useState(false);
  const [saveDraft] = useSaveDraftMutation();

  async function save(request: ApplicationForm): Promise<object | undefined> {
    const { data, error } = await saveDraft(request);
    if (!data) return error;
    if (data.status !== 200) return showBusinessError(data, rejectField);
    setSaved(true);
    toast('Successfully Saved', { tone: 'success', ms: 1000 });
    await Promise.all([onSaved(), waitForToast()]);
    reloadAtStatus();
    return undefined;
  }
  return { saved, save };
}

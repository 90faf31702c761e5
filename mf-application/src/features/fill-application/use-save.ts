import type { ApplicationForm } from '@archaka/contracts/calls';
import { toast } from '@archaka/platform';
import { useState } from 'react';
import { useSaveDraftMutation } from '../../application-api.ts';
import { type FieldRejections, showBusinessError } from './show-business-error.ts';

interface SaveOptions {
  rejections: FieldRejections;
  /** Resets the form and fills it from the stored draft. */
  onSaved: () => Promise<unknown>;
}

/** Saves the draft; `save` returns the call's error. */
export function useSave({ rejections, onSaved }: SaveOptions) {
  const [saved, setSaved] = useState(false);
  const [saveDraft] = useSaveDraftMutation();

  async function save(request: ApplicationForm): Promise<object | undefined> {
    const { data, error } = await saveDraft(request);
    if (!data) return error;
    if (data.status !== 200) return showBusinessError(data, rejections);
    setSaved(true);
    toast('Successfully Saved', { tone: 'success', ms: 1000 });
    await onSaved();
    return undefined;
  }
  return { saved, save };
}

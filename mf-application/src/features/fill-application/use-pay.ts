import type { ApplicationForm } from '@archaka/contracts';
import { sendNotice, toast } from '@archaka/platform';
import { useSubmitApplicationMutation, useSubmitSavedApplicationMutation } from '../../application-api.ts';
import { noOrder } from '../../messages.ts';
import { type FieldRejection, showBusinessError } from './show-business-error.ts';
import { NOTHING_SAVED } from './submit-request.ts';

interface PayOptions {
  rejectField: FieldRejection;
  onOrder: (orderId: string) => void;
  /** The service may have taken the form in without an order. */
  onStored: () => Promise<void>;
}

/** Submits the application for payment; gives the call's error. */
export function usePay({ rejectField, onOrder, onStored }: PayOptions) {
  const [submitNew] = useSubmitApplicationMutation();
  const [submitSaved] = useSubmitSavedApplicationMutation();

  return async (request: ApplicationForm): Promise<object | undefined> => {
    const submit = request.application_id === NOTHING_SAVED ? submitNew : submitSaved;
    const { data, error } = await submit(request);
    if (!data) return error;
    if (data.status === 200 && data.orderId) {
      onOrder(data.orderId.id);
      sendNotice('application-changed', {});
      return undefined;
    }
    if (data.status === 200) toast('Invalid data please try again', { explanation: noOrder });
    else showBusinessError(data, rejectField);
    if (data.status !== 421) await onStored();
    return undefined;
  };
}

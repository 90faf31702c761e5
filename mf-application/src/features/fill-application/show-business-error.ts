import { conflictMessages } from '@archaka/contracts/calls';
import { showAlert } from '@archaka/platform';
import { formNotAccepted } from '../../messages.ts';

export interface FieldRejections {
  rejectField: (field: 'number', message: string) => void;
  rejectIdentity: (message: string) => void;
}

interface BusinessError {
  readonly status: number;
  readonly message?: string | undefined;
}

/** Maps business errors 420 and 421 to fields, with the catalogue's messages where the response has none. */
export function showBusinessError(
  { status, message }: BusinessError,
  { rejectField, rejectIdentity }: FieldRejections,
): undefined {
  if (status === 420) rejectField('number', message ?? conflictMessages[420]);
  else if (status === 421) rejectIdentity(message ?? conflictMessages[421]);
  else showAlert({ title: 'Error..!', explanation: formNotAccepted });
}

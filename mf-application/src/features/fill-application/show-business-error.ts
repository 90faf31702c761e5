import { conflictMessages } from '@archaka/contracts';
import { showAlert } from '@archaka/platform';
import { formNotAccepted } from '../../messages.ts';

export type FieldRejection = (field: 'number' | 'aadhar', message: string) => void;

interface BusinessError {
  readonly status: number;
  readonly message?: string | undefined;
}

/** Business errors 420 and 421 belong to fields, in the catalogue's words where the response has none. */
export function showBusinessError(
  { status, message }: BusinessError,
  rejectField: FieldRejection,
): undefined {
  if (status === 420) rejectField('number', message ?? conflictMessages[420]);
  else if (status === 421) rejectField('aadhar', message ?? conflictMessages[421]);
  else showAlert({ title: 'Error..!', explanation: formNotAccepted });
}

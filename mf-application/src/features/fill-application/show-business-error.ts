import { showAlert } from '@archaka/platform';

export type FieldRejection = (field: 'number' | 'aadhar', message: string) => void;

interface BusinessError {
  readonly status: number;
  readonly message?: string | undefined;
}

export function showBusinessError(
  { status, message = 'Error..!' }: BusinessError,
  rejectField: FieldRejection,
): undefined {
  if (status === 420) rejectField('number', message);
  else if (status === 421) rejectField('aadhar', message);
  else showAlert({ title: 'Error..!' });
}

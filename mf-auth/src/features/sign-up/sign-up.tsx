import { signUpChecks } from '@archaka/contracts';
import {
  Button,
  checksResolver,
  Dialog,
  ErrorSummary,
  errorList,
  TextField,
  toast,
  useForm,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { useSignUpMutation } from '../../auth-api.ts';

const mobileNumberHint = msg`10 digits; the OTP is sent to this number`;

const emptyValues = {
  name: '',
  email: '',
  number: '',
  address: '',
  devasthanam: '',
  landmark: '',
  town: '',
  pincode: '',
};
type Values = typeof emptyValues;

interface SignUpProps {
  open: boolean;
  onClose: () => void;
  /** Given the mobile number that now has an account. */
  onDone: (number: string) => void;
}

/** The sign-up dialog. */
export function SignUp({ open, onClose, onDone }: SignUpProps) {
  return (
    <Dialog open={open} onClose={onClose} title={words.signUp}>
      <SignUpForm onDone={onDone} />
    </Dialog>
  );
}

function SignUpForm({ onDone }: Pick<SignUpProps, 'onDone'>) {
  const [attempt, setAttempt] = useState(0);
  const [signUp, { isLoading }] = useSignUpMutation();
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: emptyValues,
    resolver: checksResolver<Values>(signUpChecks),
    shouldFocusError: false,
    reValidateMode: 'onBlur',
  });
  const errors = errorList(formState.errors, signUpChecks);
  const findError = (field: keyof Values) => formState.errors[field]?.message;

  const rejectField = (field: keyof Values, message: string) => {
    toast(message);
    setError(field, { type: 'taken', message });
    setAttempt((count) => count + 1);
  };
  const send = async (values: Values) => {
    const { data } = await signUp(values);
    if (data?.status === 420) rejectField('number', data.message ?? 'Error..!');
    if (data?.status === 421) rejectField('email', data.message ?? 'Error..!');
    if (data?.status !== 200) return;
    toast('Sign-Up Success', { tone: 'success' });
    onDone(values.number);
  };
  const submit = handleSubmit(send, (found) => {
    const [first] = errorList(found, signUpChecks);
    if (first) toast(first.message);
    setAttempt((count) => count + 1);
  });

  return (
    <form className="stack" onSubmit={submit} noValidate>
      <ErrorSummary errors={errors} attempt={attempt} />
      <TextField label={words.name} autoComplete="name" error={findError('name')} {...register('name')} />
      <TextField
        label={words.email}
        type="email"
        autoComplete="email"
        error={findError('email')}
        {...register('email')}
      />
      <TextField
        label={words.mobileNumber}
        hint={mobileNumberHint}
        digits={10}
        type="tel"
        autoComplete="tel-national"
        error={findError('number')}
        {...register('number')}
      />
      <TextField
        label={words.address}
        multiline
        autoComplete="street-address"
        error={findError('address')}
        {...register('address')}
      />
      <TextField label={words.devasthanam} error={findError('devasthanam')} {...register('devasthanam')} />
      <TextField label={words.landmark} error={findError('landmark')} {...register('landmark')} />
      <TextField
        label={words.town}
        autoComplete="address-level2"
        error={findError('town')}
        {...register('town')}
      />
      <TextField
        label={words.pincode}
        digits={6}
        autoComplete="postal-code"
        error={findError('pincode')}
        {...register('pincode')}
      />
      <div className="row">
        <Button type="submit" tone="main" busy={isLoading} word={words.signUp} />
      </div>
    </form>
  );
}

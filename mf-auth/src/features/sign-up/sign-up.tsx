import { signUpChecks } from '@archaka/contracts';
import {
  AgreementHint,
  checksResolver,
  ErrorSummary,
  errorList,
  PrivacyNotice,
  replaceNotice,
  useAgreement,
  useForm,
} from '@archaka/platform';
import {
  Banner,
  Button,
  Dialog,
  Paragraph,
  TextField,
  type TextFieldProps,
  toast,
  useCommand,
  words,
} from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useEffect, useId, useState } from 'react';
import { signUp as sendSignUp } from '../../auth-commands.ts';

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

const notSignedUp = msg`You are not signed up yet`;
const tryLater = msg`What you filled in is still here. Please try again in a few minutes.`;
const mobileNumberHint = msg`10 digits; the OTP is sent to this number`;

const fields: readonly (TextFieldProps & { name: keyof Values })[] = [
  { name: 'name', label: words.name, autoComplete: 'name' },
  { name: 'email', label: words.email, type: 'email', autoComplete: 'email' },
  {
    name: 'number',
    label: words.mobileNumber,
    hint: mobileNumberHint,
    digits: 10,
    type: 'tel',
    autoComplete: 'tel-national',
  },
  { name: 'address', label: words.address, multiline: true, autoComplete: 'street-address' },
  { name: 'devasthanam', label: words.devasthanam },
  { name: 'landmark', label: words.landmark },
  { name: 'town', label: words.town, autoComplete: 'address-level2' },
  { name: 'pincode', label: words.pincode, digits: 6, autoComplete: 'postal-code' },
];

interface SignUpProps {
  /** Initial value of the mobile number's box. */
  number: string;
  onClose: () => void;
  /** Called with the mobile number that now has an account. */
  onDone: (number: string) => void;
}

/** Open while it is mounted. */
export function SignUp({ number, onClose, onDone }: SignUpProps) {
  return (
    <Dialog open onClose={onClose} title={words.signUp}>
      <SignUpForm number={number} onDone={onDone} />
    </Dialog>
  );
}

function SignUpForm({ number, onDone }: Pick<SignUpProps, 'number' | 'onDone'>) {
  const agreementId = useId();
  const { register, errors, attempt, failed, busy, submit } = useSignUpForm({ number, onDone });
  const findError = (name: keyof Values) => errors.find(({ field }) => field === name)?.message;
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <ErrorSummary errors={errors} attempt={attempt} />
      <PrivacyNotice />
      {fields.map((field) => (
        <TextField
          enterKeyHint={field === fields.at(-1) ? 'done' : 'next'}
          {...field}
          {...register(field.name)}
          key={field.name}
          error={findError(field.name)}
        />
      ))}
      {failed && (
        <Banner tone="error" title={notSignedUp}>
          <Paragraph word={tryLater} />
        </Banner>
      )}
      <AgreementHint id={agreementId} />
      <div className="row">
        <Button aria-describedby={agreementId} type="submit" tone="main" busy={busy} word={words.signUp} />
      </div>
    </form>
  );
}

function useSignUpForm({ number, onDone }: Pick<SignUpProps, 'number' | 'onDone'>) {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const [signUp, { isLoading }] = useCommand(sendSignUp);
  const agreement = useAgreement();
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Values>({
    defaultValues: { ...emptyValues, number },
    resolver: checksResolver<Values>(signUpChecks),
    shouldFocusError: false,
    reValidateMode: 'onBlur',
  });

  // A dialog focuses its close button by default; the first field is more useful.
  useEffect(() => setFocus('name'), [setFocus]);

  const rejectField = (field: keyof Values, message = 'Error..!') => {
    toast(message);
    setError(field, { type: 'taken', message });
    setAttempt((count) => count + 1);
  };
  const send = async (values: Values) => {
    const { data, error } = await signUp({ ...values, ...agreement });
    setFailed(error !== undefined && !replaceNotice(error));
    if (data?.status === 420) rejectField('number', data.message);
    if (data?.status === 421) rejectField('email', data.message);
    if (data?.status !== 200) return;
    toast('Sign-Up Success', { tone: 'success' });
    onDone(values.number);
  };
  const submit = handleSubmit(send, (found) => {
    const [first] = errorList(found, signUpChecks);
    if (first) toast(first.message);
    setAttempt((count) => count + 1);
  });
  const errors = errorList(formState.errors, signUpChecks);
  return { register, errors, attempt, failed, busy: isLoading, submit };
}

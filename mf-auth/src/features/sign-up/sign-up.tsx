import { signUpChecks } from '@archaka/contracts/calls';
import { AgreementHint, ErrorSummary, PrivacyNotice, replaceNotice, useAgreement } from '@archaka/platform';
import {
  Banner,
  Button,
  Dialog,
  Paragraph,
  type PortalError,
  TextField,
  type TextFieldProps,
  toast,
  useCommand,
  type Word,
  words,
} from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useEffect, useId, useState } from 'react';
import { signUp as sendSignUp } from '../../auth-commands.ts';
import { useCheckedForm } from '../use-checked-form.ts';

interface SignUpProps {
  /** Initial value of the mobile number's box. */
  number: string;
  onClose: () => void;
  /** Called with the mobile number that has signed up. */
  onDone: (number: string) => void;
}

/** Open while it is mounted. */
export function SignUp({ number, onClose, onDone }: SignUpProps) {
  const [signUp, { isLoading }] = useCommand(sendSignUp);
  const send = async (values: SignUpValues): Promise<SentSignUp> => {
    const { data, error } = await signUp(values);
    if (data?.status === 420) return { rejected: { field: 'number', message: data.message } };
    if (data?.status === 421) return { rejected: { field: 'email', message: data.message } };
    if (data?.status !== 200) return { error };
    toast('Sign-Up Success', { tone: 'success' });
    onDone(values.number);
    return {};
  };
  return (
    <Dialog open onClose={onClose} title={words.signUp}>
      <SignUpForm initial={{ number }} button={words.signUp} busy={isLoading} send={send} />
    </Dialog>
  );
}

export interface SignUpValues {
  name: string;
  email: string;
  number: string;
  address: string;
  devasthanam: string;
  landmark: string;
  town: string;
  pincode: string;
}

const emptyValues: SignUpValues = {
  name: '',
  email: '',
  number: '',
  address: '',
  devasthanam: '',
  landmark: '',
  town: '',
  pincode: '',
};

const notSignedUp = msg`You are not signed up yet`;
const tryLater = msg`What you filled in is still here. Please try again in a few minutes.`;
const mobileNumberHint = msg`10 digits; the OTP is sent to this number`;

const fields: readonly (TextFieldProps & { name: keyof SignUpValues })[] = [
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

/** What became of the sent values: nothing for done. */
export interface SentSignUp {
  readonly error?: PortalError | undefined;
  readonly rejected?: { readonly field: keyof SignUpValues; readonly message?: string | undefined };
}

interface SignUpFormProps {
  initial: Partial<SignUpValues>;
  /** Whether the mobile number is proved and stays. */
  isNumberFixed?: boolean;
  button: Word;
  busy: boolean;
  /** The values include the agreement to the notice. */
  send: (values: SignUpValues) => Promise<SentSignUp>;
}

export function SignUpForm({ initial, isNumberFixed = false, button, busy, send }: SignUpFormProps) {
  const agreementId = useId();
  const [failed, setFailed] = useState(false);
  const agreement = useAgreement();
  const { register, errors, attempt, submit, setFocus } = useCheckedForm<SignUpValues>({
    defaultValues: { ...emptyValues, ...initial },
    checks: signUpChecks,
    async send(values, reject) {
      const { error, rejected } = await send({ ...values, ...agreement });
      setFailed(error !== undefined && !replaceNotice(error));
      if (rejected) reject(rejected.field, rejected.message);
    },
    onFailedCheck: toast,
  });
  // A dialog focuses its close button by default; the first field is more useful.
  useEffect(() => setFocus('name'), [setFocus]);
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <ErrorSummary errors={errors} attempt={attempt} />
      <PrivacyNotice />
      {fields.map((field) => (
        <TextField
          enterKeyHint={field === fields.at(-1) ? 'done' : 'next'}
          {...field}
          {...register(field.name)}
          {...(field.name === 'number' && isNumberFixed && { readOnly: true, hint: undefined })}
          key={field.name}
        />
      ))}
      {failed && (
        <Banner tone="error" title={notSignedUp}>
          <Paragraph word={tryLater} />
        </Banner>
      )}
      <AgreementHint id={agreementId} />
      <div className="row">
        <Button aria-describedby={agreementId} type="submit" tone="main" busy={busy} word={button} />
      </div>
    </form>
  );
}

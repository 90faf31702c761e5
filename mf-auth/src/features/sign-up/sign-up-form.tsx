import { signUpChecks } from '@archaka/contracts/calls';
import {
  AgreementHint,
  checksResolver,
  ErrorSummary,
  errorList,
  PrivacyNotice,
  replaceNotice,
  useAgreement,
} from '@archaka/platform';
import {
  Banner,
  Button,
  Paragraph,
  type PortalError,
  TextField,
  type TextFieldProps,
  toast,
  type Word,
  words,
} from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useEffect, useId, useState } from 'react';
import { useRejectableForm } from '../use-rejectable-form.ts';

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

export function SignUpForm({ isNumberFixed = false, button, busy, ...options }: SignUpFormProps) {
  const agreementId = useId();
  const { register, errors, attempt, failed, submit } = useSignUpForm(options);
  const findError = (name: keyof SignUpValues) => errors.find(({ field }) => field === name)?.message;
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
        <Button aria-describedby={agreementId} type="submit" tone="main" busy={busy} word={button} />
      </div>
    </form>
  );
}

function useSignUpForm({ initial, send }: Pick<SignUpFormProps, 'initial' | 'send'>) {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const agreement = useAgreement();
  const { form, reject, handleSubmit } = useRejectableForm<SignUpValues>({
    defaultValues: { ...emptyValues, ...initial },
    resolver: checksResolver<SignUpValues>(signUpChecks),
    shouldFocusError: false,
    reValidateMode: 'onBlur',
  });
  const { register, setFocus, formState } = form;

  // A dialog focuses its close button by default; the first field is more useful.
  useEffect(() => setFocus('name'), [setFocus]);

  const handleValues = async (values: SignUpValues) => {
    const { error, rejected } = await send({ ...values, ...agreement });
    setFailed(error !== undefined && !replaceNotice(error));
    if (!rejected) return;
    const { field, message = 'Error..!' } = rejected;
    toast(message);
    reject(field, message);
    setAttempt((count) => count + 1);
  };
  const submit = handleSubmit(handleValues, (found) => {
    const [first] = errorList(found, signUpChecks);
    if (first) toast(first.message);
    setAttempt((count) => count + 1);
  });
  return { register, errors: errorList(formState.errors, signUpChecks), attempt, failed, submit };
}

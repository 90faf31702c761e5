import { mobileChecks, signInChecks } from '@archaka/contracts/calls';
import { checksResolver, ErrorSummary, errorList } from '@archaka/platform';
import {
  Banner,
  Button,
  Paragraph,
  Sentence,
  TextField,
  toast,
  useCommand,
  words,
} from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { anotherOtpSent } from '../sign-in/use-sign-in.ts';
import { useRejectableForm } from '../use-rejectable-form.ts';
import { requestNumberUndo, undoNumberChange } from './my-data-commands.ts';
import { Section } from './section.tsx';

const title = msg`My number was changed, and not by me`;
const explanation = msg`For 24 hours after a change the earlier number can undo it. A one-time password goes to the earlier number.`;
const effect = msg`Your account gets its earlier number back, and every phone and computer is signed out. Then sign in again.`;
const formerNumber = msg`Your mobile number before the change`;
const sendOtp = msg`Send the one-time password`;
const undo = msg`Undo the change`;
const undone = msg`The change is undone. Sign in with your earlier number.`;

const emptyValues = { number: '', otp: '' };
type Values = typeof emptyValues;

function useUndoForm() {
  const [step, setStep] = useState<'number' | 'otp' | 'done'>('number');
  const [attempt, setAttempt] = useState(0);
  const [isRepeated, setRepeated] = useState(false);
  const [request, requesting] = useCommand(requestNumberUndo);
  const [send, sending] = useCommand(undoNumberChange);
  const checks = step === 'number' ? mobileChecks : signInChecks;
  const { form, reject, handleSubmit } = useRejectableForm<Values>({
    defaultValues: emptyValues,
    resolver: checksResolver<Values>(checks),
    shouldFocusError: false,
    reValidateMode: 'onBlur',
  });
  const countAttempt = () => setAttempt((count) => count + 1);
  const handleValues = async ({ number, otp }: Values) => {
    const isRequest = step === 'number';
    const { data, error } = await (isRequest ? request({ number }) : send({ number, otp }));
    if (error?.kind === 'another-password') setRepeated((await request({ number })).data?.status === 200);
    if (data?.status === 420) {
      const message = data.message ?? 'Error..!';
      reject(isRequest ? 'number' : 'otp', message);
      toast(message);
      countAttempt();
    }
    if (data?.status === 200) setStep(isRequest ? 'otp' : 'done');
  };
  return {
    ...{ register: form.register, step, isRepeated, attempt },
    busy: requesting.isLoading || sending.isLoading,
    errors: errorList(form.formState.errors, checks),
    submit: handleSubmit(handleValues, countAttempt),
  };
}

/** For a visitor, whom a change of the number has signed out. */
export function UndoNumberChange() {
  const { register, step, isRepeated, attempt, busy, errors, submit } = useUndoForm();
  const findError = (name: keyof Values) => errors.find(({ field }) => field === name)?.message;
  return (
    <Section title={title}>
      <Paragraph word={explanation} />
      <Paragraph word={effect} />
      {step !== 'done' && (
        <form className="stack" onSubmit={submit} noValidate>
          <ErrorSummary errors={errors} attempt={attempt} />
          {isRepeated && (
            <Banner tone="warning" title={anotherOtpSent.title}>
              <Paragraph word={anotherOtpSent.text} />
            </Banner>
          )}
          <TextField
            label={formerNumber}
            digits={10}
            type="tel"
            autoComplete="tel-national"
            readOnly={step === 'otp'}
            {...register('number')}
            error={findError('number')}
          />
          {step === 'otp' && (
            <TextField
              label={words.otp}
              digits={4}
              autoComplete="one-time-code"
              {...register('otp')}
              error={findError('otp')}
            />
          )}
          <div className="row">
            <Button type="submit" tone="main" busy={busy} word={step === 'number' ? sendOtp : undo} />
          </div>
        </form>
      )}
      <p className="hint" role="status">
        {step === 'done' && <Sentence word={undone} />}
      </p>
    </Section>
  );
}

import { mobileChecks, signInChecks } from '@archaka/contracts/calls';
import { ErrorSummary } from '@archaka/platform';
import { Button, Paragraph, Sentence, TextField, useCommand, words } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { useCheckedForm } from '../use-checked-form.ts';
import { ErasureProgress, erasureReceipt, useErasureByReceipt } from './erasure.tsx';
import { requestNumberUndo, undoNumberChange } from './my-data-api.ts';
import { AnotherOtpNotice, Section } from './section.tsx';

const title = msg`The erasure that was asked for on this device`;

/** For a visitor who may have been signed out by an erasure or by a stranger's change of the number. */
export default function VisitorData() {
  const [receipt] = useState(erasureReceipt.read);
  const state = useErasureByReceipt(receipt);
  return (
    <>
      {state && (
        <Section title={title}>
          <ErasureProgress state={state} />
        </Section>
      )}
      <UndoNumberChange />
    </>
  );
}

const undoTitle = msg`My number was changed, and not by me`;
const explanation = msg`For 24 hours after a change the earlier number can undo it. A one-time password goes to the earlier number.`;
const effect = msg`Your account gets its earlier number back, and every phone and computer is signed out. Then sign in again.`;
const formerNumber = msg`Your mobile number before the change`;
const sendOtp = msg`Send the one-time password`;
const undo = msg`Undo the change`;
const undone = msg`The change is undone. Sign in with your earlier number.`;

const emptyValues = { number: '', otp: '' };
type Values = typeof emptyValues;

/** For a visitor, whom a change of the number has signed out. */
function UndoNumberChange() {
  const [step, setStep] = useState<'number' | 'otp' | 'done'>('number');
  const [isRepeated, setRepeated] = useState(false);
  const [request, requesting] = useCommand(requestNumberUndo);
  const [send, sending] = useCommand(undoNumberChange);
  const { register, submit, attempt, errors } = useCheckedForm<Values>({
    defaultValues: emptyValues,
    checks: step === 'number' ? mobileChecks : signInChecks,
    async send({ number, otp }, reject) {
      const isRequest = step === 'number';
      const { data, error } = await (isRequest ? request({ number }) : send({ number, otp }));
      if (error?.kind === 'another-password') setRepeated((await request({ number })).data?.status === 200);
      if (data?.status === 420) reject(isRequest ? 'number' : 'otp', data.message);
      if (data?.status === 200) setStep(isRequest ? 'otp' : 'done');
    },
  });
  const busy = requesting.isLoading || sending.isLoading;
  return (
    <Section title={undoTitle}>
      <Paragraph word={explanation} />
      <Paragraph word={effect} />
      {step !== 'done' && (
        <form className="stack" onSubmit={submit} noValidate>
          <ErrorSummary errors={errors} attempt={attempt} />
          {isRepeated && <AnotherOtpNotice />}
          <TextField
            label={formerNumber}
            digits={10}
            type="tel"
            autoComplete="tel-national"
            readOnly={step === 'otp'}
            {...register('number')}
          />
          {step === 'otp' && (
            <TextField label={words.otp} digits={4} autoComplete="one-time-code" {...register('otp')} />
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

import { mobileChecks, numberChangeChecks } from '@archaka/contracts/calls';
import { ErrorSummary } from '@archaka/platform';
import { Button, Dialog, Paragraph, signedIn, TextField, useCommand } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { useCheckedForm } from '../use-checked-form.ts';
import { changeNumber, requestNumberChange } from './my-data-api.ts';
import { AnotherOtpNotice } from './section.tsx';

export const changeNumberTitle = msg`Change my mobile number`;
const explanation = msg`A one-time password goes to the old and to the new number; both are needed. If you have lost the old number, call technical support.`;
const unchangedApplications = msg`Applications that you have submitted keep the number that they were submitted with. On other phones and computers you are signed out.`;
const undoable = msg`If you signed in more than five minutes ago, you are asked for a one-time password first. The old number gets a message and can undo the change for 24 hours.`;
const newNumber = msg`New mobile number`;
const oldOtp = msg`One-time password sent to the old number`;
const newOtp = msg`One-time password sent to the new number`;
const sendOtps = msg`Send both one-time passwords`;
const change = msg`Change the number`;

interface ChangeNumberProps {
  onClose: () => void;
  onChanged: () => void;
}

const emptyValues = { number: '', old_otp: '', otp: '' };
type Values = typeof emptyValues;

/** Open while it is mounted. */
export function ChangeNumber({ onClose, onChanged }: ChangeNumberProps) {
  const [isSent, setSent] = useState(false);
  const [isRepeated, setRepeated] = useState(false);
  const [request, requesting] = useCommand(requestNumberChange);
  const [send, sending] = useCommand(changeNumber);
  const { register, submit, attempt, errors } = useCheckedForm<Values>({
    defaultValues: emptyValues,
    checks: isSent ? numberChangeChecks : mobileChecks,
    async send(values, reject) {
      if (!isSent) {
        const { data } = await request({ number: values.number });
        if (data?.status === 420) reject('number', data.message);
        if (data?.status === 200) setSent(true);
        return;
      }
      const { data, error } = await send(values);
      if (error?.kind === 'another-password')
        setRepeated((await request({ number: values.number })).data?.status === 200);
      if (data?.status === 420) reject('old_otp', data.message);
      if (data?.status === 421) reject('number', data.message);
      const account = data?.data?.[0];
      if (!account) return;
      signedIn(account, { place: 'dialog' });
      onChanged();
    },
  });
  const busy = requesting.isLoading || sending.isLoading;
  const otpProps = { digits: 4, autoComplete: 'one-time-code' } as const;
  return (
    <Dialog open onClose={onClose} title={changeNumberTitle}>
      <form className="stack" onSubmit={submit} noValidate>
        <Paragraph word={explanation} />
        <Paragraph word={unchangedApplications} />
        <Paragraph word={undoable} />
        <ErrorSummary errors={errors} attempt={attempt} />
        {isRepeated && <AnotherOtpNotice />}
        <TextField
          label={newNumber}
          digits={10}
          type="tel"
          autoComplete="tel-national"
          readOnly={isSent}
          {...register('number')}
        />
        {isSent && (
          <>
            <TextField label={oldOtp} {...otpProps} {...register('old_otp')} />
            <TextField label={newOtp} {...otpProps} {...register('otp')} />
          </>
        )}
        <div className="row">
          <Button type="submit" tone="main" busy={busy} word={isSent ? change : sendOtps} />
        </div>
      </form>
    </Dialog>
  );
}

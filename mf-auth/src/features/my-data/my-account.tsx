import {
  correctionChecks,
  mobileChecks,
  numberChangeChecks,
  type OwnAccount,
} from '@archaka/contracts/calls';
import { dateTimeText, ErrorSummary, Facts } from '@archaka/platform';
import {
  Button,
  Dialog,
  Paragraph,
  Sentence,
  signedIn,
  TextField,
  type TextFieldProps,
  useCommand,
  type Word,
  words,
} from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { useCheckedForm } from '../use-checked-form.ts';
import { changeNumber, correctAccount, myDataApi, requestNumberChange } from './my-data-api.ts';
import { AnotherOtpNotice, Loaded, Section } from './section.tsx';

const changeNumberTitle = msg`Change my mobile number`;
const numberExplanation = msg`A one-time password goes to the old and to the new number; both are needed. If you have lost the old number, call technical support.`;
const unchangedApplications = msg`Applications that you have submitted keep the number that they were submitted with. On other phones and computers you are signed out.`;
const undoable = msg`If you signed in more than five minutes ago, you are asked for a one-time password first. The old number gets a message and can undo the change for 24 hours.`;
const newNumber = msg`New mobile number`;
const oldOtp = msg`One-time password sent to the old number`;
const newOtp = msg`One-time password sent to the new number`;
const sendOtps = msg`Send both one-time passwords`;
const changeLabel = msg`Change the number`;

interface ChangeNumberProps {
  onClose: () => void;
  onChanged: () => void;
}

const emptyNumberChange = { number: '', old_otp: '', otp: '' };
type NumberChange = typeof emptyNumberChange;

/** Open while it is mounted. */
function ChangeNumber({ onClose, onChanged }: ChangeNumberProps) {
  const [isSent, setSent] = useState(false);
  const [isRepeated, setRepeated] = useState(false);
  const [request, requesting] = useCommand(requestNumberChange);
  const [send, sending] = useCommand(changeNumber);
  const { register, submit, attempt, errors } = useCheckedForm<NumberChange>({
    defaultValues: emptyNumberChange,
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
        <Paragraph word={numberExplanation} />
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
          <Button type="submit" tone="main" busy={busy} word={isSent ? changeLabel : sendOtps} />
        </div>
      </form>
    </Dialog>
  );
}

const title = msg`My account`;
const explanation = msg`What you told us when you signed up.`;
const since = msg`Since`;

export function MyAccount() {
  const query = myDataApi.useAccountQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Section title={title}>
      <Paragraph word={explanation} />
      <Loaded query={query}>
        {([account]) =>
          account && (
            <>
              <Facts
                facts={[
                  { label: words.name, value: account.name },
                  { label: words.mobileNumber, value: account.number },
                  { label: words.email, value: account.email },
                  { label: words.address, value: account.address },
                  { label: words.devasthanam, value: account.devasthanam },
                  { label: words.landmark, value: account.landmark },
                  { label: words.town, value: account.town },
                  { label: words.pincode, value: account.pincode },
                  { label: since, value: dateTimeText(account.created_at) },
                ]}
              />
              <AccountActions account={account} onChanged={() => void query.refetch()} />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

const corrected = msg`Your account is corrected.`;
const numberChanged = msg`Your mobile number is changed. Sign in with it from now on.`;

interface AccountActionsProps {
  account: OwnAccount;
  /** Called when the account must be refetched. */
  onChanged: () => void;
}

function AccountActions({ account, onChanged }: AccountActionsProps) {
  const [opened, setOpened] = useState<'account' | 'number'>();
  const [done, setDone] = useState<Word>();
  const close = () => setOpened(undefined);
  const finish = (message: Word) => {
    close();
    setDone(message);
    onChanged();
  };
  return (
    <>
      <div className="row">
        <Button word={correctTitle} onClick={() => setOpened('account')} />
        <Button word={changeNumberTitle} onClick={() => setOpened('number')} />
      </div>
      <p className="hint" role="status">
        {done && <Sentence word={done} />}
      </p>
      {opened === 'account' && (
        <CorrectAccount account={account} onClose={close} onSaved={() => finish(corrected)} />
      )}
      {opened === 'number' && <ChangeNumber onClose={close} onChanged={() => finish(numberChanged)} />}
    </>
  );
}

const correctTitle = msg`Correct my account`;
const correctExplanation = msg`Applications stay as they were submitted: correct those in Application History.`;

type Values = Omit<OwnAccount, 'number' | 'created_at'>;

const fields: readonly (TextFieldProps & { name: keyof Values })[] = [
  { name: 'name', label: words.name, autoComplete: 'name' },
  { name: 'email', label: words.email, type: 'email', autoComplete: 'email' },
  { name: 'address', label: words.address, multiline: true, autoComplete: 'street-address' },
  { name: 'devasthanam', label: words.devasthanam },
  { name: 'landmark', label: words.landmark },
  { name: 'town', label: words.town, autoComplete: 'address-level2' },
  { name: 'pincode', label: words.pincode, digits: 6, autoComplete: 'postal-code' },
];

interface CorrectAccountProps {
  account: OwnAccount;
  onClose: () => void;
  onSaved: () => void;
}

/** Open while it is mounted. */
function CorrectAccount({ account, onClose, onSaved }: CorrectAccountProps) {
  const { number: _number, created_at: _createdAt, ...defaultValues } = account;
  const [send, { isLoading }] = useCommand(correctAccount);
  const { register, submit, attempt, errors } = useCheckedForm<Values>({
    defaultValues,
    checks: correctionChecks,
    async send(values, reject) {
      const { data } = await send(values);
      if (data?.status === 421) reject('email', data.message);
      if (data?.status === 200) onSaved();
    },
  });
  return (
    <Dialog open onClose={onClose} title={correctTitle}>
      <form className="stack" onSubmit={submit} noValidate>
        <Paragraph word={correctExplanation} />
        <ErrorSummary errors={errors} attempt={attempt} />
        {fields.map((field) => (
          <TextField {...field} {...register(field.name)} key={field.name} />
        ))}
        <div className="row">
          <Button type="submit" tone="main" busy={isLoading} word={words.save} />
        </div>
      </form>
    </Dialog>
  );
}

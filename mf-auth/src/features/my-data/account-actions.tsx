import type { OwnAccount } from '@archaka/contracts/calls';
import { Button, Sentence, type Word } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { ChangeNumber, changeNumberTitle } from './change-number.tsx';
import { CorrectAccount, correctTitle } from './correct-account.tsx';

const corrected = msg`Your account is corrected.`;
const numberChanged = msg`Your mobile number is changed. Sign in with it from now on.`;

interface AccountActionsProps {
  account: OwnAccount;
  /** Called when the account must be refetched. */
  onChanged: () => void;
}

export function AccountActions({ account, onChanged }: AccountActionsProps) {
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

import { Button, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ReasonField, readReason } from './form-text.tsx';
import { KeyButton, useKeys } from './use-keys.tsx';

const showNow: Word = msg`Show`;
const reasonLabel: Word = msg`Why do you need them?`;

interface RevealProps {
  word: Word;
  hint: Word;
  /** Shows what is masked, or returns why it cannot. */
  onReason: (reason: string) => Promise<Word | undefined>;
}

/** Asks for the reason before it shows what is masked. */
export function Reveal({ word, hint, onReason }: RevealProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Word>();
  const form = useRef<HTMLFormElement>(null);
  const open = () => setIsOpen(true);
  useKeys({ v: isOpen ? undefined : open });
  useEffect(() => {
    if (isOpen) form.current?.querySelector('input')?.focus();
  }, [isOpen]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readReason(event.currentTarget, 'reason');
    if ('failure' in read) return setFailure(read.failure);
    setIsBusy(true);
    setFailure(await onReason(read.reason));
    setIsBusy(false);
  };

  if (!isOpen) return <KeyButton word={word} shortcut="v" onClick={open} />;
  return (
    <form ref={form} className="reveal stack" onSubmit={submit} noValidate>
      <ReasonField name="reason" label={reasonLabel} hint={hint} error={failure} />
      <div className="row">
        <Button type="submit" word={showNow} busy={isBusy} />
        <Button tone="link" word={words.cancel} onClick={() => setIsOpen(false)} />
      </div>
    </form>
  );
}

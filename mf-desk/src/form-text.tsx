import { Button, TextField, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { KeyButton, useKeys } from './use-keys.tsx';

export const readText = (form: HTMLFormElement, name: string): string =>
  String(new FormData(form).get(name) ?? '').trim();

/** As the calls accept a reason. */
const [MIN_REASON, MAX_REASON] = [5, 300];
/** Beside the reason of an action that the applicant is shown. */
export const readByApplicant: Word = msg`It is recorded, and the applicant can read it.`;
const tooShort: Word = msg`Write a reason of at least 5 letters`;

/** The typed reason, or what is wrong with it. */
export function readReason(
  form: HTMLFormElement,
  name: string,
): { readonly reason: string } | { readonly failure: Word } {
  const reason = readText(form, name);
  return reason.length < MIN_REASON ? { failure: tooShort } : { reason };
}

interface ReasonFieldProps {
  name: string;
  label: Word;
  hint: Word;
  error: Word | undefined;
}

/** Of a recorded action. */
export const ReasonField = (props: ReasonFieldProps) => (
  <TextField {...props} maxLength={MAX_REASON} autoComplete="off" />
);

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

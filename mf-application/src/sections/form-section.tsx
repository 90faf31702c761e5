import { hasValidCheckDigit } from '@archaka/contracts/calls';
import { Bilingual, type PublicExamination, Sentence, TextField, type Word, words } from '@archaka/platform';
import type { ReactNode } from 'react';
import { formMessages } from '../messages.ts';
import { useIsOpen } from './correction.tsx';

interface FormSectionProps {
  id: string;
  title: Word;
  /** A correction of other fields omits the section. */
  fields?: readonly string[];
  children: ReactNode;
}

export function FormSection({ id, title, fields, children }: FormSectionProps) {
  const isOpen = useIsOpen(fields ?? []);
  const titleId = `${id}-title`;
  if (fields && !isOpen) return null;
  return (
    <section className="form-part stack" id={id} tabIndex={-1} aria-labelledby={titleId}>
      <h3 id={titleId}>
        <Bilingual word={title} />
      </h3>
      {children}
    </section>
  );
}

/** The fee in rupees, which only the service decides. */
export function FeeField({ examination }: { examination: PublicExamination }) {
  return (
    <TextField
      name="amount"
      label={words.fee}
      hint={formMessages.feeHint}
      value={String(examination.amount)}
      readOnly
    />
  );
}

const AADHAAR_LENGTH = 12;

/** Warns that a complete Aadhaar number has a wrong check digit; it may be sent anyway. */
export function CheckDigitHint({ aadhaar }: { aadhaar: string }) {
  const isDoubtful = aadhaar.length === AADHAAR_LENGTH && !hasValidCheckDigit(aadhaar);
  return <FieldStatus word={isDoubtful && formMessages.compareAadhaar} />;
}

/** What is announced below a field while it is filled in. */
export const FieldStatus = ({ word }: { word: Word | false | undefined }) => (
  <p className="hint" role="status">
    {word && <Sentence word={word} />}
  </p>
);

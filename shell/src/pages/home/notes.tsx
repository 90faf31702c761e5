import { ButtonLink } from '@archaka/platform/core';
import { dateText, Paragraph, Sentence, type Word } from '@archaka/web-kit';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { HomeSection } from './home-section.tsx';

const title = msg`Please read before you apply`;
const checkFirst = msg`Check your photo and papers before you begin. No sign-in is needed, and nothing leaves your phone.`;
const ready = msg`Am I ready?`;

const notes: readonly MessageDescriptor[] = [
  msg`The entry exam (Pravesa) needs a photo and a birth certificate.`,
  msg`Vara and Pravara also need the previous exam certificate.`,
  msg`A new written-exam applicant over 40 must write all papers (Sanskrit, Agama, oral, Shushkruti); under 40, oral and Shushkruti only.`,
  msg`Edits are allowed until submission and are kept in history.`,
  msg`Registrations are final: no cancellation, refund, transfer or changes.`,
];

interface NotesProps {
  editUntil: string | undefined;
  /** Folded, with a link to the readiness check. */
  folded?: boolean;
}

/** The notes on the form, and later decisions about edits. */
export function Notes({ editUntil, folded = false }: NotesProps) {
  return (
    <HomeSection id="notes" title={title} folded={folded}>
      <ul className="notes">
        {notes.map((note) => (
          <li key={note.id}>
            <Sentence word={note} />
          </li>
        ))}
      </ul>
      {editUntil && (
        <p>
          <Sentence word={describeEdits(dateText(editUntil))} />
        </p>
      )}
      {folded && (
        <>
          <Paragraph word={checkFirst} />
          <div className="row">
            <ButtonLink to="/ready" word={ready} />
          </div>
        </>
      )}
    </HomeSection>
  );
}

const describeEdits = (day: string): Word =>
  msg`Details may still be edited after submission and payment until ${day}; each edit is kept as a version.`;

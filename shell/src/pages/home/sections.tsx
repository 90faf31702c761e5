import {
  ButtonLink,
  examinationName,
  type Phase,
  type PublicExamination,
  phaseOf,
  portalNow,
  toast,
} from '@archaka/platform/core';
import { Link } from '@archaka/platform/shell';
import {
  Banner,
  Bilingual,
  Button,
  dateText,
  inBoth,
  Paragraph,
  Sentence,
  textIn,
  type Word,
  words,
} from '@archaka/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';

interface HomeSectionProps {
  id: string;
  title: Word;
  /** On a phone, below the form: applicants have read it before signing in. */
  folded: boolean;
  children: ReactNode;
}

/** Runs before the effects that scroll to a section and open it. */
function foldOnPhone(details: HTMLDetailsElement | null): void {
  if (details) details.open = !matchMedia('(max-width: 30rem)').matches;
}

/** A section of the home page that a link targets; a folded one opens then. */
export function HomeSection({ id, title, folded, children }: HomeSectionProps) {
  const titleId = `${id}-title`;
  const heading = (
    <h2 id={titleId}>
      <Bilingual word={title} />
    </h2>
  );
  return (
    <section className="section" id={id} tabIndex={-1} aria-labelledby={titleId}>
      {folded ? (
        <details className="fold" open ref={foldOnPhone}>
          <summary>{heading}</summary>
          <div className="stack">{children}</div>
        </details>
      ) : (
        <>
          {heading}
          {children}
        </>
      )}
    </section>
  );
}

const notesTitle = msg`Please read before you apply`;
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
    <HomeSection id="notes" title={notesTitle} folded={folded}>
      <ul className="notes">
        {notes.map((note) => (
          <li key={note.id}>
            <Sentence word={note} />
          </li>
        ))}
      </ul>
      {editUntil && <Paragraph word={describeEdits(dateText(editUntil))} />}
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
  msg`The fee is not refunded; the details may be edited free of charge until ${day}, also after submission and payment.`;

const mayEdit = msg`Applicants who are signed in may edit their application.`;
const editApplication = msg`Edit Application`;

/** For visitors: after signing in, the state of an application says until when it may be edited. */
export function EditNotice({ editUntil }: { editUntil: string | undefined }) {
  const navigate = useNavigate();
  const requestSignIn = () => {
    toast('Please Login');
    navigate('/#login');
  };
  return (
    <Banner tone="info">
      <Paragraph word={editUntil ? toNotice(editUntil) : mayEdit} />
      <div className="row">
        <Button word={editApplication} onClick={requestSignIn} />
      </div>
    </Banner>
  );
}

function toNotice(editUntil: string): Word {
  const day = dateText(editUntil);
  return portalNow() > Date.parse(editUntil)
    ? msg`The last date for edits was ${day}. Applicants who are signed in may still read their application.`
    : msg`Applicants who are signed in may edit their application. Last date ${day}.`;
}

const pleaseLogin = msg`Please Login to apply`;

interface ApplicationSectionProps {
  examination: PublicExamination | undefined;
  /** Status and form; empty for a visitor. */
  children?: ReactNode;
}

export function ApplicationSection({ examination, children }: ApplicationSectionProps) {
  return (
    <section className="section" id="application-form" tabIndex={-1} aria-labelledby="application-title">
      <h2 id="application-title">
        <Bilingual word={examination ? toTitle(examination) : words.applicationForm} />
      </h2>
      {children || <ApplicationEntry examination={examination} />}
    </section>
  );
}

function ApplicationEntry({ examination }: Pick<ApplicationSectionProps, 'examination'>) {
  if (examination && phaseOf(examination) !== 'open')
    return <ApplicationWindow examination={examination} level={3} />;
  return (
    <p>
      <Link className="link" to="/#login">
        <Bilingual word={pleaseLogin} />
      </Link>
    </p>
  );
}

const toTitle = (examination: PublicExamination): Word =>
  inBoth((language) => {
    const programme = textIn(language, examinationName(examination));
    return msg`Application Form · ${programme}`;
  });

const beforeOpening = msg`You can read the notes and get your papers ready until then.`;
const afterClosing = msg`New applications are not taken any more. What you have sent is safe: sign in to see it.`;

const headings: Readonly<Record<Exclude<Phase, 'open'>, (facts: PublicExamination) => Word>> = {
  before: ({ opens }) => opensOn(dateText(opens)),
  after: ({ closes }) => closedOn(dateText(closes)),
};

interface ApplicationWindowProps {
  examination: PublicExamination;
  /** Level of the optional heading. */
  level: 2 | 3;
}

export function ApplicationWindow({ examination, level }: ApplicationWindowProps) {
  const phase = phaseOf(examination);
  if (phase === 'open') {
    return (
      <p className="last-day">
        <Sentence word={openUntil(dateText(examination.closes))} />
      </p>
    );
  }
  return (
    <Banner tone="warning" title={headings[phase](examination)} level={level}>
      <Paragraph word={phase === 'before' ? beforeOpening : afterClosing} />
    </Banner>
  );
}

const opensOn = (day: string): Word => msg`Applications open on ${day}`;
const openUntil = (day: string): Word => msg`Applications are open until ${day}.`;
const closedOn = (day: string): Word => msg`Applications closed on ${day}`;

import { examinationName, type Phase, type PublicExamination, phaseOf } from '@archaka/platform/core';
import { Link } from '@archaka/platform/shell';
import {
  Banner,
  Bilingual,
  dateText,
  inBoth,
  Paragraph,
  Sentence,
  textIn,
  type Word,
  words,
} from '@archaka/ui';
import { msg } from '@lingui/core/macro';
import type { ReactNode } from 'react';

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

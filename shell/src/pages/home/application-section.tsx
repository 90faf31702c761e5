import { examinationName, type PublicExamination, phaseOf } from '@archaka/platform/core';
import { Bilingual, inBoth, textIn, type Word, words } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ApplicationWindow } from './application-window.tsx';

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

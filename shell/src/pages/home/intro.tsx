import { ButtonLink, examinationName, type PublicExamination, phaseOf } from '@archaka/platform/core';
import { Bilingual, inBoth, Sentence, type Word } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import { ApplicationWindow } from './application-window.tsx';
import { formatLevels } from './format-levels.ts';

const anyLevel = msg`Apply here for the examinations of the temple archakas of Andhra Pradesh.`;
const apply = msg`Apply`;

interface IntroProps {
  /** Undefined while unknown. */
  examination: PublicExamination | undefined;
}

export function Intro({ examination }: IntroProps) {
  const isOpen = examination ? phaseOf(examination) === 'open' : true;
  const applicationWindow = examination && <ApplicationWindow examination={examination} level={2} />;
  return (
    <section className="section hero" id="home" aria-labelledby="title">
      {isOpen && applicationWindow}
      <h1 className="title" id="title">
        <Bilingual word={examinationName(examination)} />
      </h1>
      <p className="lead">
        <Sentence word={examination ? describePurpose(examination) : anyLevel} />
      </p>
      {isOpen ? (
        <div className="row">
          <ButtonLink to="/#login" word={apply} tone="main" />
        </div>
      ) : (
        applicationWindow
      )}
    </section>
  );
}

const describePurpose = ({ exam_types }: PublicExamination): Word =>
  inBoth((language) => {
    const levels = formatLevels(language, exam_types);
    return msg`Apply here for the ${levels} examinations of the temple archakas of Andhra Pradesh.`;
  });

import { type Phase, type PublicExamination, phaseOf } from '@archaka/platform/core';
import { Banner, dateText, Paragraph, Sentence, type Word } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';

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

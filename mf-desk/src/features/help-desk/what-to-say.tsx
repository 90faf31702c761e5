import type { ApplicationRecord } from '@archaka/contracts/calls';
import {
  type ApplicationState,
  describeApplication,
  Paragraph,
  textIn,
  useExamination,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { Loading, Section } from '../../desk-section.tsx';
import { useCaseAttempts } from '../view-case/case-payments.tsx';

const title: Word = msg`What to say`;
const asShown: Word = msg`The applicant's page says the same.`;
const withoutPayments: Word = msg`The payments could not be read just now; what they add is missing here.`;

const nextSteps: Readonly<Record<ApplicationState['nextStep'], Word>> = {
  pay: words.payNow,
  wait: msg`Wait`,
  'call-office': msg`Call the office`,
  ticket: words.hallTicket,
  correct: words.correctApplication,
  appeal: words.appeal,
  memo: msg`Download the memo`,
};

/** State and next step as the applicant reads them, in both languages beside each other. */
export function WhatToSay({ record }: { record: ApplicationRecord }) {
  const { query, revalued } = useCaseAttempts(record);
  const { examination } = useExamination();
  const payments = {
    attempts: query.data?.data,
    revaluation: revalued.data?.data,
    failed: query.isError,
  };
  const state = describeApplication(record, payments, undefined, examination);
  return (
    <Section title={title} level={3}>
      {state ? <BothLanguages state={state} /> : <Loading query={query} lines={3} />}
      <Paragraph className="hint" word={query.isError ? withoutPayments : asShown} />
    </Section>
  );
}

export const BothLanguages = ({
  state: { title: stateTitle, sentences, reasons = [], nextStep },
}: {
  state: ApplicationState;
}) => (
  <div className="what-to-say">
    {(['te', 'en'] as const).map((language) => (
      <div key={language} lang={language} className="stack">
        <p>
          <strong>{textIn(language, stateTitle)}</strong>
        </p>
        {sentences.map((sentence) => (
          <p key={textIn('en', sentence)}>{textIn(language, sentence)}</p>
        ))}
        {reasons.length > 0 && (
          <ul>
            {reasons.map((reason) => (
              <li key={textIn('en', reason)}>{textIn(language, reason)}</li>
            ))}
          </ul>
        )}
        <p className="next-step">→ {textIn(language, nextSteps[nextStep])}</p>
      </div>
    ))}
  </div>
);

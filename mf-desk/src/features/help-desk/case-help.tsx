import {
  type ApplicationRecord,
  type DeskCase,
  endApplicantSessions,
  getCaseAttempts,
  type StaffMember,
  sendTextAgain,
} from '@archaka/contracts/calls';
import {
  type ApplicationState,
  Button,
  describeApplication,
  Paragraph,
  Sentence,
  textIn,
  useExamination,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useRef, useState } from 'react';
import { deskApi } from '../../desk-api.ts';
import { Loading, Section } from '../../desk-section.tsx';
import { toFailure } from '../../failures.ts';
import { ReasonField, readByApplicant, readReason } from '../../form-text.tsx';
import { mayCall } from '../../roles.ts';
import { useCaseAttempts } from '../view-case/case-payments.tsx';
import { Grievances } from './grievances.tsx';

const title: Word = msg`Help desk`;

interface CaseHelpProps {
  deskCase: Pick<DeskCase, 'record' | 'grievances'>;
  member: StaffMember;
  reload: () => unknown;
}

/** What a member of the staff at the telephone needs of a case. */
export function CaseHelp({ deskCase: { record, grievances }, member, reload }: CaseHelpProps) {
  const maySay = mayCall(member, getCaseAttempts);
  if (!maySay && grievances.length === 0) return null;
  const applicationId = record.application_id;
  return (
    <Section title={title} className="case-help stack">
      {maySay && <WhatToSay record={record} />}
      <Grievances applicationId={applicationId} grievances={grievances} member={member} reload={reload} />
      <ApplicantActions applicationId={applicationId} member={member} />
    </Section>
  );
}

interface ApplicantActionsProps {
  applicationId: string;
  member: StaffMember;
}

/** What the help desk does for an applicant, who can read it at 'My data'. */
const ApplicantActions = ({ applicationId, member }: ApplicantActionsProps) => (
  <>
    {mayCall(member, sendTextAgain) && <SendAgain applicationId={applicationId} />}
    {mayCall(member, endApplicantSessions) && <EndSessions applicationId={applicationId} />}
  </>
);

const sendAgain: Word = msg`Send the last message again`;
const sentAgain: Word = msg`The message goes out once more.`;
const refusals: Readonly<Record<number, Word>> = {
  420: msg`No message was sent about this application, or the applicant wants none.`,
  421: msg`Messages went out again three times today; more is possible tomorrow.`,
};

function SendAgain({ applicationId }: { applicationId: string }) {
  const [send, { isLoading }] = deskApi.useSendAgainMutation();
  const [message, setMessage] = useState<Word>();
  const start = async () => {
    setMessage(undefined);
    const { data, error } = await send({ application_id: applicationId });
    setMessage(data?.status === 200 ? sentAgain : (refusals[data?.status ?? 0] ?? toFailure(error)));
  };
  return (
    <div className="row">
      <Button word={sendAgain} busy={isLoading} onClick={start} />
      <span role="status">{message && <Sentence word={message} />}</span>
    </div>
  );
}

const endSessions: Word = msg`End all sessions of the applicant`;
const why: Word = msg`Why?`;
const ended = (count: number): Word => msg`Sessions ended: ${count}`;

function EndSessions({ applicationId }: { applicationId: string }) {
  const [end, { isLoading }] = deskApi.useEndSessionsMutation();
  const [failure, setFailure] = useState<Word>();
  const [message, setMessage] = useState<Word>();
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readReason(event.currentTarget, 'session-reason');
    if ('failure' in read) return setFailure(read.failure);
    const { data, error } = await end({ application_id: applicationId, ...read });
    const count = data?.data?.[0]?.count;
    if (count === undefined) return setFailure(toFailure(error));
    setFailure(undefined);
    setMessage(ended(count));
    form.current?.reset();
  };

  return (
    <details className="more">
      <summary>
        <Sentence word={endSessions} />
      </summary>
      <form ref={form} className="stack" onSubmit={submit} noValidate>
        <ReasonField name="session-reason" label={why} hint={readByApplicant} error={failure} />
        <Button type="submit" word={endSessions} busy={isLoading} />
        <p role="status">{message && <Sentence word={message} />}</p>
      </form>
    </details>
  );
}

const whatToSay: Word = msg`What to say`;
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
function WhatToSay({ record }: { record: ApplicationRecord }) {
  const { query, revalued } = useCaseAttempts(record);
  const { examination } = useExamination();
  const payments = {
    attempts: query.data?.data,
    revaluation: revalued.data?.data,
    failed: query.isError,
  };
  const state = describeApplication(record, payments, undefined, examination);
  return (
    <Section title={whatToSay} level={3}>
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

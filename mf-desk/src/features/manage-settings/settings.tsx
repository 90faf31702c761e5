import {
  type DeskExamination,
  getExaminationSettings,
  proposeSettings,
  publishSettings,
  type SettingsRevision,
  type StaffMember,
  withdrawSettings,
} from '@archaka/contracts/calls';
import { Paragraph, Sentence, skipToken, useExamination, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { deskApi } from '../../desk-api.ts';
import { DeskSection, Loading, Section } from '../../desk-section.tsx';
import { ProposalSteps, publish, toState, withdraw } from '../../proposal-steps.tsx';
import { mayCall } from '../../roles.ts';
import { type ExamTypes, SettingsDifference, SettingsTable } from './settings-facts.tsx';
import { SettingsForm } from './settings-form.tsx';

const title: Word = msg`Dates, fee, contacts and messages of the examination`;
const explanation: Word = msg`A published change is in effect within a minute. An order keeps the fee it was made with.`;
const currentTitle: Word = msg`In effect`;
const waitingTitle: Word = msg`Waiting for a second person`;
const historyTitle: Word = msg`History`;
const nothing: Word = msg`Nothing was changed in the desk: the examination file is in effect.`;

/** What may change of the examination without a deployment: one person proposes it, another publishes it. */
export function ExaminationPage({ member }: { member: StaffMember }) {
  const mayRead = mayCall(member, getExaminationSettings);
  const query = deskApi.useExaminationSettingsQuery(mayRead ? {} : skipToken, { refetchOnFocus: true });
  const examTypes = useExamination().examination?.exam_types ?? [];
  const [message, setMessage] = useState<Word>();
  const examination = query.data?.data?.[0];
  const [newest] = examination?.revisions ?? [];
  return (
    <DeskSection title={title} member={member} call={getExaminationSettings} className="notices">
      <Paragraph word={explanation} />
      <p role="status">{message && <Sentence word={message} />}</p>
      {!examination && <Loading query={query} lines={8} />}
      {examination && newest?.state === 'proposed' && (
        <Section title={waitingTitle} className="card stack">
          <Proposal
            examination={examination}
            proposal={newest}
            examTypes={examTypes}
            member={member}
            onDone={setMessage}
          />
        </Section>
      )}
      {examination && (
        <>
          <Section title={currentTitle}>
            <SettingsTable settings={examination.current} examTypes={examTypes} />
          </Section>
          {mayCall(member, proposeSettings) && examTypes.length > 0 && (
            <SettingsForm
              examination={examination}
              examTypes={examTypes}
              member={member}
              onDone={setMessage}
            />
          )}
          <History revisions={examination.revisions} examTypes={examTypes} />
        </>
      )}
    </DeskSection>
  );
}

interface ProposalProps {
  examination: DeskExamination;
  proposal: SettingsRevision;
  examTypes: ExamTypes;
  member: StaffMember;
  onDone: (message: Word) => void;
}

function Proposal({ examination, proposal, examTypes, member, onDone }: ProposalProps) {
  const [send] = deskApi.usePublishSettingsMutation();
  const [stop] = deskApi.useWithdrawSettingsMutation();
  const request = { revision: proposal.revision };
  const difference = (
    <SettingsDifference before={proposal.before} after={proposal.settings} examTypes={examTypes} />
  );
  const withdrawal = {
    word: withdraw,
    question: msg`Withdraw this proposal?`,
    done: msg`The proposal is withdrawn.`,
    send: () => stop(request),
  };
  return (
    <>
      <Paragraph className="hint" word={toState(proposal)} />
      {difference}
      <ProposalSteps
        publishing={{
          word: publish,
          question: msg`Publish this change?`,
          done: msg`The change is published.`,
          send: () => send(request),
          isOwn: examination.is_own_proposal,
          isAllowed: mayCall(member, publishSettings),
        }}
        ending={mayCall(member, withdrawSettings) ? withdrawal : undefined}
        preview={difference}
        changedMeanwhile={msg`The proposal has changed meanwhile. Read it again.`}
        onDone={onDone}
      />
    </>
  );
}

interface HistoryProps {
  revisions: readonly SettingsRevision[];
  examTypes: ExamTypes;
}

const History = ({ revisions, examTypes }: HistoryProps) => (
  <Section title={historyTitle}>
    {revisions.length === 0 && <Paragraph word={nothing} />}
    {revisions.map((each) => (
      <details key={each.revision} className="more">
        <summary>
          <Sentence word={toState(each)} />
        </summary>
        <SettingsDifference before={each.before} after={each.settings} examTypes={examTypes} />
      </details>
    ))}
  </Section>
);

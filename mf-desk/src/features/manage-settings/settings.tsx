import {
  type DeskExamination,
  getExaminationSettings,
  proposeSettings,
  publishSettings,
  type SettingsRevision,
  type StaffMember,
  withdrawSettings,
} from '@archaka/contracts/calls';
import {
  Button,
  ConfirmDialog,
  dateTimeText,
  Paragraph,
  Sentence,
  skipToken,
  useExamination,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';

import { DeskSection, Loading } from '../../desk-section.tsx';
import { toFailure } from '../../failures.ts';
import { mayCall } from '../../roles.ts';
import {
  useExaminationSettingsQuery,
  usePublishSettingsMutation,
  useWithdrawSettingsMutation,
} from './settings-api.ts';
import { type ExamTypes, SettingsDifference, SettingsTable } from './settings-facts.tsx';
import { SettingsForm } from './settings-form.tsx';

const title: Word = msg`Dates, fee and contacts of the examination`;
const notAllowed: Word = msg`Your roles do not include the examination.`;
const explanation: Word = msg`A published change is in effect within a minute. An order keeps the fee it was made with.`;
const currentTitle: Word = msg`In effect`;
const waitingTitle: Word = msg`Waiting for a second person`;
const historyTitle: Word = msg`History`;
const nothing: Word = msg`Nothing was changed in the desk: the examination file is in effect.`;

/** What may change of the examination without a deployment: one person proposes it, another publishes it. */
export function ExaminationPage({ member }: { member: StaffMember }) {
  const mayRead = mayCall(member, getExaminationSettings);
  const query = useExaminationSettingsQuery(mayRead ? {} : skipToken, { refetchOnFocus: true });
  const examTypes = useExamination().examination?.exam_types ?? [];
  const [message, setMessage] = useState<Word>();
  const examination = query.data?.data?.[0];
  const [newest] = examination?.revisions ?? [];
  return (
    <DeskSection
      title={title}
      member={member}
      call={getExaminationSettings}
      notAllowed={notAllowed}
      className="notices"
    >
      <Paragraph word={explanation} />
      <p role="status">{message && <Sentence word={message} />}</p>
      {!examination && <Loading query={query} lines={8} />}
      {examination && newest?.state === 'proposed' && (
        <section className="card stack" aria-labelledby="settings-waiting">
          <h2 id="settings-waiting">
            <Sentence word={waitingTitle} />
          </h2>
          <Proposal
            examination={examination}
            proposal={newest}
            examTypes={examTypes}
            member={member}
            onDone={setMessage}
          />
        </section>
      )}
      {examination && (
        <>
          <section className="stack" aria-labelledby="settings-current">
            <h2 id="settings-current">
              <Sentence word={currentTitle} />
            </h2>
            <SettingsTable settings={examination.current} examTypes={examTypes} />
          </section>
          {mayCall(member, proposeSettings) && examTypes.length > 0 && (
            <SettingsForm examination={examination} examTypes={examTypes} onDone={setMessage} />
          )}
          <History revisions={examination.revisions} examTypes={examTypes} />
        </>
      )}
    </DeskSection>
  );
}

const states: Readonly<Record<SettingsRevision['state'], (name: string, when: string) => Word>> = {
  proposed: (name, when) => msg`Proposed by ${name}, ${when}`,
  published: (name, when) => msg`Published by ${name}, ${when}`,
  withdrawn: (name, when) => msg`Withdrawn by ${name}, ${when}`,
};
const toState = ({ state, by, at }: SettingsRevision): Word => states[state](by, dateTimeText(at));

const publish: Word = msg`Publish`;
const withdraw: Word = msg`Withdraw it`;
const ownProposal: Word = msg`You have proposed it: another administrator must publish it.`;
const needsAdministrator: Word = msg`An administrator must publish it.`;
const done = {
  publish: msg`The change is published.`,
  withdraw: msg`The proposal is withdrawn.`,
} as const satisfies Readonly<Record<string, Word>>;
const questions = {
  publish: msg`Publish this change?`,
  withdraw: msg`Withdraw this proposal?`,
} as const satisfies Readonly<Record<string, Word>>;
const failures: Readonly<Record<number, Word>> = {
  420: msg`The proposal has changed meanwhile. Read it again.`,
  421: ownProposal,
};

interface ProposalProps {
  examination: DeskExamination;
  proposal: SettingsRevision;
  examTypes: ExamTypes;
  member: StaffMember;
  onDone: (message: Word) => void;
}

function Proposal({ examination, proposal, examTypes, member, onDone }: ProposalProps) {
  const [confirmed, setConfirmed] = useState<keyof typeof done>();
  const [failure, setFailure] = useState<Word>();
  const [send, { isLoading: isPublishing }] = usePublishSettingsMutation();
  const [stop, { isLoading: isWithdrawing }] = useWithdrawSettingsMutation();
  const mayPublish = mayCall(member, publishSettings);
  const isOwn = examination.is_own_proposal;
  const difference = (
    <SettingsDifference before={proposal.before} after={proposal.settings} examTypes={examTypes} />
  );
  const apply = async (step: keyof typeof done) => {
    const request = { revision: proposal.revision };
    const { data, error } = await (step === 'publish' ? send(request) : stop(request));
    setConfirmed(undefined);
    if (data?.status === 200) onDone(done[step]);
    else setFailure(failures[data?.status ?? 0] ?? toFailure(error));
  };
  return (
    <>
      <p className="hint">
        <Sentence word={toState(proposal)} />
      </p>
      {difference}
      {(isOwn || !mayPublish) && <Paragraph word={mayPublish ? ownProposal : needsAdministrator} />}
      <div className="row">
        {mayPublish && !isOwn && <Button word={publish} onClick={() => setConfirmed('publish')} />}
        {mayCall(member, withdrawSettings) && (
          <Button tone="link" word={withdraw} onClick={() => setConfirmed('withdraw')} />
        )}
      </div>
      <p role="alert">{failure && <Sentence word={failure} />}</p>
      {confirmed && (
        <ConfirmDialog
          open
          title={questions[confirmed]}
          confirm={confirmed === 'publish' ? publish : withdraw}
          busy={isPublishing || isWithdrawing}
          onClose={() => setConfirmed(undefined)}
          onConfirm={() => void apply(confirmed)}
        >
          {confirmed === 'publish' && difference}
        </ConfirmDialog>
      )}
    </>
  );
}

interface HistoryProps {
  revisions: readonly SettingsRevision[];
  examTypes: ExamTypes;
}

const History = ({ revisions, examTypes }: HistoryProps) => (
  <section className="stack" aria-labelledby="settings-history">
    <h2 id="settings-history">
      <Sentence word={historyTitle} />
    </h2>
    {revisions.length === 0 && <Paragraph word={nothing} />}
    {revisions.map((each) => (
      <details key={each.revision} className="more">
        <summary>
          <Sentence word={toState(each)} />
        </summary>
        <SettingsDifference before={each.before} after={each.settings} examTypes={examTypes} />
      </details>
    ))}
  </section>
);

import {
  type DeskNotice,
  endNotice,
  getNotices,
  type NoticeRevision,
  proposeNotice,
  publishNotice,
  type StaffMember,
  toNoticePhase,
} from '@archaka/contracts/calls';
import {
  Button,
  dateTimeText,
  Paragraph,
  portalNow,
  Sentence,
  skipToken,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { deskApi } from '../../desk-api.ts';
import { DeskSection, Loading, Section } from '../../desk-section.tsx';
import { ProposalSteps, publish, toState, withdraw } from '../../proposal-steps.tsx';
import { mayCall } from '../../roles.ts';
import { NoticeForm, NoticePreview } from './notice-form.tsx';

const title: Word = msg`Notices for applicants`;
const explanation: Word = msg`A published notice is on the portal’s home page within a minute, from its beginning until its end.`;
const nothing: Word = msg`No notices.`;

const groups = {
  proposed: msg`Waiting for a second person`,
  current: msg`On the portal now`,
  coming: msg`Coming`,
  over: msg`Ended`,
} as const satisfies Readonly<Record<string, Word>>;
type Group = keyof typeof groups;

interface Entry {
  readonly notice: DeskNotice;
  readonly revision: NoticeRevision;
  readonly group: Group;
}

/** A published notice whose change is proposed stands in two groups. */
function listEntries(notice: DeskNotice): Entry[] {
  const { revisions } = notice;
  const proposed = revisions[0]?.state === 'proposed' ? revisions[0] : undefined;
  const public_ = revisions.find(({ state }) => state !== 'proposed');
  return [
    ...(proposed ? [{ notice, revision: proposed, group: 'proposed' as const }] : []),
    ...(public_ ? [{ notice, revision: public_, group: toGroup(public_) }] : []),
  ];
}

const toGroup = (revision: NoticeRevision): Group =>
  revision.state !== 'published' ? 'over' : toNoticePhase(revision, portalNow());

/** What the department announces: one person proposes it, another publishes it. */
export function Notices({ member }: { member: StaffMember }) {
  const query = deskApi.useNoticesQuery(mayCall(member, getNotices) ? {} : skipToken, {
    refetchOnFocus: true,
  });
  const [message, setMessage] = useState<Word>();
  const [changed, setChanged] = useState<DeskNotice>();
  const notices = query.data?.data;
  const mayPropose = mayCall(member, proposeNotice);
  const finish = (done: Word | undefined) => {
    setMessage(done);
    setChanged(undefined);
  };
  return (
    <DeskSection title={title} member={member} call={getNotices} className="notices">
      <Paragraph word={explanation} />
      <p role="status">{message && <Sentence word={message} />}</p>
      {!notices && <Loading query={query} lines={5} />}
      {notices?.length === 0 && <Paragraph word={nothing} />}
      {notices &&
        (Object.keys(groups) as Group[]).map((group) => (
          <NoticeGroup
            key={group}
            group={group}
            entries={notices.flatMap(listEntries).filter((entry) => entry.group === group)}
            member={member}
            onDone={finish}
            onChange={mayPropose ? setChanged : undefined}
          />
        ))}
      {mayPropose && notices && <NoticeForm key={changed?.id ?? 'new'} changed={changed} onDone={finish} />}
    </DeskSection>
  );
}

interface NoticeGroupProps {
  group: Group;
  entries: readonly Entry[];
  member: StaffMember;
  onDone: (message: Word) => void;
  onChange: ((notice: DeskNotice) => void) | undefined;
}

function NoticeGroup({ group, entries, ...actions }: NoticeGroupProps) {
  if (entries.length === 0) return null;
  return (
    <Section title={groups[group]}>
      {entries.map(({ notice, revision }) => (
        <NoticeCard key={notice.id} notice={notice} revision={revision} {...actions} />
      ))}
    </Section>
  );
}

const change: Word = msg`Change`;
const end: Word = msg`End it now`;
const published: Word = msg`The notice is published.`;
const ended: Word = msg`The notice has ended.`;
const changedMeanwhile: Word = msg`The notice has changed meanwhile. Read it again.`;
const history: Word = msg`History`;

const toPeriod = ({ from, until }: NoticeRevision): Word => {
  const [begin, last] = [dateTimeText(from), dateTimeText(until)];
  return msg`From ${begin} until ${last}`;
};

interface NoticeCardProps {
  notice: DeskNotice;
  /** The one of the notice that the card shows. */
  revision: NoticeRevision;
  member: StaffMember;
  onDone: (message: Word) => void;
  /** Absent where the member may not propose. */
  onChange: ((notice: DeskNotice) => void) | undefined;
}

function NoticeCard({ notice, revision, member, onDone, onChange }: NoticeCardProps) {
  const isEnded = notice.revisions[0]?.state === 'ended';
  return (
    <article className="card stack">
      <NoticePreview notice={revision} />
      <Paragraph word={toPeriod(revision)} />
      <Paragraph className="hint" word={toState(revision)} />
      {!isEnded && (
        <Actions
          notice={notice}
          isProposal={revision.state === 'proposed'}
          member={member}
          onDone={onDone}
          onChange={onChange}
        />
      )}
      {notice.revisions.length > 1 && <History revisions={notice.revisions} />}
    </article>
  );
}

interface ActionsProps extends Omit<NoticeCardProps, 'revision'> {
  isProposal: boolean;
}

function Actions({ notice, isProposal, member, onDone, onChange }: ActionsProps) {
  const [send] = deskApi.usePublishNoticeMutation();
  const [stop] = deskApi.useEndNoticeMutation();
  const [newest] = notice.revisions;
  const isNew = notice.revisions.every(({ state }) => state !== 'published');
  if (!newest) return null;
  const request = { notice_id: notice.id, revision: newest.revision };
  const mayEnd = mayCall(member, endNotice) && newest.state !== 'withdrawn' && isProposal === isNew;
  return (
    <ProposalSteps
      publishing={
        isProposal
          ? {
              word: publish,
              question: msg`Publish this notice?`,
              done: published,
              send: () => send(request),
              isOwn: notice.is_own_proposal,
              isAllowed: mayCall(member, publishNotice),
            }
          : undefined
      }
      ending={
        mayEnd
          ? {
              word: isNew ? withdraw : end,
              question: msg`End this notice?`,
              done: ended,
              send: () => stop(request),
            }
          : undefined
      }
      preview={
        <>
          <NoticePreview notice={newest} />
          <Paragraph word={toPeriod(newest)} />
        </>
      }
      changedMeanwhile={changedMeanwhile}
      onDone={onDone}
    >
      {onChange && isProposal === (newest.state === 'proposed') && (
        <Button tone="link" word={change} onClick={() => onChange(notice)} />
      )}
    </ProposalSteps>
  );
}

const History = ({ revisions }: { revisions: readonly NoticeRevision[] }) => (
  <details className="more">
    <summary>
      <Sentence word={history} />
    </summary>
    <ol className="plain stack">
      {revisions.map((each) => (
        <li key={each.revision}>
          <Paragraph word={toState(each)} />
          <Paragraph className="hint" word={toPeriod(each)} />
          <p lang="te">{each.text_te}</p>
          <p lang="en">{each.text}</p>
        </li>
      ))}
    </ol>
  </details>
);

import {
  type DeskNotice,
  endNotice,
  type NoticeRevision,
  publishNotice,
  type StaffMember,
} from '@archaka/contracts/calls';
import { Button, dateTimeText, Paragraph, Sentence, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { deskApi } from '../../desk-api.ts';
import { ProposalSteps, publish, toState, withdraw } from '../../proposal-steps.tsx';
import { mayCall } from '../../roles.ts';
import { NoticePreview } from './notice-form.tsx';

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

export function NoticeCard({ notice, revision, member, onDone, onChange }: NoticeCardProps) {
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

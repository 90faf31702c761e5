import {
  type DeskNotice,
  endNotice,
  type NoticeRevision,
  publishNotice,
  type StaffMember,
} from '@archaka/contracts/calls';
import { Button, ConfirmDialog, dateTimeText, Paragraph, Sentence, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { useEndNoticeMutation, usePublishNoticeMutation } from '../../desk-api.ts';
import { toFailure } from '../../failures.ts';
import { mayCall } from '../../roles.ts';
import { NoticePreview } from './notice-preview.tsx';

const publish: Word = msg`Publish`;
const change: Word = msg`Change`;
const end: Word = msg`End it now`;
const withdraw: Word = msg`Withdraw it`;
const published: Word = msg`The notice is published.`;
const ended: Word = msg`The notice has ended.`;
const ownProposal: Word = msg`You have proposed it: another administrator must publish it.`;
const needsAdministrator: Word = msg`An administrator must publish it.`;
const history: Word = msg`History`;

const failures: Readonly<Record<number, Word>> = {
  420: msg`The notice has changed meanwhile. Read it again.`,
  421: ownProposal,
};

const states: Readonly<Record<NoticeRevision['state'], (name: string, when: string) => Word>> = {
  proposed: (name, when) => msg`Proposed by ${name}, ${when}`,
  published: (name, when) => msg`Published by ${name}, ${when}`,
  ended: (name, when) => msg`Ended by ${name}, ${when}`,
};
const toState = ({ state, by, at }: NoticeRevision): Word => states[state](by, dateTimeText(at));
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
      <p className="hint">
        <Sentence word={toState(revision)} />
      </p>
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
  const [confirmed, setConfirmed] = useState<'publish' | 'end'>();
  const [failure, setFailure] = useState<Word>();
  const [send, { isLoading: isPublishing }] = usePublishNoticeMutation();
  const [stop, { isLoading: isEnding }] = useEndNoticeMutation();
  const [newest] = notice.revisions;
  const isNew = notice.revisions.every(({ state }) => state === 'proposed');
  const mayPublish = mayCall(member, publishNotice);
  if (!newest) return null;

  const apply = async () => {
    const request = { notice_id: notice.id, revision: newest.revision };
    const { data, error } = await (confirmed === 'publish' ? send(request) : stop(request));
    setConfirmed(undefined);
    if (data?.status === 200) onDone(confirmed === 'publish' ? published : ended);
    else setFailure(failures[data?.status ?? 0] ?? toFailure(error));
  };
  return (
    <>
      {isProposal && (notice.is_own_proposal || !mayPublish) && (
        <Paragraph word={mayPublish ? ownProposal : needsAdministrator} />
      )}
      <div className="row">
        {isProposal && mayPublish && !notice.is_own_proposal && (
          <Button word={publish} onClick={() => setConfirmed('publish')} />
        )}
        {onChange && newest.state === (isProposal ? 'proposed' : 'published') && (
          <Button tone="link" word={change} onClick={() => onChange(notice)} />
        )}
        {mayCall(member, endNotice) && isProposal === isNew && (
          <Button tone="link" word={isNew ? withdraw : end} onClick={() => setConfirmed('end')} />
        )}
      </div>
      <p role="alert">{failure && <Sentence word={failure} />}</p>
      {confirmed && (
        <ConfirmDialog
          open
          title={confirmed === 'publish' ? msg`Publish this notice?` : msg`End this notice?`}
          confirm={confirmed === 'publish' ? publish : isNew ? withdraw : end}
          busy={isPublishing || isEnding}
          onClose={() => setConfirmed(undefined)}
          onConfirm={() => void apply()}
        >
          {confirmed === 'publish' && (
            <>
              <NoticePreview notice={newest} />
              <Paragraph word={toPeriod(newest)} />
            </>
          )}
        </ConfirmDialog>
      )}
    </>
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
          <p className="hint">
            <Sentence word={toPeriod(each)} />
          </p>
          <p lang="te">{each.text_te}</p>
          <p lang="en">{each.text}</p>
        </li>
      ))}
    </ol>
  </details>
);

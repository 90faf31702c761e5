import {
  type DeskNotice,
  getNotices,
  type NoticeRevision,
  proposeNotice,
  type StaffMember,
  toNoticePhase,
} from '@archaka/contracts/calls';
import { Paragraph, portalNow, Sentence, skipToken, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { deskApi } from '../../desk-api.ts';
import { DeskSection, Loading, Section } from '../../desk-section.tsx';
import { mayCall } from '../../roles.ts';
import { NoticeCard } from './notice-card.tsx';
import { NoticeForm } from './notice-form.tsx';

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

import { randomUUID } from 'node:crypto';
import {
  type DeskNotice,
  endNotice,
  getNotices,
  type NoticeContent,
  noticeChanged,
  proposeNotice,
  publishNotice,
  type StaffMember,
} from '@archaka/contracts';
import { businessError, type CallHandler, handleCall, invalid, ok } from '@archaka/service-kit';
import * as notice from '../../domain/revision.ts';
import { publishProposal } from '../../domain/revision.ts';
import type { Dependencies } from '../dependencies.ts';
import { Proposals } from '../propose-and-publish.ts';

/** @throws HttpProblem 400 unless the notice ends after it begins and after `now` */
function assertPeriod({ from, until }: NoticeContent, now: Date): void {
  const fail = (message: string): never => {
    throw invalid([{ field: 'until', message }]);
  };
  if (new Date(until) <= new Date(from)) fail('The end must be after the beginning');
  if (new Date(until) <= now) fail('The end must be in the future');
}

interface SeenNotice {
  readonly notice_id: string;
  readonly revision: number;
}

export function createNoticeHandlers(deps: Dependencies): CallHandler[] {
  const proposals = new Proposals<NoticeContent>(deps, {
    kind: 'notice',
    rows: deps.notices,
    subjectName: 'notice',
    publish: ({ subject: notice_id, revision, content }) =>
      deps.events.publish(noticeChanged, { ...content, notice_id, revision }),
  });

  async function describe(member: StaffMember, noticeId?: string) {
    const listed = await proposals.list(member, noticeId);
    return ok({ data: listed.map(({ subject: id, ...each }): DeskNotice => ({ id, ...each })) });
  }

  async function change(
    { notice_id, revision }: SeenNotice,
    member: StaffMember,
    decide: Parameters<typeof proposals.change>[3],
  ) {
    const rejection = await proposals.change(notice_id, revision, member, decide);
    return rejection ? businessError(rejection) : describe(member, notice_id);
  }

  return [
    handleCall(getNotices, { handle: ({ staff: member }) => describe(member) }),
    handleCall(proposeNotice, {
      handle: ({ body: { replaces, ...content }, staff: member }) => {
        assertPeriod(content, new Date());
        const seen = replaces ?? { notice_id: randomUUID(), revision: 0 };
        return change(seen, member, (newest) => notice.proposeNotice(newest, content));
      },
    }),
    handleCall(publishNotice, {
      handle: ({ body, staff: member }) =>
        change(body, member, (newest) => publishProposal(newest, member.id)),
    }),
    handleCall(endNotice, {
      handle: ({ body, staff: member }) =>
        change(body, member, (newest, published) => notice.endNotice(newest, published, new Date())),
    }),
  ];
}

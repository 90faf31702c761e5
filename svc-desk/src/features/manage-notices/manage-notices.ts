import { randomUUID } from 'node:crypto';
import {
  type AuditAction,
  type DeskNotice,
  endNotice,
  getNotices,
  noticeChanged,
  proposeNotice,
  publishNotice,
  type StaffMember,
} from '@archaka/contracts';
import { businessError, type CallHandler, handleCall, invalid, notFound, ok } from '@archaka/service-kit';
import {
  endEarly,
  findPublished,
  isOwnProposal,
  type NoticeChange,
  type NoticeContent,
  type NoticeHistory,
  type NoticeRevision,
  proposeChange,
  publishProposal,
  type RejectedChange,
} from '../../domain/notice.ts';
import type { NameOf } from '../../persistence/staff-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { toActor } from '../sign-in/sign-in.ts';

const toWire = (history: NoticeHistory, nameOf: NameOf, { id: staffId }: StaffMember): DeskNotice => ({
  id: history[0].noticeId,
  revisions: history.map(({ revision, state, text, textTe, from, until, staffId: by, at }) => ({
    revision,
    state,
    text,
    text_te: textTe,
    from: from.toISOString(),
    until: until.toISOString(),
    by: nameOf(by),
    at: at.toISOString(),
  })),
  is_own_proposal: isOwnProposal(history, staffId),
});

/** @throws HttpProblem 400 unless the notice ends after it begins and after `now` */
function assertPeriod({ from, until }: NoticeContent, now: Date): void {
  const fail = (message: string): never => {
    throw invalid([{ field: 'until', message }]);
  };
  if (until <= from) fail('The end must be after the beginning');
  if (until <= now) fail('The end must be in the future');
}

const actions: Readonly<Record<NoticeRevision['state'], AuditAction>> = {
  proposed: 'notice.proposed',
  published: 'notice.published',
  ended: 'notice.ended',
};

/** Rolls back the transaction. */
class Rejected extends Error {
  override readonly name = 'Rejected';
  readonly reason: RejectedChange;
  constructor(reason: RejectedChange) {
    super();
    this.reason = reason;
  }
}

/** Stores the next revision; `isPublic` when applicants read another notice by it. Call in a transaction. */
async function store(
  { audit, events, notices }: Dependencies,
  next: NoticeRevision,
  isPublic: boolean,
): Promise<void> {
  if (!(await notices.add(next))) throw new Rejected('changed');
  const { noticeId, revision, text, textTe, from, until } = next;
  await audit.record({
    action: actions[next.state],
    actor: toActor(next.staffId),
    detail: { notice: noticeId, revision },
  });
  if (!isPublic) return;
  await events.publish(noticeChanged, {
    notice_id: noticeId,
    revision,
    text,
    text_te: textTe,
    from: from.toISOString(),
    until: until.toISOString(),
  });
}

interface SeenNotice {
  readonly notice_id: string;
  readonly revision: number;
}

type DecideChange = (history: NoticeHistory, change: NoticeChange) => NoticeRevision | RejectedChange;

export function createNoticeHandlers(deps: Dependencies): CallHandler[] {
  const { db, notices, staff } = deps;

  async function describe(noticeId: string, member: StaffMember) {
    const history = await notices.find(noticeId);
    if (!history) throw notFound();
    const nameOf = await staff.findNames(history.map(({ staffId }) => staffId));
    return ok({ data: [toWire(history, nameOf, member)] });
  }

  async function change({ notice_id, revision }: SeenNotice, member: StaffMember, decide: DecideChange) {
    try {
      await db.transaction(async () => {
        const history = await notices.find(notice_id);
        if (!history) throw notFound();
        if (history[0].revision !== revision) throw new Rejected('changed');
        const next = decide(history, { staffId: member.id, at: new Date() });
        if (typeof next === 'string') throw new Rejected(next);
        const wasPublic = findPublished(history) !== undefined;
        await store(deps, next, next.state === 'published' || (next.state === 'ended' && wasPublic));
      });
    } catch (error) {
      if (error instanceof Rejected) return businessError(error.reason === 'changed' ? 420 : 421);
      throw error;
    }
    return describe(notice_id, member);
  }

  async function propose(content: NoticeContent, member: StaffMember) {
    const noticeId = randomUUID();
    const [staffId, at] = [member.id, new Date()];
    await db.transaction(() =>
      store(deps, { ...content, noticeId, revision: 1, state: 'proposed', staffId, at }, false),
    );
    return describe(noticeId, member);
  }

  return [
    handleCall(getNotices, {
      handle: async ({ staff: member }) => {
        const histories = await notices.list();
        const nameOf = await staff.findNames(histories.flat().map(({ staffId }) => staffId));
        return ok({ data: histories.map((history) => toWire(history, nameOf, member)) });
      },
    }),
    handleCall(proposeNotice, {
      handle: async ({ body: { text, text_te: textTe, from, until, replaces }, staff: member }) => {
        const content = { text, textTe, from: new Date(from), until: new Date(until) };
        assertPeriod(content, new Date());
        if (!replaces) return propose(content, member);
        return change(replaces, member, (history, by) => proposeChange(history, content, by));
      },
    }),
    handleCall(publishNotice, {
      handle: ({ body, staff: member }) => change(body, member, publishProposal),
    }),
    handleCall(endNotice, {
      handle: ({ body, staff: member }) => change(body, member, endEarly),
    }),
  ];
}

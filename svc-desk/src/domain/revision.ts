import type { NoticeContent, RevisionState } from '@archaka/contracts';

/** Never changed: each step of what one member proposes and another publishes is its next revision. */
export interface Revision<Content> {
  /** Id of a notice, or year of an examination. */
  readonly subject: string;
  readonly revision: number;
  readonly state: RevisionState;
  readonly content: Content;
  readonly staff_id: string;
  readonly at: Date;
}

export type Step<Content> = Pick<Revision<Content>, 'state' | 'content'>;
/** 420: the caller has seen another revision, or this one permits no such step. 421: the caller has proposed it. */
export type Rejection = 420 | 421;

export function publishProposal<Content>(
  newest: Revision<Content> | null,
  staffId: string,
): Step<Content> | Rejection {
  if (newest?.state !== 'proposed') return 420;
  return newest.staff_id === staffId ? 421 : { state: 'published', content: newest.content };
}

/** What is published stays until the proposal is published, too. An ended notice does not change. */
export const proposeNotice = (
  newest: Revision<NoticeContent> | null,
  content: NoticeContent,
): Step<NoticeContent> | Rejection => (newest?.state === 'ended' ? 420 : { state: 'proposed', content });

/** Ends what applicants read, and withdraws a notice that was never published. */
export function endNotice(
  newest: Revision<NoticeContent> | null,
  published: Revision<NoticeContent> | null,
  now: Date,
): Step<NoticeContent> | Rejection {
  if (!newest || newest.state === 'ended' || newest.state === 'withdrawn') return 420;
  if (!published) return { state: 'withdrawn', content: newest.content };
  const { content } = published;
  const until = new Date(content.until) < now ? content.until : now.toISOString();
  return { state: 'ended', content: { ...content, until } };
}

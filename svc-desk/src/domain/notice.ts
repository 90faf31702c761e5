import type { NoticeContent } from '@archaka/contracts';
import type { Rejection, Revision, Step } from './revision.ts';

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

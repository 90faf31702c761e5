import type { NoticeState } from '@archaka/contracts';

export interface NoticeContent {
  /** English. */
  readonly text: string;
  readonly textTe: string;
  readonly from: Date;
  /** The first instant without the notice. */
  readonly until: Date;
}

/** Never changed: each change of a notice is its next revision. */
export interface NoticeRevision extends NoticeContent {
  readonly noticeId: string;
  readonly revision: number;
  readonly state: NoticeState;
  readonly staffId: string;
  readonly at: Date;
}

/** Who changes a notice, and when. */
export type NoticeChange = Pick<NoticeRevision, 'staffId' | 'at'>;

/** The revisions of one notice, newest first. */
export type NoticeHistory = readonly [NoticeRevision, ...NoticeRevision[]];

/** `changed`: the caller has seen another revision, or this one permits no such change. */
export type RejectedChange = 'changed' | 'own-proposal';

export const isOwnProposal = ([newest]: NoticeHistory, staffId: string): boolean =>
  newest.state === 'proposed' && newest.staffId === staffId;

/** What is published stays until the proposal is published, too. */
export function proposeChange(
  [newest]: NoticeHistory,
  content: NoticeContent,
  change: NoticeChange,
): NoticeRevision | RejectedChange {
  if (newest.state === 'ended') return 'changed';
  const { noticeId, revision } = newest;
  return { ...content, ...change, noticeId, revision: revision + 1, state: 'proposed' };
}

export function publishProposal(
  history: NoticeHistory,
  change: NoticeChange,
): NoticeRevision | RejectedChange {
  const [newest] = history;
  if (newest.state !== 'proposed') return 'changed';
  if (isOwnProposal(history, change.staffId)) return 'own-proposal';
  return { ...newest, ...change, revision: newest.revision + 1, state: 'published' };
}

/** Ends what applicants read; a notice that was never published is withdrawn. */
export function endEarly(history: NoticeHistory, change: NoticeChange): NoticeRevision | RejectedChange {
  const [newest] = history;
  if (newest.state === 'ended') return 'changed';
  const ended = findPublished(history) ?? newest;
  const until = ended.until < change.at ? ended.until : change.at;
  return { ...ended, ...change, until, revision: newest.revision + 1, state: 'ended' };
}

export const findPublished = (history: NoticeHistory): NoticeRevision | undefined =>
  history.find(({ state }) => state === 'published');

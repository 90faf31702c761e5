/** Letters of a notice in each language. */
export const MAX_NOTICE = 300;

interface Period {
  readonly from: string;
  readonly until: string;
}

export type NoticePhase = 'coming' | 'current' | 'over';

/** @param now milliseconds as in `Date.now()`; a notice is in effect from its first instant until before its last */
export function toNoticePhase({ from, until }: Period, now: number): NoticePhase {
  if (now >= Date.parse(until)) return 'over';
  return now < Date.parse(from) ? 'coming' : 'current';
}

export const isNoticeInEffect = (period: Period, now: number): boolean =>
  toNoticePhase(period, now) === 'current';

import type { StoredKind } from '@archaka/contracts/calls';
import type { Word } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';

const years = (count: number): Word => (count === 1 ? msg`1 year` : msg`${count} years`);
const months = (count: number): Word => (count === 1 ? msg`1 month` : msg`${count} months`);
const days = (count: number): Word => (count === 1 ? msg`1 day` : msg`${count} days`);
const hours = (count: number): Word => (count === 1 ? msg`1 hour` : msg`${count} hours`);
const minutes = (count: number): Word => msg`${count} minutes`;

const units: readonly (readonly [pattern: RegExp, toWord: (count: number) => Word])[] = [
  [/^P(\d+)Y$/, years],
  [/^P(\d+)M$/, months],
  [/^P(\d+)D$/, days],
  [/^PT(\d+)H$/, hours],
  [/^PT(\d+)M$/, minutes],
];

const untilRequested = msg`Until you ask for erasure`;

/** Formats an ISO 8601 duration of one unit in words; leaves one of several units unchanged. */
export function toPeriodText({ period }: Pick<StoredKind, 'period'>): Word {
  if (period === null) return untilRequested;
  for (const [pattern, toWord] of units) {
    const count = pattern.exec(period)?.[1];
    if (count) return toWord(Number(count));
  }
  return { te: period, en: period };
}

import { expect, test } from '@jest/globals';
import { toNoticePhase } from './texts.ts';

const period = { from: '2026-06-01T00:00:00Z', until: '2026-06-30T18:30:00Z' };

test.each([
  ['coming', 'a millisecond before it begins', '2026-05-31T23:59:59.999Z'],
  ['current', 'when it begins', '2026-06-01T00:00:00.000Z'],
  ['current', 'a millisecond before it ends', '2026-06-30T18:29:59.999Z'],
  ['over', 'when it ends', '2026-06-30T18:30:00.000Z'],
])('a notice is %s %s', (phase, _when, now) => {
  expect(toNoticePhase(period, Date.parse(now))).toBe(phase);
});

test('a notice that ended before it began is never in effect', () => {
  const ended = { ...period, until: '2026-05-20T00:00:00Z' };
  expect(toNoticePhase(ended, Date.parse('2026-06-10T00:00:00Z'))).toBe('over');
});

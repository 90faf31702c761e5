import { expect, test } from '@jest/globals';
import { splitIntoDays } from '../../features/reconcile-ledger/reconcile-ledger.ts';
import { parsePeriod } from './reconcile.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const toIso = ({ from, to }: { from: Date; to: Date }) => [from.toISOString(), to.toISOString()];

test('parses days as Indian and inclusive', () => {
  expect(toIso(parsePeriod({ from: '2026-11-01', to: '2026-11-02' }, NOW))).toEqual([
    '2026-10-31T18:30:00.000Z',
    '2026-11-02T18:29:59.999Z',
  ]);
});

test('parses instants unchanged, and cuts off the future', () => {
  expect(toIso(parsePeriod({ from: '2026-11-01T00:00:00+05:30', to: '2026-11-30' }, NOW))).toEqual([
    '2026-10-31T18:30:00.000Z',
    NOW.toISOString(),
  ]);
});

test.each([
  ['a day that does not exist', { from: '2026-02-30', to: '2026-11-01' }],
  ['a time of no zone', { from: '2026-11-01T00:00:00', to: '2026-11-02' }],
  ['the end first', { from: '2026-11-02', to: '2026-11-01' }],
  ['the future', { from: '2026-11-23', to: '2026-11-24' }],
])('rejects %s', (_, args) => {
  expect(() => parsePeriod(args, NOW)).toThrow(expect.objectContaining({ name: 'CommandError' }));
});

test("splits a period into days without gap or overlap, in Razorpay's whole seconds", () => {
  const days = [...splitIntoDays(parsePeriod({ from: '2026-11-01', to: '2026-11-03' }, NOW))];
  expect(days.map(toIso)).toEqual([
    ['2026-10-31T18:30:00.000Z', '2026-11-01T18:29:59.999Z'],
    ['2026-11-01T18:30:00.000Z', '2026-11-02T18:29:59.999Z'],
    ['2026-11-02T18:30:00.000Z', '2026-11-03T18:29:59.999Z'],
  ]);
});

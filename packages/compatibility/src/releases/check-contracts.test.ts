import { call, plainOutcome } from '@archaka/contracts';
import { describeCall } from '@archaka/contracts/describe';
import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { judge } from './check-contracts.ts';
import type { Description } from './describe-source.ts';
import { inOrder, isSameMajor, nextVersion } from './versions.ts';

const sourceWith = (request: z.ZodType): Description => {
  const renew = call('renew', {
    service: 'application',
    session: 'required',
    kind: 'command',
    request,
    answer: plainOutcome(),
  });
  return { calls: { renew: { ...describeCall(renew), usedBy: ['mf-history'] } }, events: {} };
};
const first = { version: '1.0.0', ...sourceWith(z.object({ id: z.string() })) };
const second = { version: '1.1.0', ...sourceWith(z.object({ id: z.string().optional() })) };

test('what is as released is well', () => {
  expect(judge(second, [first, second])).toEqual({
    said: ['The contracts are as released in 1.1.0.'],
    well: true,
  });
});

test('what is added must be released, so that a version means one shape', () => {
  const source = sourceWith(z.object({ id: z.string(), note: z.string().optional() }));
  expect(judge(source, [first])).toEqual({
    said: ['Changed since 1.0.0, breaking nobody: renew.', 'Give it a version: npm run contracts -- release'],
    well: false,
  });
});

test('a break is told for each release of the major version that it breaks', () => {
  const { said, well } = judge(first, [first, second]);
  expect(well).toBe(false);
  expect(said[0]).toBe('renew request.id: now required; breaks mf-history (released 1.1.0)');
  expect(said[1]).toMatch(/^Keep what is released and add beside it/);
});

test('versions are ordered and counted as numbers', () => {
  expect(inOrder(['1.10.0', '1.9.0', '1.0.0'])).toEqual(['1.0.0', '1.9.0', '1.10.0']);
  expect(nextVersion('1.9.3', 'minor')).toBe('1.10.0');
  expect(nextVersion('1.9.3', 'major')).toBe('2.0.0');
  expect([isSameMajor('1.9.0', '1.0.0'), isSameMajor('10.0.0', '1.0.0')]).toEqual([true, false]);
});

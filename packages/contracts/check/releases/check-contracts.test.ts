import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { describeCall } from '../../src/describe.ts';
import { defineCall, plainOutcome } from '../../src/index.ts';
import type { Description } from '../sources/describe-source.ts';
import { compareWithReleases } from './check-contracts.ts';
import { isSameMajor, nextVersion, sortVersions } from './release-files.ts';

const buildSource = (request: z.ZodType): Description => {
  const renew = defineCall({
    name: 'renew',
    service: 'application',
    session: 'required',
    kind: 'command',
    request,
    response: plainOutcome(),
  });
  return { calls: { renew: { ...describeCall(renew), usedBy: ['mf-history'] } }, events: {} };
};
const first = { version: '1.0.0', ...buildSource(z.object({ id: z.string() })) };
const second = { version: '1.1.0', ...buildSource(z.object({ id: z.string().optional() })) };

test('accepts unchanged contracts', () => {
  expect(compareWithReleases(second, [first, second])).toEqual({
    messages: ['The contracts are as released in 1.1.0.'],
    passed: true,
  });
});

test('rejects an addition until it is released, so that a version has one shape', () => {
  const source = buildSource(z.object({ id: z.string(), note: z.string().optional() }));
  expect(compareWithReleases(source, [first])).toEqual({
    messages: [
      'Changed since 1.0.0, compatibly: renew.',
      'Release a new version: npm run contracts -- release',
    ],
    passed: false,
  });
});

test('reports a break for each release of the major version', () => {
  const { messages, passed } = compareWithReleases(first, [first, second]);
  expect(passed).toBe(false);
  expect(messages[0]).toBe('renew request.id: now required; breaks mf-history (released 1.1.0)');
  expect(messages[1]).toMatch(/^Leave released parts unchanged/);
});

test('compares versions as numbers', () => {
  expect(sortVersions(['1.10.0', '1.9.0', '1.0.0'])).toEqual(['1.0.0', '1.9.0', '1.10.0']);
  expect(nextVersion('1.9.3', 'minor')).toBe('1.10.0');
  expect(nextVersion('1.9.3', 'major')).toBe('2.0.0');
  expect([isSameMajor('1.9.0', '1.0.0'), isSameMajor('10.0.0', '1.0.0')]).toEqual([true, false]);
});

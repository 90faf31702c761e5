import { type CallPair, ConcurrentCalls } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type GatedApplication, startGatedApplication } from './support/service.ts';
import {
  describeState,
  type PreparedApplicant,
  prepareApplicant,
  writes,
  writingCalls,
} from './support/writing-calls.ts';

let portal: GatedApplication;
beforeAll(async () => {
  portal = await startGatedApplication();
});
afterAll(() => portal?.stop());

/** Of other work of the service, and counters, which one command reads and writes. */
const BACKGROUND = ['outbox', 'published', 'inbox', 'leases', 'askedaadhaars', 'edits', 'uploads'];

const startsFrom = (startingPoint: 'draft' | 'application') =>
  new ConcurrentCalls<PreparedApplicant>({
    gate: portal.gate,
    createPerson: () => prepareApplicant(portal, startingPoint),
    writes,
    readState: (applicant) => describeState(portal, applicant),
    background: BACKGROUND,
  });

const toPairs = (names: readonly string[]): CallPair[] =>
  names.flatMap((first, at) => names.slice(at).map((second) => [first, second] as const));

test('covers each writing call of an applicant', () => {
  const covered = Object.keys(writes).map((name) => name.split(',')[0]);
  expect(writingCalls.filter((name) => !covered.includes(name))).toEqual([]);
});

describe('two calls of one applicant at once', () => {
  const ofDraft = Object.keys(writes).filter((name) => /submit|save/i.test(name));

  test.each(toPairs(ofDraft))(
    'with a draft, %s and %s leave what one of their two orders leaves',
    async (...pair) => {
      const { serial, concurrent } = await startsFrom('draft').run(pair);
      expect(concurrent.filter(({ state }) => !serial.includes(state))).toEqual([]);
    },
  );

  test.each(toPairs(Object.keys(writes)))(
    'with an application, %s and %s leave what one of their two orders leaves',
    async (...pair) => {
      const { serial, concurrent } = await startsFrom('application').run(pair);
      expect(concurrent.filter(({ state }) => !serial.includes(state))).toEqual([]);
    },
  );
});

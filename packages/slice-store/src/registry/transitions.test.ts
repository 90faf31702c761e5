import { expect, test } from '@jest/globals';
import type { SliceState } from './revision.ts';
import { canary, deploy, promote, rollback } from './transitions.ts';

const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(32)) as [string, string, string];
const createState = (version: string, ...earlier: string[]): SliceState => ({ version, earlier });
const withCanary = (state: SliceState, version: string, share = 10): SliceState => ({
  ...state,
  canary: { version, share },
});

const running = createState(one);

test.each([
  ['a first deployment has no previous version', deploy(one)(undefined), running],
  ['the next version can be rolled back', deploy(two)(running), createState(two, one)],
  ['the running version changes nothing', deploy(one)(running), undefined],
  ['a version is not its own predecessor', deploy(one)(createState(two, one)), createState(one, two)],
  ['a canary is given to a share', canary(two, 10)(running), withCanary(running, two)],
  ['its share is raised', canary(two, 50)(withCanary(running, two)), withCanary(running, two, 50)],
  ['a repeated canary changes nothing', canary(two, 10)(withCanary(running, two)), undefined],
  [
    'a promoted canary can be rolled back',
    promote(withCanary(createState(two, one), three)),
    createState(three, two, one),
  ],
  [
    'a rollback ends the running canary',
    rollback(withCanary(createState(two, one), three)),
    createState(two, one),
  ],
  ['it goes back one version', rollback(createState(three, two, one)), createState(two, one)],
  ['and one more', rollback(createState(two, one)), running],
])('%s', (_rule, state, expected) => {
  expect(state).toEqual(expected);
});

test('limits rollbacks to ten versions', () => {
  const versions = Array.from({ length: 12 }, (_, at) => at.toString(16).repeat(32));
  let last: SliceState | undefined;
  for (const version of versions) last = deploy(version)(last);
  expect(last?.earlier).toEqual(versions.slice(1, 11).reverse());
});

test.each([
  ['a deployment during a canary', () => deploy(three)(withCanary(running, two)), 'A canary runs, 22222222'],
  ['a second canary', () => canary(three, 10)(withCanary(running, two)), 'Another canary runs'],
  ['a canary of nothing deployed', () => canary(one, 10)(undefined), 'needs a deployed version'],
  ['a canary of the running version', () => canary(one, 10)(running), 'All visitors already get'],
  ['a promotion without a canary', () => promote(running), 'No canary'],
  ['a rollback of the first version', () => rollback(running), 'There is no earlier version'],
  ['a rollback of nothing deployed', () => rollback(undefined), 'There is no earlier version'],
])('rejects %s', (_what, change, message) => {
  expect(change).toThrow(message);
});

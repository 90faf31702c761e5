import { describe, expect, test } from '@jest/globals';
import type { SliceState } from './revision.ts';
import { canary, deploy, promote, rollback } from './transitions.ts';

const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(32)) as [string, string, string];
const createState = (version: string, ...earlier: string[]): SliceState => ({ version, earlier });
const withCanary = (state: SliceState, version: string, share = 10): SliceState => ({
  ...state,
  canary: { version, share },
});

describe('deploy', () => {
  test('has no previous version at first', () => {
    expect(deploy(one)(undefined)).toEqual(createState(one));
  });
  test('allows to roll the next version back', () => {
    expect(deploy(two)(createState(one))).toEqual(createState(two, one));
  });
  test('changes nothing for the running version', () => {
    expect(deploy(one)(createState(one))).toBeUndefined();
  });
  test('does not count a version as its own predecessor', () => {
    expect(deploy(one)(createState(two, one))).toEqual(createState(one, two));
  });
  test('limits rollbacks to ten versions', () => {
    const versions = Array.from({ length: 12 }, (_, at) => at.toString(16).repeat(32));
    const last = versions.reduce<SliceState | undefined>(
      (before, version) => deploy(version)(before),
      undefined,
    );
    expect(last?.earlier).toEqual(versions.slice(1, 11).reverse());
  });
  test('does not end a canary implicitly', () => {
    expect(() => deploy(three)(withCanary(createState(one), two))).toThrow(/A canary runs, 2+ for 10 %/);
  });
});

describe('canary', () => {
  test('gives it to a share, and the current version to the others', () => {
    expect(canary(two, 10)(createState(one))).toEqual(withCanary(createState(one), two));
  });
  test('raises its share', () => {
    expect(canary(two, 50)(withCanary(createState(one), two))).toEqual(withCanary(createState(one), two, 50));
  });
  test('changes nothing when repeated', () => {
    expect(canary(two, 10)(withCanary(createState(one), two))).toBeUndefined();
  });
  test('allows one at a time, beside another deployed version', () => {
    expect(() => canary(three, 10)(withCanary(createState(one), two))).toThrow('Another canary runs');
    expect(() => canary(one, 10)(undefined)).toThrow('needs a deployed version');
    expect(() => canary(one, 10)(createState(one))).toThrow('All visitors already get');
  });
});

describe('promote', () => {
  test('gives everyone the canary, and allows to roll back to the previous version', () => {
    expect(promote(withCanary(createState(two, one), three))).toEqual(createState(three, two, one));
  });
  test('rejects without a canary', () => {
    expect(() => promote(createState(one))).toThrow('No canary');
  });
});

describe('rollback', () => {
  test('ends the running canary', () => {
    expect(rollback(withCanary(createState(two, one), three))).toEqual(createState(two, one));
  });
  test('goes back version by version', () => {
    expect(rollback(createState(three, two, one))).toEqual(createState(two, one));
    expect(rollback(createState(two, one))).toEqual(createState(one));
  });
  test('rejects without a previous version', () => {
    expect(() => rollback(createState(one))).toThrow('There is no earlier version');
    expect(() => rollback(undefined)).toThrow('There is no earlier version');
  });
});

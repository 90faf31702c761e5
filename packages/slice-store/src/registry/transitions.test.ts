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
  test('the first version has none before it', () => {
    expect(deploy(one)(undefined)).toEqual(createState(one));
  });
  test('the next one can be rolled back', () => {
    expect(deploy(two)(createState(one))).toEqual(createState(two, one));
  });
  test('what runs already changes nothing', () => {
    expect(deploy(one)(createState(one))).toBeUndefined();
  });
  test('a version that ran before is not its own earlier one', () => {
    expect(deploy(one)(createState(two, one))).toEqual(createState(one, two));
  });
  test('no more than ten can be rolled back', () => {
    const versions = Array.from({ length: 12 }, (_, at) => at.toString(16).repeat(32));
    const last = versions.reduce<SliceState | undefined>(
      (before, version) => deploy(version)(before),
      undefined,
    );
    expect(last?.earlier).toEqual(versions.slice(1, 11).reverse());
  });
  test('it does not end a canary unasked', () => {
    expect(() => deploy(three)(withCanary(createState(one), two))).toThrow(/A canary runs, 2+ for 10 %/);
  });
});

describe('canary', () => {
  test('a share gets it, the others what they had', () => {
    expect(canary(two, 10)(createState(one))).toEqual(withCanary(createState(one), two));
  });
  test('its share grows', () => {
    expect(canary(two, 50)(withCanary(createState(one), two))).toEqual(withCanary(createState(one), two, 50));
  });
  test('the same again changes nothing', () => {
    expect(canary(two, 10)(withCanary(createState(one), two))).toBeUndefined();
  });
  test('there is one at a time, beside something deployed that is another version', () => {
    expect(() => canary(three, 10)(withCanary(createState(one), two))).toThrow('Another canary runs');
    expect(() => canary(one, 10)(undefined)).toThrow('needs a deployed version');
    expect(() => canary(one, 10)(createState(one))).toThrow('Everybody gets');
  });
});

describe('promote', () => {
  test('everybody gets the canary, and what they had can be rolled back to', () => {
    expect(promote(withCanary(createState(two, one), three))).toEqual(createState(three, two, one));
  });
  test('without a canary there is nothing to promote', () => {
    expect(() => promote(createState(one))).toThrow('No canary');
  });
});

describe('rollback', () => {
  test('ends the canary that runs', () => {
    expect(rollback(withCanary(createState(two, one), three))).toEqual(createState(two, one));
  });
  test('goes back version by version', () => {
    expect(rollback(createState(three, two, one))).toEqual(createState(two, one));
    expect(rollback(createState(two, one))).toEqual(createState(one));
  });
  test('ends where nothing ran before', () => {
    expect(() => rollback(createState(one))).toThrow('No version ran before');
    expect(() => rollback(undefined)).toThrow('No version ran before');
  });
});

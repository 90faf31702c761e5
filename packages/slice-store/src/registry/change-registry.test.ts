import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { SliceStore } from '../store/slice-store.ts';
import { newStore, storeBuild } from '../testing/stored-builds.ts';
import { type Change, changeRegistry } from './change-registry.ts';
import { findLatest } from './log.ts';
import { deploy, rollback } from './steps.ts';

let store: SliceStore;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ store, remove } = await newStore());
});
afterEach(() => remove());

const fine = async () => undefined;

/** Deploys a new build of a slice. `meanwhile` happens while it is being checked, once. */
async function deployed(slice: string, code: string, meanwhile: () => Promise<unknown> = fine) {
  const version = await storeBuild(store, slice, code);
  return change({ slice, action: 'deploy', step: deploy(version), check: once(meanwhile) });
}

const change = (some: Pick<Change, 'slice' | 'action' | 'step'> & Partial<Change>) =>
  changeRegistry({ store, by: 'a test', check: fine, ...some });

function once(happening: () => Promise<unknown>): () => Promise<void> {
  let happened = false;
  return async () => {
    if (happened) return;
    happened = true;
    await happening();
  };
}

const runningVersions = async () =>
  Object.entries((await findLatest(store))?.revision.slices ?? {}).map(([name, { version }]) => [
    name,
    version,
  ]);

test('each change is a revision that says who did what, and what was before', async () => {
  const first = await deployed('mf-a', 'one');
  const second = await deployed('mf-a', 'two');

  expect(first).toMatchObject({ revision: 1, by: 'a test', action: 'deploy', slice: 'mf-a' });
  expect(second).toMatchObject({ revision: 2, before: first?.slices['mf-a'] });
  expect((await findLatest(store))?.revision).toEqual(second);
});

test('when another slice is deployed meanwhile, then both are', async () => {
  await deployed('mf-a', 'one', () => deployed('mf-b', 'one'));

  expect((await runningVersions()).map(([name]) => name).sort()).toEqual(['mf-a', 'mf-b']);
  expect((await findLatest(store))?.revision.revision).toBe(2);
});

test('when two roll a slice back at once, then one does, and the other is told', async () => {
  const versions: (string | undefined)[] = [];
  for (const code of ['one', 'two', 'three'])
    versions.push((await deployed('mf-a', code))?.slices['mf-a']?.version);
  const back = { slice: 'mf-a', action: 'rollback', step: rollback } as const;

  const late = change({ ...back, check: once(() => change(back)) });

  await expect(late).rejects.toThrow('mf-a has just been changed by somebody else');
  expect(await runningVersions()).toEqual([['mf-a', versions[1]]]);
});

test('when the check refuses, then nothing is changed', async () => {
  const refuse = () => Promise.reject(new Error('it does not fit'));

  await expect(deployed('mf-a', 'one', refuse)).rejects.toThrow('it does not fit');
  expect(await findLatest(store)).toBeUndefined();
});

test('when a build is not published, or its record was altered, then it is not deployed', async () => {
  const version = 'f'.repeat(32);
  const step = deploy(version);

  await expect(change({ slice: 'mf-a', action: 'deploy', step })).rejects.toThrow('is not published');
  await store.put(`mf-a/${version}.json`, Buffer.from('{}'));
  await expect(change({ slice: 'mf-a', action: 'deploy', step })).rejects.toThrow('has been tampered with');
});

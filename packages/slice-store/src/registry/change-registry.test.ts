import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { SliceStore } from '../store.ts';
import { createTestStore, storeBuild } from '../testing/stored-builds.ts';
import { type Change, changeRegistry } from './change-registry.ts';
import { findLatestEntry } from './log.ts';
import { deploy, rollback } from './transitions.ts';

let store: SliceStore;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ store, remove } = await createTestStore());
});
afterEach(() => remove());

const accept = async () => undefined;

/** Deploys a new build of a slice. `meanwhile` runs once during its check. */
async function deployBuild(slice: string, code: string, meanwhile: () => Promise<unknown> = accept) {
  const version = await storeBuild(store, slice, code);
  return change({ slice, action: 'deploy', transition: deploy(version), check: once(meanwhile) });
}

const change = (options: Pick<Change, 'slice' | 'action' | 'transition'> & Partial<Change>) =>
  changeRegistry({ store, by: 'a test', check: accept, ...options });

function once(effect: () => Promise<unknown>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    isDone = true;
    await effect();
  };
}

const runningVersions = async () =>
  Object.entries((await findLatestEntry(store))?.revision.slices ?? {}).map(([name, { version }]) => [
    name,
    version,
  ]);

test('retains both changes when another slice is deployed concurrently', async () => {
  await deployBuild('mf-a', 'one', () => deployBuild('mf-b', 'one'));

  expect((await runningVersions()).map(([name]) => name).sort()).toEqual(['mf-a', 'mf-b']);
  expect((await findLatestEntry(store))?.revision.revision).toBe(2);
});

test('rolls back once when two operators roll a slice back, and reports it to the other', async () => {
  const versions: (string | undefined)[] = [];
  for (const code of ['one', 'two', 'three'])
    versions.push((await deployBuild('mf-a', code))?.slices['mf-a']?.version);
  const rollbackChange = { slice: 'mf-a', action: 'rollback', transition: rollback } as const;

  const lateChange = change({ ...rollbackChange, check: once(() => change(rollbackChange)) });

  await expect(lateChange).rejects.toThrow('mf-a was changed at the same time');
  expect(await runningVersions()).toEqual([['mf-a', versions[1]]]);
});

test('does not deploy an unpublished build, or one with an altered record', async () => {
  const version = 'f'.repeat(32);
  const transition = deploy(version);

  await expect(change({ slice: 'mf-a', action: 'deploy', transition })).rejects.toThrow('is not published');
  await store.put(`mf-a/${version}.json`, Buffer.from('{}'));
  await expect(change({ slice: 'mf-a', action: 'deploy', transition })).rejects.toThrow(
    'has been tampered with',
  );
});

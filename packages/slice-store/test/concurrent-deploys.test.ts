import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeSliceDist } from '@archaka/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type FakePortal, startFakePortal } from './support/fake-portal.ts';
import { runSlice } from './support/run-slice.ts';

let portal: FakePortal;
let builds: string;
let env: Record<string, string>;
beforeAll(async () => {
  portal = await startFakePortal();
});
beforeEach(async () => {
  builds = await mkdtemp(path.join(tmpdir(), 'slices-'));
  env = { ...portal.env, SLICE_STORE: path.join(builds, 'store') };
});
afterAll(async () => {
  portal?.stop();
  await rm(builds, { recursive: true, force: true });
});

/** Publishes a build of a slice; returns its build folder. */
async function publishBuild(name: string, code = 'first'): Promise<string> {
  const dist = await writeSliceDist(path.join(builds, `${name} ${code}`), { name, code });
  expect((await runSlice(env, 'publish', name, '--dist', dist)).code).toBe(0);
  return dist;
}

test('retains every deployment of teams in concurrent processes', async () => {
  const names = ['mf-a', 'mf-b', 'mf-c', 'mf-d'];
  const dists = await Promise.all(names.map((name) => publishBuild(name)));

  const results = await Promise.all(
    names.map((name, at) => runSlice(env, 'deploy', name, '--dist', dists[at] ?? '', '--by', `team ${name}`)),
  );

  expect(results.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  const listed = await runSlice(env, 'list');
  for (const name of names) expect(listed.text).toContain(`${name}: `);
  const log = await runSlice(env, 'list', '--log');
  expect(log.code).toBe(0);
  for (const name of names) expect(log.text).toContain(`team ${name}  deploy ${name}`);
  expect(await readdir(path.join(env.SLICE_STORE ?? '', 'registry'))).toEqual([
    '0000000001.json',
    '0000000002.json',
    '0000000003.json',
    '0000000004.json',
  ]);
});

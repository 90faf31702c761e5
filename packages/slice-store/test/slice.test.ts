import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeSliceDist } from '@archaka/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { publish } from '../src/build/published-build.ts';
import { openStore } from '../src/store.ts';
import { type FakePortal, startFakePortal } from './support/fake-portal.ts';
import { runSlice } from './support/run-slice.ts';

let portal: FakePortal;
let folder: string;
beforeAll(async () => {
  portal = await startFakePortal();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'slices-'));
  portal.shareExports('Button');
  portal.setCalls({ name: 'getdraft', digest: 'a' });
});
afterAll(async () => {
  portal?.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => runSlice({ ...portal.env, SLICE_STORE: folder }, ...args);

type BuildOptions = Omit<Parameters<typeof writeSliceDist>[1], 'name'>;

const createBuild = (options: BuildOptions) =>
  writeSliceDist(path.join(folder, 'builds', options.code), { name: 'mf-a', ...options });

/** Publishes a build; returns its version. */
const publishBuild = async (options: BuildOptions): Promise<string> =>
  publish({ store: await openStore(folder), name: 'mf-a', dist: await createBuild(options) });

const listSlices = async () => (await run('list')).text;

test('deploys and rolls back a build', async () => {
  const [one, two, three] = [
    await publishBuild({ code: 'one' }),
    await publishBuild({ code: 'two' }),
    await publishBuild({ code: 'three' }),
  ];

  expect(await run('deploy', 'mf-a', one, '--by', 'Sita')).toEqual({
    code: 0,
    text: `mf-a: ${one} (revision 1, by Sita)\n`,
  });
  expect((await run('deploy', 'mf-a', two.slice(0, 8))).code).toBe(0);
  expect((await run('canary', 'mf-a', three, '--share', '10')).text).toContain(
    `${two}, and ${three} for 10 %`,
  );
  expect(await listSlices()).toContain(
    `mf-a: ${two}, and ${three} for 10 % (1.0.0, contracts 1.0.0)\n  before: ${one}`,
  );
  expect((await run('promote', 'mf-a')).code).toBe(0);
  expect((await run('rollback', 'mf-a')).text).toContain(`mf-a: ${two} (revision 5`);
  expect((await run('rollback', 'mf-a')).text).toContain(`mf-a: ${one} (revision 6`);
  expect(await run('rollback', 'mf-a')).toMatchObject({
    code: 1,
    text: expect.stringContaining('There is no earlier version'),
  });

  const log = await run('list', '--log');
  expect(log.text).toContain('  Sita  deploy mf-a: nothing → ');
  expect(log.text).toContain(`promote mf-a: ${two}, and ${three} for 10 % → ${three}`);
  expect(await run('verify')).toMatchObject({ code: 0 });
});

test('gives the same build the same version, and a repeated deployment changes nothing', async () => {
  const version = await publishBuild({ code: 'one' });
  const again = await run('publish', 'mf-a', '--dist', await createBuild({ code: 'one' }));
  expect(again).toEqual({ code: 0, text: `mf-a ${version} is published.\n` });
  await run('deploy', 'mf-a', version);

  expect(await run('deploy', 'mf-a', version)).toEqual({ code: 0, text: 'mf-a: nothing to change.\n' });
});

test('rejects a build that calls what no service answers, or imports what the shell does not share, by name', async () => {
  const version = await publishBuild({
    code: 'one',
    calls: [
      { name: 'getdraft', digest: 'changed' },
      { name: 'getreceipt', digest: 'b' },
    ],
    platform: ['Button', 'Timeline'],
  });

  const { code, text } = await run('deploy', 'mf-a', version);

  expect(code).toBe(1);
  expect(text).toContain(`mf-a 1.0.0 (${version}) is incompatible with the running portal:`);
  expect(text).toMatch(/- getdraft: .*contracts 1\.0\.0.*svc-application supports 2\.0\.0/);
  expect(text).toMatch(/- getreceipt: .*no running service/);
  expect(text).toContain('- Timeline: the running shell does not share it');
  expect(text).not.toContain('Button');
  expect(await listSlices()).toBe('Nothing is deployed.\n');
});

test('does not promote or roll back to a version that no longer fits', async () => {
  const old = await publishBuild({ code: 'old', calls: [{ name: 'getdraft', digest: 'a' }] });
  const next = await publishBuild({ code: 'next' });
  await run('deploy', 'mf-a', old);
  await run('deploy', 'mf-a', next);
  await run('canary', 'mf-a', old, '--share', '5');
  portal.setCalls({ name: 'getdraft', digest: 'changed' });

  expect(await run('promote', 'mf-a')).toMatchObject({
    code: 1,
    text: expect.stringContaining('- getdraft: '),
  });
  expect(await run('rollback', 'mf-a')).toMatchObject({ code: 0 });
  expect(await run('rollback', 'mf-a')).toMatchObject({
    code: 1,
    text: expect.stringContaining('- getdraft: '),
  });
  expect(await listSlices()).toContain(`mf-a: ${next} `);
});

test('rejects a shell that lacks an import of a slice that can be rolled back to', async () => {
  const old = await publishBuild({ code: 'old', platform: ['Button'] });
  await run('deploy', 'mf-a', old);
  await run('deploy', 'mf-a', await publishBuild({ code: 'next' }));
  const shell = path.join(folder, 'shell');
  const checkShell = async (...platform: string[]) => {
    await mkdir(shell, { recursive: true });
    await writeFile(path.join(shell, 'page.json'), JSON.stringify({ platform }));
    return run('check-shell', shell);
  };

  expect(await checkShell('Card')).toEqual({
    code: 1,
    text: `The shell lacks Button: mf-a 1.0.0 (${old}) imports it.\n`,
  });
  expect(await checkShell('Card', 'Button')).toMatchObject({ code: 0 });
});

test('names a changed file, and does not deploy its build', async () => {
  const version = await publishBuild({ code: 'one' });
  await run('deploy', 'mf-a', version);
  await run('deploy', 'mf-a', await publishBuild({ code: 'two' }));
  const file = path.join('mf-a', version, 'app.js');
  await writeFile(path.join(folder, file), 'tampered');

  expect(await run('verify')).toEqual({ code: 1, text: `${file} has been tampered with.\n` });
  expect(await run('deploy', 'mf-a', version)).toEqual({
    code: 1,
    text: `slice: ${file} has been tampered with.\n`,
  });

  await rm(path.join(folder, file));
  expect(await run('verify')).toEqual({ code: 1, text: `${file} is missing.\n` });
});

test('does not deploy an interrupted publication, which a second run completes', async () => {
  const version = await publishBuild({ code: 'one' });
  // Files are written first and the record last: a crash in between leaves this state.
  await Promise.all([
    rm(path.join(folder, 'mf-a', `${version}.json`)),
    rm(path.join(folder, 'mf-a', version, 'remoteEntry.js')),
  ]);

  expect(await run('deploy', 'mf-a', version)).toMatchObject({
    code: 1,
    text: expect.stringContaining('is not published'),
  });
  expect(await publishBuild({ code: 'one' })).toBe(version);
  expect((await run('deploy', 'mf-a', version)).code).toBe(0);
  expect((await run('verify')).code).toBe(0);
});

test('rejects anything but a build of a slice, with a message', async () => {
  const empty = path.join(folder, 'empty');
  await mkdir(empty);
  const foreign = await writeSliceDist(path.join(folder, 'foreign'), { name: 'mf-b', code: 'one' });
  const cases = [
    [
      ['publish', 'mf-a', '--dist', empty],
      'is not a complete build of mf-a: slice.json is missing or not JSON',
    ],
    [['publish', 'mf-a', '--dist', foreign], 'is a build of mf-b, not of mf-a'],
    [['publish', 'mf-a', '--dist', path.join(folder, 'none')], 'npm run slice -- build mf-a'],
    [['deploy', 'mf-a', 'abc'], 'build it, then npm run slice -- publish mf-a;'],
  ] as const;
  const results = await Promise.all(cases.map(([args]) => run(...args)));
  expect(results).toEqual(cases.map(([, words]) => ({ code: 1, text: expect.stringContaining(words) })));
});

test.each([
  [['publish', '../mf'], "'../mf' is not the name of a slice"],
  [['canary', 'mf-a', '--share', '100'], 'from 1 to 99'],
  [['canary', 'mf-a'], "'--share <percent>' not specified"],
  [['upload', 'mf-a'], "unknown command 'upload'"],
])('%j is wrong use', async (args, words) => {
  expect(await run(...args)).toEqual({ code: 2, text: expect.stringContaining(words) });
});

test('deploys nothing without a running portal, since compatibility is unknown', async () => {
  const version = await publishBuild({ code: 'one' });

  const withoutPortal = await runSlice({ SLICE_STORE: folder }, 'deploy', 'mf-a', version);
  expect(withoutPortal).toMatchObject({ code: 1, text: expect.stringContaining('set SHELL_URL, AUTH_URL') });
  const unreachable = await runSlice(
    { ...portal.env, SLICE_STORE: folder, TICKET_URL: 'http://127.0.0.1:9' },
    'deploy',
    'mf-a',
    version,
  );
  expect(unreachable).toMatchObject({
    code: 1,
    text: expect.stringMatching(/The contract of svc-ticket is unknown/),
  });
  expect(await listSlices()).toBe('Nothing is deployed.\n');
});

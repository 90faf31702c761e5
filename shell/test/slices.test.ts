import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type RunningShell, startShell } from './support/running-shell.ts';

const publisher = path.join(import.meta.dirname, '../server/slices/publish-slice.ts');

interface Release {
  version: string;
  entry: string;
  integrity: Record<string, string>;
}

let shell: RunningShell;
let builds: string;
beforeAll(async () => {
  [shell, builds] = await Promise.all([startShell(), mkdtemp(path.join(tmpdir(), 'builds-'))]);
});
afterAll(async () => {
  await shell.close();
  await rm(builds, { recursive: true });
});

/** A remote's `dist` with one entry and one exposed chunk, as the build leaves it. */
async function built(name: string, code: string): Promise<string> {
  const dist = await mkdtemp(path.join(builds, `${name}-`));
  const manifest = {
    name,
    metaData: { remoteEntry: { name: 'remoteEntry.js' } },
    exposes: [{ assets: { js: { sync: ['app.js'] } } }],
  };
  await writeFile(path.join(dist, 'mf-manifest.json'), JSON.stringify(manifest));
  await writeFile(path.join(dist, 'remoteEntry.js'), `/* ${name} */`);
  await writeFile(path.join(dist, 'app.js'), code);
  return dist;
}

const publish = (name: string, dist: string) =>
  promisify(execFile)(process.execPath, [publisher, name, dist, shell.store]);

const registry = async () =>
  ((await (await fetch(`${shell.url}/slices.json`)).json()) as { slices: Record<string, Release> }).slices;

test('when a slice is published, then it runs from the next look, its files kept for ever and named by their hash', async () => {
  await publish('mf-history', await built('mf-history', 'first'));
  const release = (await registry())['mf-history'];
  const folder = `${shell.url}${release?.entry.replace('mf-manifest.json', '')}`;
  const file = await fetch(`${folder}app.js`);
  expect(file.headers.get('cache-control')).toContain('immutable');
  const content = await file.text();
  expect(content).toBe('first');
  const hash = createHash('sha384').update(content).digest('base64');
  expect(release?.integrity['app.js']).toBe(`sha384-${hash}`);
});

test('when a second version is published, then the registry names it, the first stays, and the shell’s files are as before', async () => {
  const pageBefore = await (await fetch(`${shell.url}/ticket`)).text();
  const before = (await registry())['mf-history'] as Release;
  await publish('mf-history', await built('mf-history', 'second'));
  const after = (await registry())['mf-history'] as Release;
  expect(after.version).not.toBe(before.version);
  const old = await fetch(shell.url + before.entry.replace('mf-manifest.json', 'app.js'));
  expect(await old.text()).toBe('first');
  const page = await (await fetch(`${shell.url}/ticket`)).text();
  expect(page).toContain(after.version);
  const scripts = (html: string) => html.match(/\/assets\/[\w.]+\.js/g);
  expect(scripts(page)).toEqual(scripts(pageBefore));
});

test('when several slices are published at once, then none is lost', async () => {
  const names = ['mf-auth', 'mf-application', 'mf-other', 'mf-further'];
  const dists = await Promise.all(names.map((name) => built(name, name)));
  await Promise.all(names.map((name, at) => publish(name, dists[at] ?? '')));
  expect(Object.keys(await registry())).toEqual(expect.arrayContaining(names));
});

test('when the same build is published again, then it is the same version', async () => {
  const dist = await built('mf-auth', 'same');
  await publish('mf-auth', dist);
  const first = (await registry())['mf-auth']?.version;
  await publish('mf-auth', dist);
  expect((await registry())['mf-auth']?.version).toBe(first);
});

test('when a build has no manifest or its name is no slice’s, then nothing is published', async () => {
  const before = await registry();
  const empty = path.join(builds, 'empty');
  await mkdir(empty);
  await expect(publish('mf-auth', empty)).rejects.toThrow();
  await expect(publish('../mf', await built('mf-x', 'x'))).rejects.toThrow();
  expect(await registry()).toEqual(before);
});

test('when an address leaves the store, then there is no such file', async () => {
  const version = (await registry())['mf-auth']?.version;
  for (const address of [
    `/slices/mf-auth/${version}/..%2F..%2Fregistry.json`,
    '/slices/..%2f/x/registry.json',
    `/slices/mf-auth/${version}/nothing.js`,
  ]) {
    expect((await fetch(shell.url + address)).status).toBe(404);
  }
  const stored = await readFile(path.join(shell.store, 'registry.json'), 'utf8');
  expect(stored).toContain('mf-auth');
});

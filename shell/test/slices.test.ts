import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { canary, promote, rollback } from '@archaka/slice-store';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDeployments } from './support/deployments.ts';
import { type RunningShell, startShell } from './support/running-shell.ts';

interface Release {
  readonly version: string;
  readonly release: string;
  readonly contracts: string;
  readonly entry: string;
  readonly integrity: Record<string, string>;
}

let shell: RunningShell;
let teams: ReturnType<typeof createDeployments>;
beforeAll(async () => {
  shell = await startShell();
  teams = createDeployments(shell);
});
afterAll(() => shell.close());

/** The slices for a browser with this cookie. */
async function fetchSlices(cookie = ''): Promise<Record<string, Release>> {
  const response = await fetch(`${shell.url}/slices.json`, { headers: { cookie } });
  return ((await response.json()) as { slices: Record<string, Release> }).slices;
}

const fetchPage = async (cookie = '') => (await fetch(`${shell.url}/ticket`, { headers: { cookie } })).text();

test('serves a deployed slice in the next page, its files immutable and named by their hash', async () => {
  const version = await teams.deployBuild('mf-history', 'first');
  const release = (await fetchSlices())['mf-history'];
  expect(release).toMatchObject({ version, release: '1.0.0', contracts: '1.0.0' });
  const file = await fetch(`${shell.url}${release?.entry.replace('mf-manifest.json', '')}app.js`);
  expect(file.headers.get('cache-control')).toContain('immutable');
  const content = await file.text();
  expect(content).toBe('first');
  const hash = createHash('sha384').update(content).digest('base64');
  expect(release?.integrity['app.js']).toBe(`sha384-${hash}`);
});

test('follows a deployment and a rollback, with the shell’s files unchanged', async () => {
  const first = await teams.deployBuild('mf-history', 'old');
  const before = await fetchPage();
  const second = await teams.deployBuild('mf-history', 'new');
  const during = await fetchPage();
  expect(during).toContain(second);
  const old = await fetch(`${shell.url}/slices/mf-history/${first}/app.js`);
  expect(await old.text()).toBe('old');

  await teams.applyChange({ slice: 'mf-history', action: 'rollback', transition: rollback });
  const after = await fetchPage();
  expect(after).toContain(first);
  expect(after).not.toContain(second);
  const scripts = (html: string) => html.match(/\/assets\/[\w.]+\.js/g);
  expect(scripts(during)).toEqual(scripts(before));
});

describe('a canary', () => {
  const VISITORS = 200;

  /** Visitors without a cookie, each with the one that they receive. */
  const createVisitors = () =>
    Promise.all(
      Array.from({ length: VISITORS }, async () => {
        const response = await fetch(`${shell.url}/ticket`);
        await response.body?.cancel();
        return response.headers.getSetCookie();
      }),
    );
  const filterByVersion = async (cookies: string[], version: string) => {
    const versions = await Promise.all(
      cookies.map(async (cookie) => (await fetchSlices(cookie))['mf-history']?.version),
    );
    return cookies.filter((_, index) => versions[index] === version);
  };

  test('assigns visitors no number without a canary', async () => {
    expect((await createVisitors()).flat()).toEqual([]);
  });

  test('gives a share of the visitors the canary, consistently in pages and registry, until it ends', async () => {
    await teams.deployBuild('mf-history', 'for everybody');
    const version = await teams.publishBuild('mf-history', 'canary');
    const setShare = (percent: number) =>
      teams.applyChange({ slice: 'mf-history', action: 'canary', transition: canary(version, percent) });
    await setShare(30);

    const setCookies = (await createVisitors()).flat();
    expect(setCookies).toHaveLength(VISITORS);
    expect(setCookies[0]).toMatch(
      /^archaka_visitor=[\w-]{22}; Max-Age=31536000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    const cookies = setCookies.map((each) => each.split(';')[0] ?? '');
    const chosen = await filterByVersion(cookies, version);
    // The tolerance around 60 of 200 fails once in a million runs.
    expect(Math.abs(chosen.length - VISITORS * 0.3)).toBeLessThan(32);
    expect(await filterByVersion(cookies, version)).toEqual(chosen);
    const [one = ''] = chosen;
    const [other = ''] = cookies.filter((cookie) => !chosen.includes(cookie));
    expect(await fetchPage(one)).toContain(version);
    expect(await fetchPage(other)).not.toContain(version);

    await setShare(60);
    expect(await filterByVersion(chosen, version)).toEqual(chosen);
    await setShare(10);
    const fewer = await filterByVersion(cookies, version);
    expect(chosen).toEqual(expect.arrayContaining(fewer));

    await teams.applyChange({ slice: 'mf-history', action: 'promote', transition: promote });
    expect(await filterByVersion(cookies, version)).toEqual(cookies);
  });
});

test('serves no build with a changed record, and everything else', async () => {
  const version = await teams.deployBuild('mf-auth', 'signing in');
  const record = path.join(shell.store, 'mf-auth', `${version}.json`);
  await writeFile(record, '{}');

  await teams.deployBuild('mf-history', 'after the tampering');

  const remaining = await fetchSlices();
  expect(remaining['mf-auth']).toBeUndefined();
  expect(remaining['mf-history']).toBeDefined();
  expect(shell.logs()).toContain('a build differs from what was published');
});

test('serves the previous revision when the newest is damaged', async () => {
  const before = await fetchSlices();
  const { revision } = (await (await fetch(`${shell.url}/slices.json`)).json()) as { revision: number };
  const next = path.join(shell.store, 'registry', `${String(revision + 1).padStart(10, '0')}.json`);
  await writeFile(next, '{"revis');

  await eventually(() => shell.logs().includes('is damaged'));
  expect(await fetchSlices()).toEqual(before);
});

test('serves no file outside of the store', async () => {
  const version = (await fetchSlices())['mf-history']?.version;
  for (const address of [
    `/slices/mf-history/${version}/..%2F..%2Fregistry%2F0000000001.json`,
    `/slices/mf-history/registry/0000000001.json`,
    '/slices/registry/x/0000000001.json',
    '/slices/..%2f/x/0000000001.json',
    `/slices/mf-history/${version}/nothing.js`,
  ]) {
    expect((await fetch(shell.url + address)).status).toBe(404);
  }
});

test('lists its shared exports', async () => {
  const { exports } = (await (await fetch(`${shell.url}/platform.json`)).json()) as { exports: string[] };
  expect(exports).toEqual(expect.arrayContaining(['Button', 'createPortalApi', 'useUser']));
  expect(exports).not.toContain('AuthModule');
});

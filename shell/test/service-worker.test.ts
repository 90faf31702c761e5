import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningShell, startShell } from './support/running-shell.ts';

const readDirectives = ({ headers }: Response) =>
  (headers.get('content-security-policy') ?? '').split(';').map((directive) => directive.trim());

describe('the service worker', () => {
  let shell: RunningShell;
  beforeAll(async () => {
    shell = await startShell({ env: { SLICE_FILES_URL: 'https://files.example/slices' } });
  });
  afterAll(() => shell.close());

  test('it is asked about each time, serves the whole portal and fetches nothing but its files', async () => {
    const worker = await fetch(`${shell.url}/sw.js`);
    expect(worker.status).toBe(200);
    expect(worker.headers.get('content-type')).toContain('text/javascript');
    expect(worker.headers.get('cache-control')).toBe('no-cache');
    expect(worker.headers.get('service-worker-allowed')).toBe('/');
    expect(readDirectives(worker)).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self' https://files.example",
    ]);
    const headers = { 'if-none-match': worker.headers.get('etag') ?? '' };
    expect((await fetch(`${shell.url}/sw.js`, { headers })).status).toBe(304);
  });

  test('pages name it, by a script that has no hash in its address', async () => {
    expect(await (await fetch(shell.url)).text()).toContain('<meta name="service-worker" content="/sw.js">');
  });
});

describe('a portal that does without', () => {
  let shell: RunningShell;
  beforeAll(async () => {
    shell = await startShell({ env: { SERVICE_WORKER: 'off' } });
  });
  afterAll(() => shell.close());

  test('its pages name no worker, and browsers that have one get one that removes itself', async () => {
    expect(await (await fetch(shell.url)).text()).not.toContain('service-worker');
    const worker = await fetch(`${shell.url}/sw.js`);
    expect(worker.headers.get('cache-control')).toBe('no-cache');
    expect(await worker.text()).toContain('registration.unregister()');
  });
});

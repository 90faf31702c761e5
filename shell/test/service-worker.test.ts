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

  test('is revalidated each time, controls the whole portal and fetches only its files', async () => {
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

  test('is registered by a script without a hash in its address', async () => {
    expect(await (await fetch(shell.url)).text()).toContain('<meta name="service-worker" content="/sw.js">');
  });
});

describe('a portal without the service worker', () => {
  let shell: RunningShell;
  beforeAll(async () => {
    shell = await startShell({ env: { SERVICE_WORKER: 'off' } });
  });
  afterAll(() => shell.close());

  test('names no worker in its pages, and serves one that removes itself', async () => {
    expect(await (await fetch(shell.url)).text()).not.toContain('service-worker');
    const worker = await fetch(`${shell.url}/sw.js`);
    expect(worker.headers.get('cache-control')).toBe('no-cache');
    expect(await worker.text()).toContain('registration.unregister()');
  });
});

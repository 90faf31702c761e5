import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { findOrInstallNginx, registerApplicant } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { json } from './support/fake-services.ts';
import {
  CONNECTIONS_PER_ADDRESS,
  type PortalBehindEdge,
  startPortalBehindEdge,
} from './support/portal-behind-edge.ts';

const nginx = await findOrInstallNginx().catch((error: Error) => {
  process.stderr.write(`nginx before the shell is not tested: ${error.message}\n`);
});

(nginx ? describe : describe.skip)('nginx before the shell', () => {
  let portal: PortalBehindEdge;
  let origin: string;
  beforeAll(async () => {
    portal = await startPortalBehindEdge(String(nginx));
    origin = portal.address.origin;
  });
  afterAll(() => portal?.close());

  /** Uses a local address of its own, so that each test has separate limits. */
  async function post(path: string, from: string, headers: Record<string, string> = {}) {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { method: 'POST', localAddress: from, family: 4, agent: false } as const;
      const type = { 'content-type': 'application/json' };
      const sent = request(`${origin}${path}`, { ...options, headers: { ...type, ...headers } }, resolve);
      sent.once('error', reject);
      if (headers['content-length']) sent.flushHeaders();
      else sent.end('{}');
    });
    const body = JSON.parse(await text(response)) as Record<string, unknown>;
    return { status: response.statusCode, headers: response.headers, body };
  }

  test('signs an applicant up and in over TLS, by a cookie of this host only', async () => {
    const applicant = await registerApplicant(origin);
    expect((await applicant.call('getsessions')).body.data).toHaveLength(1);
    const answer = await applicant.fetch('/');
    expect([answer.status, answer.headers.get('strict-transport-security')]).toEqual([
      200,
      expect.stringContaining('max-age='),
    ]);
    expect((await fetch(portal.address.plainOrigin, { redirect: 'manual' })).headers.get('location')).toBe(
      `${origin}/`,
    );
  });

  test('forwards the applicant’s address to the services, whatever the applicant claims', async () => {
    const { body } = await post('/api/dashboard/open', '127.0.0.7', { 'x-forwarded-for': '203.0.113.9' });
    expect(body['x-forwarded-for']).toBe('127.0.0.7');
  });

  test('rejects a body above 16 MB with 413 before it is received', async () => {
    const answer = await post('/api/dashboard/open', '127.0.0.8', { 'content-length': '17000000' });
    expect([answer.status, answer.body.code]).toEqual([413, 'too-large']);
  });

  test('limits concurrent requests of an address, and serves other addresses meanwhile', async () => {
    const finish: (() => void)[] = [];
    const allWait = new Promise<void>((resolve) => {
      portal.application.on('/api/dashboard/wait', (_request, response) => {
        finish.push(() => json(response, 200, {}));
        if (finish.length === CONNECTIONS_PER_ADDRESS) resolve();
      });
    });
    const pending = Array.from({ length: CONNECTIONS_PER_ADDRESS }, () =>
      post('/api/dashboard/wait', '127.0.0.9'),
    );
    await allWait;
    const rejected = await post('/api/dashboard/open', '127.0.0.9');
    expect([rejected.status, rejected.body.code]).toEqual([429, 'too-many']);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect((await post('/api/dashboard/open', '127.0.0.10')).status).toBe(200);
    for (const each of finish) each();
    expect((await Promise.all(pending)).map(({ status }) => status)).toEqual(pending.map(() => 200));
  });

  test('serves a stored file in its best encoding while the shell is down, and a page that says what to do', async () => {
    const [, file = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(origin)).text()) ?? [];
    const fetchFile = () => fetch(origin + file, { headers: { 'accept-encoding': 'gzip, br' } });
    const content = await (await fetchFile()).text();
    await portal.shell.kill();
    const stored = await fetchFile();
    expect(await stored.text()).toBe(content);
    expect(stored.headers.get('content-encoding')).toBe('br');
    expect(stored.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const page = await fetch(origin, { headers: { accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([503, expect.stringMatching(/lang="te".*try again/)]);
    const call = await post('/api/dashboard/open', '127.0.0.11');
    expect([call.status, call.body.code]).toEqual([503, 'part-down']);
  });
});

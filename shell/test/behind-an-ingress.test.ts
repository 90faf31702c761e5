import { eventually, freePort } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ShellWithApplicants, startShellWithApplicants } from './support/applicants.ts';

let shell: ShellWithApplicants;
let metricsUrl: string;
beforeAll(async () => {
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  shell = await startShellWithApplicants({
    TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8, ::1',
    METRICS_PORT: String(port),
  });
});
afterAll(() => shell.close());

/** The client address that services receive when a proxy on this machine sends this header. */
async function fetchForwardedFor(forwardedFor: string): Promise<string> {
  const response = await shell.post('/api/dashboard/open', { 'x-forwarded-for': forwardedFor });
  return ((await response.json()) as Record<string, string>)['x-forwarded-for'] ?? '';
}

test("trusts a proxy about the client's address", async () => {
  expect(await fetchForwardedFor('203.0.113.9')).toBe('203.0.113.9');
  expect(await fetchForwardedFor('2001:db8::9')).toBe('2001:db8::9');
});

test("does not trust the client's own claims", async () => {
  expect(await fetchForwardedFor('198.51.100.7, 203.0.113.9')).toBe('203.0.113.9');
  expect(await fetchForwardedFor('198.51.100.7, 203.0.113.9, 10.1.2.3')).toBe('203.0.113.9');
});

test('counts requests by route and outcome, on a separate port', async () => {
  await shell.post('/api/dashboard/open');
  await fetch(`${shell.url}/api/documents/secret-id?number=9876543210`);
  const counts = await eventually(async () => {
    const text = await (await fetch(metricsUrl)).text();
    return text.includes('/api/documents/:id') && text;
  });
  expect(counts).toContain(
    'http_server_request_duration_seconds_count{http_request_method="POST",http_route="/api/dashboard/open",http_response_status_code="200"}',
  );
  expect(counts).not.toMatch(/secret-id|9876543210/);
  expect((await fetch(`${shell.url}/metrics`)).status).toBe(404);
});

test('counts a service that does not respond', async () => {
  const { application } = shell.services;
  await application.crash();
  expect((await shell.post('/api/dashboard/open')).status).toBe(503);
  expect(await (await fetch(metricsUrl)).text()).toMatch(
    /part_down_answers_total\{down="svc-application"\} \d+/,
  );
  const ownReadiness = '/readyz?exclude=services';
  expect((await fetch(`${shell.url}/readyz`)).status).toBe(503);
  expect((await fetch(shell.url + ownReadiness)).status).toBe(200);
  await application.restart();
});

test('rejects a list that names no network, in one line', async () => {
  await expect(startShellWithApplicants({ TRUSTED_PROXIES: 'ingress.local' })).rejects.toThrow(
    /shell: Invalid configuration: TRUSTED_PROXIES: is not a list of addresses and networks/,
  );
});

import { eventually, freePort } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDeployments } from './support/deployments.ts';
import { type RunningShell, startShell } from './support/running-shell.ts';

let shell: RunningShell;
let metricsUrl: string;
let version: string;
beforeAll(async () => {
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  shell = await startShell({ env: { METRICS_PORT: String(port) } });
  version = await createDeployments(shell).deployBuild('mf-history', 'the history');
});
afterAll(() => shell.close());

const postReport = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${shell.url}/slices/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shell.url, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const buildReport = () => ({ slice: 'mf-history', version, kind: 'threw', error: 'TypeError' });

test("logs and counts a page's failure with slice and version", async () => {
  expect((await postReport(buildReport())).status).toBe(204);
  const { version: _, ...missing } = buildReport();
  expect((await postReport({ ...missing, kind: 'missing' })).status).toBe(204);
  const line = await eventually(async () =>
    shell
      .logs()
      .split('\n')
      .find((each) => each.includes('"slice failed"')),
  );
  expect(JSON.parse(line)).toMatchObject({ level: 'warn', service: 'shell', ...buildReport() });
  expect(await (await fetch(metricsUrl)).text()).toMatch(
    /slice_failures_total\{slice="mf-history",kind="threw"\} 1/,
  );
});

test.each([
  ['a slice that nobody published', { slice: 'mf-other' }],
  ['a version that nobody published', { version: 'f'.repeat(32) }],
  ['a version that is none', { version: '../../x' }],
  ['a kind of its own', { kind: 'other' }],
  ['free text', { error: 'Ravi 9876543210' }],
  ['more than is asked', { url: '/paymentstatus?order_id=1' }],
])('rejects %s and logs nothing of it', async (_what, change) => {
  const before = shell.logs().split('slice failed').length;
  expect((await postReport({ ...buildReport(), ...change })).status).toBe(400);
  expect(shell.logs().split('slice failed').length).toBe(before);
  expect(shell.logs()).not.toMatch(/Ravi|9876543210/);
});

test('rejects another site, another type and a large body', async () => {
  expect((await postReport(buildReport(), { origin: 'https://evil.example' })).status).toBe(403);
  expect((await postReport('x', { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await postReport({ ...buildReport(), error: 'x'.repeat(3000) })).status).toBe(413);
  expect((await fetch(`${shell.url}/slices/faults`)).status).toBe(405);
});

test('rate-limits reports', async () => {
  const responses = await Promise.all(Array.from({ length: 70 }, () => postReport(buildReport())));
  const rejected = responses.filter(({ status }) => status === 429);
  expect(rejected.length).toBeGreaterThan(0);
  expect(rejected[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
});

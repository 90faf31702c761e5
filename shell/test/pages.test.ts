import { trialMessages } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningShell, startShell } from './support/running-shell.ts';

let shell: RunningShell;
beforeAll(async () => {
  shell = await startShell({ env: { SLICE_FILES_URL: 'https://files.example/slices' } });
});
afterAll(() => shell.close());

const readPolicy = ({ headers }: Response) =>
  (headers.get('content-security-policy') ?? '').split(';').map((directive) => directive.trim());

test('allows only the portal’s own files on a page', async () => {
  const answer = await fetch(shell.url);
  const policy = readPolicy(answer);
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self' https://files.example",
      "style-src 'self'",
      "connect-src 'self' http://127.0.0.1:9",
      "form-action 'self' https://checkout.example",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]),
  );
  expect(policy.join()).not.toMatch(/unsafe/);
  const html = await answer.text();
  expect(html).not.toMatch(/<script(?![^>]*(src=|application\/json))/);
  expect(html).not.toContain('style=');
  expect(html).toContain('<meta name="payment-handler" content="http://127.0.0.1:9/handler">');
});

test('sends the portal’s icon for pages that name none', async () => {
  const hint = await fetch(`${shell.url}/favicon.ico`, { redirect: 'manual' });
  expect(hint.headers.get('cache-control')).toBe('public, max-age=86400');
  const icon = await fetch(new URL(hint.headers.get('location') ?? '', shell.url));
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(icon.headers.get('cache-control')).toContain('immutable');
});

test.each([
  ['/', 200],
  ['/ticket', 200],
  ['/termsandpolicy', 200],
  ['/paymentstatus?order_id=order_1', 200],
  ['/nothing', 404],
  ['/constructor', 404],
])('answers %s by a page with %i', async (address, status) => {
  const answer = await fetch(shell.url + address);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toContain('text/html');
});

test.each(['localhost', '[::1]'])(
  'sends pages of %s to the one origin that calls are accepted from',
  async (name) => {
    const { port } = new URL(shell.url);
    const page = await fetch(`http://${name}:${port}/ticket?from=home`, { redirect: 'manual' });
    expect([page.status, page.headers.get('location')]).toEqual([307, `${shell.url}/ticket?from=home`]);
    expect((await fetch(`http://${name}:${port}/healthz`)).status).toBe(200);
  },
);

test('does not resend an unchanged page', async () => {
  const first = await fetch(shell.url);
  const etag = first.headers.get('etag') ?? '';
  const again = await fetch(shell.url, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } });
  expect(again.status).toBe(304);
});

const examination = {
  examine_year: '2031',
  name: 'Archaka examinations 2031',
  name_te: 'అర్చక పరీక్షలు 2031',
  exam_types: [{ id: 1, name: 'Pravesa', name_te: 'ప్రవేశ', previous_certificate: null }],
  agamas: [],
  languages: [],
  fee_paise: 10000,
  amount: 100,
  latest_dob: '2031-06-10',
  age_threshold: 40,
  opens: '2001-06-01T00:00:00+05:30',
  closes: '2099-12-31T23:59:59+05:30',
  edit_until: '2099-12-31T23:59:59+05:30',
  contacts: { example: true, office: '1', phones: [], technical: [], email: 'a@b.example' },
  results: { example: true, year: '2019', links: [] },
  notices: [
    {
      id: 'n1',
      text: '</script><script>alert(1)</script>',
      text_te: '</script><script>alert(2)</script>',
      from: '2026-06-01T00:00:00.000Z',
      until: '2099-06-01T00:00:00.000Z',
    },
  ],
};
const fetchPage = async (cookie: string) => (await fetch(shell.url, { headers: { cookie } })).text();

test('renders the page in the chosen language, by default in Telugu, under the startup loader', async () => {
  const telugu = await fetchPage('');
  expect(telugu).toContain('<html lang="te" data-both-languages>');
  expect(telugu).toMatch(/<title>హోమ్ \/ Home/);
  expect(telugu).toMatch(/<div id="root"><div class="loader loader-startup" role="status">/);
  expect(telugu).toMatch(/<h1 class="title"[^>]*>.*అర్చక పరీక్షలు/);
  expect(telugu).toContain('ప్రవేశ పరీక్షకు ఫోటో, జనన ధ్రువీకరణ పత్రం కావాలి.');
  const english = await fetchPage('a=b; language=en');
  expect(english).toContain('<html lang="en">');
  expect(english).toMatch(/<title>Home \/ హోమ్/);
  expect(english).toContain('Apply here for the examinations of the temple archakas');
});

test('includes the examination with its notices in the page, and a name without a year until svc-application has sent it', async () => {
  expect(await fetchPage('')).not.toContain('2031');
  shell.services.application.on('/api/dashboard/getexamination', (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ status: 200, data: [{ ...examination, unknown_to_the_shell: true }] })),
  );
  await eventually(async () => (await fetchPage('')).includes('అర్చక పరీక్షలు 2031'));
  const inlined = /<script type="application\/json" id="examination">(.*?)<\/script>/.exec(
    await fetchPage(''),
  );
  expect(JSON.parse(inlined?.[1] ?? '')).toEqual(examination);
  const html = await fetchPage('');
  expect(html).toContain('&lt;/script&gt;&lt;script&gt;alert(2)&lt;/script&gt;');
  expect(html).not.toContain('<script>alert');
});

test('sends the shell’s script brotli-compressed and immutable', async () => {
  const html = await (await fetch(shell.url)).text();
  const script = html.match(/\/assets\/shell\.[\w]+\.js/)?.[0];
  const answer = await fetch(shell.url + script, { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('cache-control')).toContain('immutable');
  const plain = await fetch(shell.url + script, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
});

test("preloads the shared files of applicants' slices, but not on a visitor’s home page", async () => {
  const preload = /<link rel="preload" as="script" href="\/assets\/[^"]+\.js" fetchpriority="low">/;
  const signedIn = `archaka_session=${'a'.repeat(43)}`;
  expect(await fetchPage(signedIn)).toMatch(preload);
  expect(await (await fetch(`${shell.url}/ready`)).text()).toMatch(preload);
  expect(await fetchPage('')).not.toMatch(preload);
  expect(await (await fetch(`${shell.url}/ticket`)).text()).not.toMatch(preload);
});

test('names a service worker in its pages that is revalidated, controls the portal and fetches only its files', async () => {
  expect(await (await fetch(shell.url)).text()).toContain('<meta name="service-worker" content="/sw.js">');
  const worker = await fetch(`${shell.url}/sw.js`);
  expect(worker.status).toBe(200);
  expect(worker.headers.get('content-type')).toContain('text/javascript');
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  expect(worker.headers.get('service-worker-allowed')).toBe('/');
  expect(readPolicy(worker)).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self' https://files.example",
  ]);
  const headers = { 'if-none-match': worker.headers.get('etag') ?? '' };
  expect((await fetch(`${shell.url}/sw.js`, { headers })).status).toBe(304);
});

describe('in a trial without the service worker', () => {
  let trial: RunningShell;
  beforeAll(async () => {
    trial = await startShell({ env: { TRIAL: '1', SERVICE_WORKER: 'off' } });
  });
  afterAll(() => trial?.close());

  test.each([
    '/',
    '/ticket',
    '/paymentstatus?order_id=order_1',
    '/termsandpolicy',
    '/ready',
    '/nothing',
    '/api/docs',
  ])('marks %s in each of its languages', async (address) => {
    const html = await (await fetch(trial.url + address)).text();
    expect(html).toContain(trialMessages.notice.en);
    if (address !== '/api/docs') expect(html).toContain(trialMessages.notice.te);
  });

  test('has no mark outside of a trial', async () => {
    expect(await (await fetch(shell.url)).text()).not.toContain(trialMessages.notice.en);
  });

  test('names no worker in its pages, and serves one that removes itself', async () => {
    expect(await (await fetch(trial.url)).text()).not.toContain('service-worker');
    const worker = await fetch(`${trial.url}/sw.js`);
    expect(worker.headers.get('cache-control')).toBe('no-cache');
    expect(await worker.text()).toContain('registration.unregister()');
  });
});

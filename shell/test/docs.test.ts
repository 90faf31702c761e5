import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildCall, type FakeService, json } from './support/fake-services.ts';
import { type RunningShell, startShell } from './support/running-shell.ts';

const PAGE = '/api/docs';
const DOCUMENT = '/api/docs/openapi.json';

const operation = (summary: string) => ({
  operationId: 'renew',
  summary,
  tags: ['application'],
  responses: { 200: { description: 'done' }, 401: { $ref: '#/components/responses/refused-401' } },
});
const buildDocument = (summary: string) => ({
  openapi: '3.1.0',
  info: { title: 'svc-application', version: '1.4.0' },
  paths: { '/api/dashboard/renew': { post: operation(summary) } },
  components: {
    schemas: { Digits: { type: 'string', pattern: '^\\d+$' } },
    responses: { 'refused-401': { description: 'Not signed in' } },
  },
});
const emptyDocument = { openapi: '3.1.0', info: { title: 'other', version: '1.2.0' }, paths: {} };

let shell: RunningShell;
beforeAll(async () => {
  shell = await startShell({
    contracts: { application: { calls: [buildCall('renew', 'query', 'required')] } },
  });
  const { application, ...others } = shell.services;
  application.on('/openapi.json', (_request, response) => json(response, 200, buildDocument('Renews it')));
  for (const other of Object.values(others)) {
    other.on('/openapi.json', (_request, response) => json(response, 200, emptyDocument));
  }
});
afterAll(() => shell.close());

const fetchDocument = async () =>
  (await (await fetch(shell.url + DOCUMENT)).json()) as { paths: Record<string, unknown> };

test('combines the documents of the services with the shell’s own addresses', async () => {
  const document = await fetchDocument();
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { version: '1.4.0' },
    servers: [{ url: shell.url }],
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'archaka_session' } } },
  });
  const own = ['/slices.json', '/slices/faults', '/.well-known/jwks.json', DOCUMENT];
  expect(Object.keys(document.paths)).toEqual(['/api/dashboard/renew', ...own]);
});

test('answers GET only at the shell’s own addresses', async () => {
  for (const path of ['/slices.json', '/.well-known/jwks.json', DOCUMENT]) {
    const { status, headers } = await fetch(shell.url + path, { method: 'POST' });
    expect([path, status, headers.get('allow')]).toEqual([path, 405, 'GET']);
  }
});

test('loads the viewer from the shell only, under a policy without inline scripts, eval or other hosts', async () => {
  const response = await fetch(shell.url + PAGE);
  const html = await response.text();
  const policy = response.headers.get('content-security-policy')?.split('; ') ?? [];
  expect(policy).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'"]),
  );
  expect(policy.join()).not.toMatch(/unsafe|https?:|\*/);
  expect(html).toContain('<title>Archaka examinations portal · API</title>');
  const files = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
  expect(files).toEqual([
    '/api/docs/swagger-ui.css',
    DOCUMENT,
    '/api/docs/swagger-ui-bundle.js',
    '/api/docs/start-viewer.js',
  ]);
  const types = files.map(async (file) => (await fetch(shell.url + file)).headers.get('content-type'));
  expect(await Promise.all(types)).toEqual(
    ['text/css', 'application/json', 'text/javascript', 'text/javascript'].map(
      (type) => `${type}; charset=utf-8`,
    ),
  );
});

test('leaves the policy and headers of other pages unchanged', async () => {
  const readHeaders = async (address: string) =>
    Object.fromEntries((await fetch(shell.url + address)).headers);
  const [page, other] = await Promise.all([readHeaders(PAGE), readHeaders('/')]);
  expect(other['content-security-policy']).toContain("require-trusted-types-for 'script'");
  const protective = [
    'cross-origin-opener-policy',
    'cross-origin-resource-policy',
    'referrer-policy',
    'x-content-type-options',
    'x-frame-options',
  ];
  for (const name of protective) expect([name, page[name]]).toEqual([name, other[name] ?? 'missing']);
});

test.each([PAGE, DOCUMENT, '/api/docs/swagger-ui-bundle.js'])(
  'sends %s compressed, and not again while it is unchanged',
  async (address) => {
    const first = await fetch(shell.url + address, { headers: { 'accept-encoding': 'br' } });
    expect(first.headers.get('content-encoding')).toBe('br');
    const again = await fetch(shell.url + address, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
  },
);

test('queries the services once for any number of readers', async () => {
  const { application } = shell.services;
  const countFetches = () => application.requests.filter(({ url }) => url === '/openapi.json').length;
  const before = countFetches();
  await Promise.all(Array.from({ length: 5 }, () => fetch(shell.url + DOCUMENT)));
  expect([before, countFetches()]).toEqual([1, 1]);
});

/** Changes a service's document and the version of its contract, by which the shell reads it again. */
function publishDocument(service: FakeService, version: string, document: object): void {
  service.on('/openapi.json', (_request, response) => json(response, 200, document));
  service.on('/contract', (_request, response) =>
    json(response, 200, { service: 'application', version, calls: [], routes: [] }),
  );
}

test("includes a service's changed contract without a change of the shell", async () => {
  publishDocument(shell.services.application, '2', buildDocument('Renews twice'));
  await eventually(async () => (await (await fetch(shell.url + DOCUMENT)).text()).includes('Renews twice'));
});

test('includes the other services while one does not respond, and that one again afterwards', async () => {
  const { payment, application } = shell.services;
  const listPaths = async () =>
    Object.keys((await fetchDocument()).paths).filter((path) => path.startsWith('/api/dashboard'));
  await payment.crash();
  publishDocument(application, '3', buildDocument('Renews twice'));
  payment.on('/openapi.json', (_request, response) =>
    json(response, 200, {
      ...emptyDocument,
      paths: { '/api/dashboard/pay': { post: { ...operation('Pays'), operationId: 'pay' } } },
    }),
  );
  await eventually(async () => (await listPaths()).length === 1);
  await payment.restart();
  await eventually(async () => (await listPaths()).includes('/api/dashboard/pay'));
});

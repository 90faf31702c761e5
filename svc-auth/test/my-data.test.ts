import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { retentionSchema } from '@archaka/contracts/retention';
import { buildPhoto, buildSignUp, type RunningService, startService } from '@archaka/test-kit';
import { beforeAll, expect, test } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import { serveAuth } from './support/test-browser.ts';

const DAILY_DOWNLOADS = 5;

const auth = serveAuth();
let application: RunningService;
beforeAll(async () => {
  application = await startService('svc-application', { environment: auth.environment });
});

/** A signed-in applicant, with requests as the gateway forwards them. */
async function signIn() {
  const browser = auth.openBrowser();
  const person = await browser.createNewcomer();
  const sessionId = await browser.openSession(person.number);
  const { userId, headers } = await browser.authorize(sessionId);
  const download = () => fetch(`${auth.url}/api/my-data`, { headers });
  return { browser, person, sessionId, userId, download };
}

async function uploadPhoto({ browser, sessionId }: Awaited<ReturnType<typeof signIn>>): Promise<string> {
  const { headers } = await browser.authorize(sessionId, 'svc-application');
  const body = new FormData();
  body.set('kind', 'image');
  body.set('file', new Blob([Uint8Array.from(await buildPhoto('png'))]), 'photo.png');
  const response = await fetch(`${application.url}/api/documents`, { method: 'POST', body, headers });
  return ((await response.json()) as { document_id: string }).document_id;
}

test('shows visitors the periods of the retention file', async () => {
  const file = fileURLToPath(import.meta.resolve('@archaka/exams/retention.json'));
  const { kinds } = retentionSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const response = await auth.openBrowser().post('getretention', {});
  expect(await response.json()).toEqual({
    status: 200,
    data: kinds.map(({ kind, what, period, counted_from, reason }) => ({
      kind,
      what,
      period,
      counted_from,
      reason,
    })),
  });
});

test('downloads the data of all services that respond, and names those that do not', async () => {
  const visitor = await signIn();
  const document = await uploadPhoto(visitor);
  const response = await visitor.download();
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(response.headers.get('x-missing-services')).toBe('payment,ticket');

  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const readJson = (name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array()));
  expect(readJson('auth.json')).toMatchObject({
    account: [{ email: buildSignUp(visitor.person).email }],
    sign_ins: [{ own_device: false }],
  });
  expect(readJson('application.json')).toEqual({ consents: [], drafts: [], applications: [] });
  expect(Object.keys(files).filter((name) => name.startsWith('papers/'))).toEqual([
    expect.stringContaining(document.slice(0, 8)),
  ]);
  expect(readJson('manifest.json').missing).toEqual([
    { service: 'payment', what: 'everything' },
    { service: 'ticket', what: 'everything' },
  ]);
  const actions = await auth.database
    .collection('audit_entries')
    .find({ 'subject.userId': visitor.userId, action: 'data.exported' })
    .toArray();
  expect(actions).toHaveLength(1);
});

test('requires a one-time password when the last is older than five minutes', async () => {
  const { download, userId } = await signIn();
  const opened_at = new Date(Date.now() - 6 * 60_000);
  await auth.database.collection('sessions').updateOne({ account_id: userId }, { $set: { opened_at } });
  expect((await download()).status).toBe(401);
});

test('rejects the sixth download of a day', async () => {
  const { download } = await signIn();
  const statuses: number[] = [];
  for (let count = 0; count <= DAILY_DOWNLOADS; count += 1) {
    const response = await download();
    statuses.push(response.status);
    await response.arrayBuffer();
  }
  expect(statuses).toEqual([...Array(DAILY_DOWNLOADS).fill(200), 429]);
});

import { buildPdf, uploadResumably } from '@archaka/test-kit';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readPages } from '../src/features/rasterize-pdf/testing/read-pages.ts';
import { type RunningApplication, startApplication } from './support/service.ts';

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

const createActivePdf = (text: string) =>
  Buffer.from(
    `${buildPdf(text).toString('latin1').replace('/Catalog', '/Catalog /OpenAction << /S /JavaScript >>')}%EICAR`,
    'latin1',
  );
const toDataUrl = (bytes: Buffer) => [
  { reviewimg: `data:application/pdf;base64,${bytes.toString('base64')}`, filetype: 'pdf' },
];
const readTexts = async (response: Response) =>
  (await readPages(new Uint8Array(await response.arrayBuffer()))).map(({ text }) => text);
const toFileItem = (document_id: string, filetype: string) => [{ document_id, filetype }];

describe('uploading a document', () => {
  test('stores an uploaded file and returns it to its owner with safe headers', async () => {
    const user = await portal.createUser();
    const bytes = buildPdf('Birth');
    const { http, headers: _, ...uploaded } = await user.upload('birthcertificate', bytes, 'photo.jpg');
    expect(http).toBe(201);
    expect(uploaded).toEqual({ document_id: expect.any(String), filetype: 'pdf', bytes: bytes.length });
    const response = await user.fetch(`/api/documents/${uploaded.document_id}`);
    expect(await readTexts(response)).toEqual(['Birth']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="document.pdf"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });

  test('stores only the pages of a PDF with active content, uploaded by either way', async () => {
    const user = await portal.createUser();
    const url = portal.stage.urls.application;
    const uploaded = await user.upload('markmemos', createActivePdf('one'));
    const file = { headers: user.auth, kind: 'markmemos', bytes: createActivePdf('other') };
    const resumed = (await uploadResumably(url, file)).body;
    await user.save({ birthcertificate: toDataUrl(createActivePdf('third')) });
    const [draft] = await user.getDraft();
    const [inline] = (draft?.birthcertificate ?? []) as { document_id: string }[];
    const texts: string[] = [];
    for (const id of [uploaded.document_id, resumed?.document_id, inline?.document_id]) {
      const response = await user.fetch(`/api/documents/${id}`);
      expect(await response.clone().text()).not.toMatch(/JavaScript|OpenAction|EICAR/);
      texts.push(...(await readTexts(response)));
    }
    expect(texts).toEqual(['one', 'other', 'third']);
  });

  test('accepts fields in any order, and rejects repeated ones', async () => {
    const user = await portal.createUser();
    const post = async (fields: [string, string | Blob][]) => {
      const body = new FormData();
      for (const [name, value] of fields) body.append(name, value);
      const response = await user.fetch('/api/documents', { method: 'POST', body });
      return [response.status, response.headers.get('content-type')?.split(';')[0]];
    };
    const file: [string, Blob] = ['file', new Blob([new Uint8Array(buildPdf())])];
    const kind: [string, string] = ['kind', 'markmemos'];
    const problem = [400, 'application/problem+json'];
    expect(await post([file, kind])).toEqual([201, 'application/json']);
    expect(await post([kind, file, kind])).toEqual(problem);
    expect(await post([kind, file, file])).toEqual(problem);
    expect(await post([['kind[]', 'markmemos'], file])).toEqual(problem);
    expect(await post([kind, ['file', 'text in place of a file']])).toEqual(problem);
    expect(await post([...Array<[string, string]>(6).fill(['other', 'x']), kind, file])).toEqual(problem);
  });

  test('rejects an upload with a second form after its end at once', async () => {
    const user = await portal.createUser();
    const headers = { ...user.auth, 'content-type': 'multipart/form-data; boundary=x' };
    const part = 'content-disposition: form-data; name="file"; filename="a"';
    const body = `--x--\r\n--x\r\n--x\r\nn:\r\n${part}\r\ne:\r\n\r\nx`;
    const signal = AbortSignal.timeout(scaledTimeout(5000));
    const response = await user.fetch('/api/documents', { method: 'POST', headers, body, signal });
    expect(response.status).toBe(400);
  });

  test('limits a user to 60 files a day, without an effect on others', async () => {
    const [user, other] = [await portal.createUser(), await portal.createUser()];
    const bytes = buildPdf();
    for (let count = 0; count < 60; count += 1)
      expect((await user.upload('markmemos', bytes)).http).toBe(201);
    const rejected = await user.upload('markmemos', bytes);
    expect(rejected.http).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect((await other.upload('markmemos', bytes)).http).toBe(201);
    expect((await user.save()).http).toBe(429);
    const withoutKind = { method: 'POST', headers: user.auth, body: new FormData() };
    expect((await user.fetch('/api/documents', withoutKind)).status).toBe(429);
  });

  test('counts invalid files of forms before they are inspected', async () => {
    const user = await portal.createUser();
    const statuses = new Set<number>();
    for (let count = 0; count < 30; count += 1) {
      const broken = Buffer.from(`%PDF-1.7\nnonsense ${count}`);
      statuses.add((await user.save({ birthcertificate: toDataUrl(broken), image: toDataUrl(broken) })).http);
    }
    expect([...statuses]).toEqual([400]);
    const rejected = await user.save({ birthcertificate: toDataUrl(Buffer.from('%PDF-1.7\nmore')) });
    expect(rejected.http).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(80_000);
  });

  test('counts the files of a repeated form once', async () => {
    const user = await portal.createUser();
    for (let count = 0; count < 35; count += 1) expect((await user.save()).http).toBe(200);
  });
});

describe('ownership of a document', () => {
  test('serves it to its owner and to services only', async () => {
    const [user, other] = [await portal.createUser(), await portal.createUser()];
    const { document_id } = await user.upload('birthcertificate', buildPdf());
    expect((await other.fetch(`/api/documents/${document_id}`)).status).toBe(403);
    expect((await other.fetch('/api/documents/nothing')).status).toBe(404);
    const internal = `${portal.stage.urls.application}/internal/documents/`;
    const ticketToken = await portal.stage.authorizeService('svc-ticket', 'svc-application', 'documents');
    const fetched = await fetch(internal + document_id, { headers: ticketToken });
    expect(await readTexts(fetched)).toEqual(['Birth certificate']);
    expect((await fetch(`${internal}nothing`, { headers: ticketToken })).status).toBe(404);
    expect((await fetch(internal + document_id, { headers: user.auth })).status).toBe(401);
    expect((await fetch(internal + document_id)).status).toBe(401);
    const paymentToken = await portal.stage.authorizeService('svc-payment', 'svc-application', 'documents');
    expect((await fetch(internal + document_id, { headers: paymentToken })).status).toBe(403);
    const otherCallToken = await portal.stage.authorizeService(
      'svc-ticket',
      'svc-application',
      'findversion',
    );
    expect((await fetch(internal + document_id, { headers: otherCallToken })).status).toBe(403);
    expect((await fetch(`${portal.stage.urls.application}/api/documents/${document_id}`)).status).toBe(401);
  });
});

describe('unreferenced documents', () => {
  test('restarts the period of an old document that is named again', async () => {
    const user = await portal.createUser();
    const { document_id } = await user.upload('birthcertificate', buildPdf());
    const documents = portal.database.collection<{ _id: string; touchedAt: Date }>('documents');
    const longAgo = new Date(Date.now() - 29 * 24 * 3600_000);
    await documents.updateOne({ _id: document_id }, { $set: { touchedAt: longAgo } });
    await user.save({ birthcertificate: toFileItem(document_id, 'pdf') });
    const stored = await documents.findOne({ _id: document_id }, { projection: { touchedAt: 1 } });
    expect(Date.now() - Number(stored?.touchedAt)).toBeLessThan(60_000);
  });
});

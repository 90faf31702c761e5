import { buildFormPaper, buildPdf, uploadResumably } from '@archaka/test-kit';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { describe, expect, test } from '@jest/globals';
import { readPages } from '../src/features/rasterize-pdf/testing/read-pages.ts';
import { setUpApplication } from './support/service.ts';
import { beginUpload, createPaddedPdf, MEGABYTE } from './support/uploads.ts';

const portal = setUpApplication();

const createActivePdf = (text: string) =>
  Buffer.from(
    `${buildPdf(text).toString('latin1').replace('/Catalog', '/Catalog /OpenAction << /S /JavaScript >>')}%EICAR`,
    'latin1',
  );
const readTexts = async (response: Response) =>
  (await readPages(new Uint8Array(await response.arrayBuffer()))).map(({ text }) => text);
const readWait = (headers: Headers) => Number(headers.get('retry-after'));

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
    const uploaded = await user.upload('markmemos', createActivePdf('one'));
    const file = { headers: user.auth, kind: 'markmemos', bytes: createActivePdf('other') };
    const resumed = (await uploadResumably(portal.stage.urls.application, file)).body;
    await user.save({ birthcertificate: buildFormPaper(createActivePdf('third')) });
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

  test('accepts a file of its limit with fields in any order, and rejects repeated, missing and larger ones', async () => {
    const user = await portal.createUser();
    const send = async (body: FormData | string, headers = {}) => {
      const response = await user.fetch('/api/documents', { method: 'POST', headers, body });
      return [response.status, response.headers.get('content-type')?.split(';')[0]];
    };
    const post = (fields: [string, string | Blob][]) => {
      const body = new FormData();
      for (const [name, value] of fields) body.append(name, value);
      return send(body);
    };
    const toFile = (bytes: Buffer): [string, Blob] => ['file', new Blob([new Uint8Array(bytes)])];
    const file = toFile(createPaddedPdf(2 * MEGABYTE));
    const kind: [string, string] = ['kind', 'markmemos'];
    const problem = 'application/problem+json';
    expect(await post([kind, toFile(createPaddedPdf(2 * MEGABYTE + 1))])).toEqual([413, problem]);
    expect(await send('{}', { 'content-type': 'application/json' })).toEqual([415, problem]);
    expect(await post([file, kind])).toEqual([201, 'application/json']);
    for (const fields of [
      [kind],
      [file],
      [['kind', '__proto__'], file],
      [kind, file, kind],
      [kind, file, file],
      [['kind[]', 'markmemos'], file],
      [kind, ['file', 'text in place of a file']],
      [...Array(6).fill(['other', 'x']), kind, file],
    ] as [string, string | Blob][][])
      expect(await post(fields)).toEqual([400, problem]);
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
});

describe('the limit of 60 files a day', () => {
  test('counts the files of a user by either way, without an effect on others', async () => {
    const [user, other] = [await portal.createUser(), await portal.createUser()];
    const bytes = buildPdf();
    for (let count = 0; count < 30; count += 1) {
      expect((await user.upload('markmemos', bytes)).http).toBe(201);
      expect((await beginUpload(user)).status).toBe(201);
    }
    const rejected = await user.upload('markmemos', bytes);
    expect(rejected.http).toBe(429);
    expect(readWait(rejected.headers)).toBeGreaterThan(80_000);
    const unbegun = await beginUpload(user, { kind: 'unknown' });
    expect(unbegun.status).toBe(429);
    expect(readWait(unbegun.headers)).toBeGreaterThan(80_000);
    expect((await user.save()).http).toBe(429);
    const withoutKind = { method: 'POST', headers: user.auth, body: new FormData() };
    expect((await user.fetch('/api/documents', withoutKind)).status).toBe(429);
    expect((await other.upload('markmemos', bytes)).http).toBe(201);
  });

  test('counts invalid files of forms before they are inspected', async () => {
    const user = await portal.createUser();
    for (let count = 0; count < 30; count += 1) {
      const broken = buildFormPaper(Buffer.from(`%PDF-1.7\nnonsense ${count}`));
      expect((await user.save({ birthcertificate: broken, image: broken })).http).toBe(400);
    }
    const rejected = await user.save({ birthcertificate: buildFormPaper(Buffer.from('%PDF-1.7\nmore')) });
    expect(rejected.http).toBe(429);
    expect(readWait(rejected.headers)).toBeGreaterThan(80_000);
  });

  test('counts the files of a repeated form once', async () => {
    const user = await portal.createUser();
    for (let count = 0; count < 35; count += 1) expect((await user.save()).http).toBe(200);
  });
});

test('serves a document to its owner and to services only, also in forms', async () => {
  const [user, other] = [await portal.createUser(), await portal.createUser()];
  const { document_id } = await user.upload('birthcertificate', buildPdf());
  const url = portal.stage.urls.application;
  const internal = `${url}/internal/documents/`;
  const readStatus = async (address: string, headers = {}) => (await fetch(address, { headers })).status;
  const authorize = (service: 'svc-ticket' | 'svc-payment', call: string) =>
    portal.stage.authorizeService(service, 'svc-application', call);
  expect((await other.fetch(`/api/documents/${document_id}`)).status).toBe(403);
  expect((await other.fetch('/api/documents/nothing')).status).toBe(404);
  expect((await other.save({ birthcertificate: [{ document_id, filetype: 'pdf' }] })).http).toBe(403);
  expect(await readStatus(`${url}/api/documents/${document_id}`)).toBe(401);
  const ticketToken = await authorize('svc-ticket', 'documents');
  const fetched = await fetch(internal + document_id, { headers: ticketToken });
  expect(await readTexts(fetched)).toEqual(['Birth certificate']);
  expect(await readStatus(`${internal}nothing`, ticketToken)).toBe(404);
  expect(await readStatus(internal + document_id, user.auth)).toBe(401);
  expect(await readStatus(internal + document_id)).toBe(401);
  expect(await readStatus(internal + document_id, await authorize('svc-payment', 'documents'))).toBe(403);
  expect(await readStatus(internal + document_id, await authorize('svc-ticket', 'findversion'))).toBe(403);
});

test('restarts the period of an old unreferenced document that is named again', async () => {
  const user = await portal.createUser();
  const { document_id, filetype } = await user.upload('birthcertificate', buildPdf());
  const documents = portal.database.collection<{ _id: string; touchedAt: Date }>('documents');
  const longAgo = new Date(Date.now() - 29 * 24 * 3600_000);
  await documents.updateOne({ _id: document_id }, { $set: { touchedAt: longAgo } });
  await user.save({ birthcertificate: [{ document_id, filetype }] });
  const stored = await documents.findOne({ _id: document_id }, { projection: { touchedAt: 1 } });
  expect(Date.now() - Number(stored?.touchedAt)).toBeLessThan(60_000);
});

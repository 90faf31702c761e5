import { randomBytes } from 'node:crypto';
import { buildPdf, buildPhoto, startFaultyConnection, uploadResumably } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { readPages } from '../src/features/rasterize-pdf/testing/read-pages.ts';
import { openSealing } from './support/sealing.ts';
import { setUpApplication } from './support/service.ts';
import { beginUpload, cancelUpload, createPaddedPdf, MEGABYTE, sendChunk, TUS } from './support/uploads.ts';
import type { TestUser } from './support/user.ts';

const portal = setUpApplication();

async function createUpload(user: TestUser, size = 1000, kind?: string): Promise<string> {
  const response = await beginUpload(user, { size, ...(kind && { kind }) });
  expect(response.status).toBe(201);
  return String(response.headers.get('location'));
}
const toId = (path: string) => String(path.split('/').at(-1));
const readOffset = async (user: TestUser, path: string) =>
  Number((await user.fetch(path, { method: 'HEAD', headers: TUS })).headers.get('upload-offset'));
async function toProblem(response: Response) {
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  return [response.status, ((await response.json()) as { title: string }).title];
}

describe('an upload over a broken connection', () => {
  test('resumes after two breaks during 2 MB without sending them anew', async () => {
    const user = await portal.createUser();
    const bytes = createPaddedPdf(2 * MEGABYTE);
    const breaks = { breakAfterBytes: [900_000, 900_000] };
    const connection = await startFaultyConnection(portal.stage.urls.application, breaks);
    const file = { headers: user.auth, kind: 'birthcertificate', bytes };
    const { http, body, path } = await uploadResumably(connection.url, file);
    await connection.stop();
    expect([http, connection.breakCount()]).toEqual([200, 2]);
    expect(body).toEqual({ document_id: expect.any(String), filetype: 'pdf', bytes: bytes.length });
    // Bytes that a busy service had not stored at a break are sent again, but never all of them.
    expect(connection.sentBytes()).toBeLessThan(900_000 + 900_000 + bytes.length);
    const stored = await user.fetch(`/api/documents/${body?.document_id}`);
    const pages = await readPages(new Uint8Array(await stored.arrayBuffer()));
    expect(pages.map(({ text }) => text)).toEqual(['Birth certificate']);
    expect(path).toMatch(/^\/api\/uploads\/[0-9a-f]{32}$/);
    expect(await portal.count('uploadpieces')).toBe(0);
  });

  test('repeats the last response when it was lost', async () => {
    const user = await portal.createUser();
    const lost = { loseResponses: { method: 'PATCH', count: 1 } };
    const connection = await startFaultyConnection(portal.stage.urls.application, lost);
    const file = { headers: user.auth, kind: 'image', bytes: await buildPhoto() };
    const { path, body } = await uploadResumably(connection.url, file);
    await connection.stop();
    expect([connection.breakCount(), body]).toEqual([1, undefined]);
    const { bytes, ...item } = (await (await user.fetch(path)).json()) as { bytes: number };
    expect([bytes, item]).toEqual([file.bytes.length, { document_id: expect.any(String), filetype: 'jpeg' }]);
    expect((await user.save({ image: [item] })).body.status).toBe(200);
  });

  test('returns the outcome from another instance when the first one ended before', async () => {
    const user = await portal.createUser();
    const bytes = buildPdf();
    const path = await createUpload(user, bytes.length);
    await sendChunk(user, path, bytes);
    const getCollection = (name: string) => portal.database.collection<{ _id: string }>(name);
    const id = toId(path);
    await getCollection('resumableuploads').updateOne({ _id: id }, { $set: { outcome: null } });
    expect((await user.fetch(path)).status).toBe(404);
    const { personal } = await openSealing({ connection: portal.database }, portal.stage.secrets);
    const place = { collection: 'uploadpieces', id: `${id}:0`, field: 'bytes' };
    const sealed = await personal.sealBytes(user.person.id, bytes, place);
    const piece = { _id: place.id, uploadId: id, start: 0, size: bytes.length, sealed };
    await getCollection('uploadpieces').insertOne(piece);
    expect(await (await user.fetch(path)).json()).toMatchObject({ filetype: 'pdf' });
  });

  test('stores one of several concurrent writes of the same bytes, unmixed', async () => {
    const user = await portal.createUser();
    // About 600 kB of incompressible data.
    const noise = sharp(randomBytes(450 * 450 * 3), { raw: { width: 450, height: 450, channels: 3 } });
    const bytes = await noise.png({ compressionLevel: 0 }).toBuffer();
    const path = await createUpload(user, bytes.length, 'image');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => sendChunk(user, path, bytes.subarray(0, 400_000))),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([204, 409, 409, 409, 409, 409]);
    expect(await readOffset(user, path)).toBe(400_000);
    const last = await sendChunk(user, path, bytes.subarray(400_000), 400_000);
    const { document_id } = (await last.json()) as { document_id: string };
    const stored = await user.fetch(`/api/documents/${document_id}`);
    const readPixels = (picture: Buffer | ArrayBuffer) => sharp(picture).raw().toBuffer();
    expect((await readPixels(await stored.arrayBuffer())).equals(await readPixels(bytes))).toBe(true);
  });
});

describe('the limits of an upload', () => {
  test("rejects a renamed photo with the field's message, repeatedly", async () => {
    const user = await portal.createUser();
    const file = { headers: user.auth, kind: 'birthcertificate', bytes: await buildPhoto() };
    const { http, body, path } = await uploadResumably(portal.stage.urls.application, file);
    expect([http, body?.title]).toEqual([415, 'Upload Pdf Only']);
    expect(await toProblem(await user.fetch(path))).toEqual([415, 'Upload Pdf Only']);
  });

  test.each([
    ['of no known kind', { kind: 'aadhaar' }, 400, 'Choose what the file is'],
    ['a paper beyond 2 MB', { size: 2 * MEGABYTE + 1 }, 413, 'This is too large.'],
    ['a photo beyond 5 MB', { kind: 'image', size: 5 * MEGABYTE + 1 }, 413, 'This is too large.'],
    ['empty', { size: 0 }, 415, 'Upload Pdf Only'],
    ['of a size that is none', { size: '1e3' }, 400, 'The upload cannot be read.'],
    ['badly described', { headers: { 'upload-metadata': 'kind !' } }, 400, 'The upload cannot be read.'],
    ['of another protocol', { headers: { 'tus-resumable': '0.2.2' } }, 412, expect.any(String)],
  ])('rejects it before it starts when it is %s', async (_what, options, status, title) => {
    const user = await portal.createUser();
    expect(await toProblem(await beginUpload(user, options))).toEqual([status, title]);
  });

  test('stores no bytes beyond the announced size or at another offset', async () => {
    const user = await portal.createUser();
    const path = await createUpload(user);
    expect((await sendChunk(user, path, Buffer.alloc(1001))).status).toBe(413);
    expect((await sendChunk(user, path, Buffer.alloc(10), 10)).status).toBe(409);
    const wrongType = { ...TUS, 'upload-offset': '0', 'content-type': 'text/plain' };
    const response = await user.fetch(path, { method: 'PATCH', headers: wrongType, body: 'x' });
    expect(await toProblem(response)).toEqual([415, expect.any(String)]);
    expect(await readOffset(user, path)).toBe(0);
  });

  test('accepts no pieces below 16 KB but the last', async () => {
    const user = await portal.createUser();
    const bytes = createPaddedPdf(40_000);
    const path = await createUpload(user, bytes.length);
    const send = async (from: number, to: number) =>
      (await sendChunk(user, path, bytes.subarray(from, to), from)).status;
    expect([await send(0, 0), await send(0, 1), await send(0, 16_383)]).toEqual([400, 400, 400]);
    expect(await readOffset(user, path)).toBe(0);
    expect([await send(0, 16_384), await send(16_384, 20_000)]).toEqual([204, 400]);
    expect([await send(16_384, 39_999), await send(39_999, 40_000)]).toEqual([204, 200]);
  });

  test('deletes it with its bytes when it is cancelled', async () => {
    const user = await portal.createUser();
    const path = await createUpload(user, 100_000);
    expect((await sendChunk(user, path, Buffer.alloc(50_000))).status).toBe(204);
    expect((await cancelUpload(user, path)).status).toBe(204);
    expect((await user.fetch(path, { method: 'HEAD', headers: TUS })).status).toBe(404);
    expect(await portal.count('uploadpieces', { uploadId: toId(path) })).toBe(0);
  });

  test('expires it after a day, and states when', async () => {
    const response = await beginUpload(await portal.createUser());
    const toHours = (date: unknown) => Math.round((Number(date) - Date.now()) / 3_600_000);
    expect(toHours(new Date(String(response.headers.get('upload-expires'))))).toBe(24);
    for (const name of ['resumableuploads', 'uploadpieces']) {
      const indexes = await portal.database.collection(name).indexes();
      const expiry = { key: { expiresAt: 1 }, expireAfterSeconds: 0 };
      expect(indexes).toContainEqual(expect.objectContaining(expiry));
    }
    const _id = toId(String(response.headers.get('location')));
    const uploads = portal.database.collection<{ _id: string; expiresAt: Date }>('resumableuploads');
    expect(toHours((await uploads.findOne({ _id }))?.expiresAt)).toBe(24);
  });
});

test('hides an upload from others: they cannot query, resume or cancel it', async () => {
  const [user, other] = [await portal.createUser(), await portal.createUser()];
  const path = await createUpload(user);
  const responses = [
    await other.fetch(path),
    await other.fetch(path, { method: 'HEAD', headers: TUS }),
    await cancelUpload(other, path),
    await sendChunk(other, path, Buffer.alloc(10)),
    await user.fetch('/api/uploads/nothing'),
    await user.fetch(path),
  ];
  expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(404));
  expect(await readOffset(user, path)).toBe(0);
});

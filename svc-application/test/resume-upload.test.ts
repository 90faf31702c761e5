import { randomBytes } from 'node:crypto';
import { buildPdf, buildPhoto, startFaultyConnection, uploadResumably } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { readPages } from '../src/features/rasterize-pdf/testing/read-pages.ts';
import { openSealing } from './support/rotation.ts';
import { type RunningApplication, startApplication } from './support/service.ts';
import type { TestUser } from './support/user.ts';

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

const MEGABYTE = 1024 * 1024;
const TUS = { 'tus-resumable': '1.0.0' };
const OFFSET_TYPE = 'application/offset+octet-stream';
const createPaddedPdf = (bytes: number) =>
  Buffer.concat([buildPdf(), Buffer.alloc(bytes - buildPdf().length, ' ')]);
/** About 600 kB of incompressible data. */
const createNoisyPhoto = () =>
  sharp(randomBytes(450 * 450 * 3), { raw: { width: 450, height: 450, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
const toMetadata = (kind: string) => `kind ${Buffer.from(kind).toString('base64')}`;

interface UploadOptions {
  readonly kind?: string;
  readonly size?: number | string;
  readonly headers?: Record<string, string>;
}

const beginUpload = (
  user: TestUser,
  { kind = 'birthcertificate', size = 1000, headers = {} }: UploadOptions = {},
) =>
  user.fetch('/api/uploads', {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(size), 'upload-metadata': toMetadata(kind), ...headers },
  });

const createUpload = async (user: TestUser, options: UploadOptions = {}): Promise<string> => {
  const response = await beginUpload(user, options);
  expect(response.status).toBe(201);
  return String(response.headers.get('location'));
};

const sendChunk = (user: TestUser, path: string, { offset, bytes }: { offset: number; bytes: Buffer }) =>
  user.fetch(path, {
    method: 'PATCH',
    headers: { ...TUS, 'upload-offset': String(offset), 'content-type': OFFSET_TYPE },
    body: new Uint8Array(bytes),
  });

const readOffset = async (user: TestUser, path: string) =>
  Number((await user.fetch(path, { method: 'HEAD', headers: TUS })).headers.get('upload-offset'));

const toProblem = async (response: Response) => {
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  return [response.status, ((await response.json()) as { title: string }).title];
};

describe('an upload over a broken connection', () => {
  test('resumes after two breaks during 2 MB without sending them anew', async () => {
    const user = await portal.createUser();
    const bytes = createPaddedPdf(2 * MEGABYTE);
    const connection = await startFaultyConnection(portal.stage.urls.application, {
      breakAfterBytes: [900_000, 900_000],
    });
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
    expect(await portal.database.collection('uploadpieces').countDocuments()).toBe(0);
  });

  test('repeats the last response when it was lost', async () => {
    const user = await portal.createUser();
    const lostResponse = { method: 'PATCH', count: 1 };
    const connection = await startFaultyConnection(portal.stage.urls.application, {
      loseResponses: lostResponse,
    });
    const file = { headers: user.auth, kind: 'image', bytes: await buildPhoto() };
    const { path, body } = await uploadResumably(connection.url, file);
    await connection.stop();
    expect([connection.breakCount(), body]).toEqual([1, undefined]);
    const again = await user.fetch(path);
    const { document_id, ...rest } = (await again.json()) as { document_id: string };
    expect(rest).toEqual({ filetype: 'jpeg', bytes: file.bytes.length });
    const image = [{ document_id, filetype: 'jpeg' }];
    expect((await user.save({ image })).body.status).toBe(200);
  });

  test('returns the outcome from another instance when the first one ended before', async () => {
    const user = await portal.createUser();
    const path = await createUpload(user, { size: buildPdf().length });
    await sendChunk(user, path, { offset: 0, bytes: buildPdf() });
    const id = path.split('/').at(-1) as string;
    const { database } = portal;
    await database
      .collection<{ _id: string }>('resumableuploads')
      .updateOne({ _id: id }, { $set: { outcome: null } });
    expect((await user.fetch(path)).status).toBe(404);
    const place = { collection: 'uploadpieces', id: `${id}:0`, field: 'bytes' };
    const { personal } = await openSealing({ connection: database }, portal.stage.secrets);
    const sealed = await personal.sealBytes(user.person.id, buildPdf(), place);
    const chunk = { _id: place.id, uploadId: id, start: 0, size: buildPdf().length, sealed };
    await database.collection<{ _id: string }>('uploadpieces').insertOne(chunk);
    expect(await (await user.fetch(path)).json()).toMatchObject({ filetype: 'pdf' });
  });

  test('stores one of several concurrent writes of the same bytes, unmixed', async () => {
    const user = await portal.createUser();
    const bytes = await createNoisyPhoto();
    const path = await createUpload(user, { kind: 'image', size: bytes.length });
    const first = bytes.subarray(0, 400_000);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => sendChunk(user, path, { offset: 0, bytes: first })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([204, 409, 409, 409, 409, 409]);
    expect(await readOffset(user, path)).toBe(400_000);
    const last = await sendChunk(user, path, { offset: 400_000, bytes: bytes.subarray(400_000) });
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
    [
      'described in no known way',
      { headers: { 'upload-metadata': 'kind !' } },
      400,
      'The upload cannot be read.',
    ],
    ['of another protocol', { headers: { 'tus-resumable': '0.2.2' } }, 412, expect.any(String)],
  ])('rejects it before it starts when it is %s', async (_what, options, status, title) => {
    const user = await portal.createUser();
    expect(await toProblem(await beginUpload(user, options))).toEqual([status, title]);
  });

  test('stores no bytes beyond the announced size or at another offset', async () => {
    const user = await portal.createUser();
    const path = await createUpload(user, { size: 1000 });
    const [tooMany, tooFar] = [Buffer.alloc(1001), Buffer.alloc(10)];
    expect((await sendChunk(user, path, { offset: 0, bytes: tooMany })).status).toBe(413);
    expect((await sendChunk(user, path, { offset: 10, bytes: tooFar })).status).toBe(409);
    const wrongType = { ...TUS, 'upload-offset': '0', 'content-type': 'text/plain' };
    const response = await user.fetch(path, { method: 'PATCH', headers: wrongType, body: 'x' });
    expect(await toProblem(response)).toEqual([415, expect.any(String)]);
    expect(await readOffset(user, path)).toBe(0);
  });

  test('accepts no pieces below 16 KB but the last', async () => {
    const user = await portal.createUser();
    const bytes = createPaddedPdf(40_000);
    const path = await createUpload(user, { size: bytes.length });
    const send = async (from: number, to: number) =>
      (await sendChunk(user, path, { offset: from, bytes: bytes.subarray(from, to) })).status;
    expect([await send(0, 0), await send(0, 1), await send(0, 16_383)]).toEqual([400, 400, 400]);
    expect(await readOffset(user, path)).toBe(0);
    expect([await send(0, 16_384), await send(16_384, 20_000)]).toEqual([204, 400]);
    expect([await send(16_384, 39_999), await send(39_999, 40_000)]).toEqual([204, 200]);
    const { document_id } = (await (await user.fetch(path)).json()) as { document_id: string };
    expect((await user.fetch(`/api/documents/${document_id}`)).status).toBe(200);
  });

  test('deletes it with its bytes when it is cancelled', async () => {
    const user = await portal.createUser();
    const path = await createUpload(user, { size: 100_000 });
    const { status } = await sendChunk(user, path, { offset: 0, bytes: Buffer.alloc(50_000) });
    expect(status).toBe(204);
    expect((await user.fetch(path, { method: 'DELETE', headers: TUS })).status).toBe(204);
    expect((await user.fetch(path, { method: 'HEAD', headers: TUS })).status).toBe(404);
    const uploadId = path.split('/').at(-1);
    expect(await portal.database.collection('uploadpieces').countDocuments({ uploadId })).toBe(0);
  });

  test('expires it after a day, and states when', async () => {
    const user = await portal.createUser();
    const response = await beginUpload(user);
    const hours = (Date.parse(String(response.headers.get('upload-expires'))) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    for (const name of ['resumableuploads', 'uploadpieces']) {
      const indexes = await portal.database.collection(name).indexes();
      expect(indexes).toContainEqual(
        expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
      );
    }
    const id = String(response.headers.get('location')).split('/').at(-1) as string;
    const uploads = portal.database.collection<{ _id: string; expiresAt: Date }>('resumableuploads');
    const row = await uploads.findOne({ _id: id });
    expect(Math.round((Number(row?.expiresAt) - Date.now()) / 3_600_000)).toBe(24);
  });
});

describe('ownership of an upload', () => {
  test('hides it from others: they cannot query, resume or cancel it', async () => {
    const [user, other] = [await portal.createUser(), await portal.createUser()];
    const path = await createUpload(user, { size: 1000 });
    const responses = [
      await other.fetch(path),
      await other.fetch(path, { method: 'HEAD', headers: TUS }),
      await other.fetch(path, { method: 'DELETE', headers: TUS }),
      await sendChunk(other, path, { offset: 0, bytes: Buffer.alloc(10) }),
      await user.fetch('/api/uploads/nothing'),
      await user.fetch(path),
    ];
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(404));
    expect(await readOffset(user, path)).toBe(0);
  });

  test('limits a user to 60 files a day, uploaded by either way', async () => {
    const user = await portal.createUser();
    for (let count = 0; count < 30; count += 1) {
      expect((await beginUpload(user)).status).toBe(201);
      expect((await user.upload('birthcertificate', buildPdf())).http).toBe(201);
    }
    const rejected = await beginUpload(user, { kind: 'unknown' });
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect(await toProblem(rejected)).toEqual([429, expect.any(String)]);
  });
});

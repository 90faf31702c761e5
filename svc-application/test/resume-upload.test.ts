import { randomBytes } from 'node:crypto';
import { pdf, photo, startBadLine, uploadResumably } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
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
const paddedPdf = (bytes: number) => Buffer.concat([pdf(), Buffer.alloc(bytes - pdf().length, ' ')]);
/** Some 600 kB that do not compress. */
const noisyPhoto = () =>
  sharp(randomBytes(450 * 450 * 3), { raw: { width: 450, height: 450, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
const metadataOf = (kind: string) => `kind ${Buffer.from(kind).toString('base64')}`;

interface Begin {
  readonly kind?: string;
  readonly size?: number | string;
  readonly headers?: Record<string, string>;
}

const begin = (user: TestUser, { kind = 'birthcertificate', size = 1000, headers = {} }: Begin = {}) =>
  user.fetch('/api/uploads', {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(size), 'upload-metadata': metadataOf(kind), ...headers },
  });

const begun = async (user: TestUser, own: Begin = {}): Promise<string> => {
  const response = await begin(user, own);
  expect(response.status).toBe(201);
  return String(response.headers.get('location'));
};

const put = (user: TestUser, path: string, { offset, bytes }: { offset: number; bytes: Buffer }) =>
  user.fetch(path, {
    method: 'PATCH',
    headers: { ...TUS, 'upload-offset': String(offset), 'content-type': OFFSET_TYPE },
    body: new Uint8Array(bytes),
  });

const offsetOf = async (user: TestUser, path: string) =>
  Number((await user.fetch(path, { method: 'HEAD', headers: TUS })).headers.get('upload-offset'));

const problemOf = async (response: Response) => {
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  return [response.status, ((await response.json()) as { title: string }).title];
};

describe('an upload over a bad line', () => {
  test('when the line breaks twice while 2 MB go up, then they arrive whole and are not sent anew', async () => {
    const user = await portal.user();
    const bytes = paddedPdf(2 * MEGABYTE);
    const line = await startBadLine(portal.stage.urls.application, { breaks: [900_000, 900_000] });
    const file = { headers: user.auth, kind: 'birthcertificate', bytes };
    const { http, body, path } = await uploadResumably(line.url, file);
    await line.stop();
    expect([http, line.broken()]).toEqual([200, 2]);
    expect(body).toEqual({ document_id: expect.any(String), filetype: 'pdf', bytes: bytes.length });
    // What a busy service had not stored yet at a break goes up again, but never all of it.
    expect(line.sent()).toBeLessThan(900_000 + 900_000 + bytes.length);
    const stored = await user.fetch(`/api/documents/${body?.document_id}`);
    expect(await stored.text()).toContain('(Birth certificate) Tj');
    expect(path).toMatch(/^\/api\/uploads\/[0-9a-f]{32}$/);
    expect(await portal.database.collection('uploadpieces').countDocuments()).toBe(0);
  });

  test('when the last answer is lost, then it can be asked for', async () => {
    const user = await portal.user();
    const loses = { method: 'PATCH', answers: 1 };
    const line = await startBadLine(portal.stage.urls.application, { loses });
    const file = { headers: user.auth, kind: 'image', bytes: await photo() };
    const { path, body } = await uploadResumably(line.url, file);
    await line.stop();
    expect([line.broken(), body]).toEqual([1, undefined]);
    const again = await user.fetch(path);
    const { document_id, ...rest } = (await again.json()) as { document_id: string };
    expect(rest).toEqual({ filetype: 'jpeg', bytes: file.bytes.length });
    const image = [{ document_id, filetype: 'jpeg' }];
    expect((await user.save({ image })).body.status).toBe(200);
  });

  test('when a service ended before it told the outcome, then another one tells it', async () => {
    const user = await portal.user();
    const path = await begun(user, { size: pdf().length });
    await put(user, path, { offset: 0, bytes: pdf() });
    const id = path.split('/').at(-1) as string;
    const { database } = portal;
    await database
      .collection<{ _id: string }>('resumableuploads')
      .updateOne({ _id: id }, { $set: { outcome: null } });
    expect((await user.fetch(path)).status).toBe(404);
    const piece = { uploadId: id, start: 0, size: pdf().length, bytes: pdf() };
    await database.collection('uploadpieces').insertOne(piece);
    expect(await (await user.fetch(path)).json()).toMatchObject({ filetype: 'pdf' });
  });

  test('when several send the same bytes of an upload at once, then one comes through and none is mixed', async () => {
    const user = await portal.user();
    const bytes = await noisyPhoto();
    const path = await begun(user, { kind: 'image', size: bytes.length });
    const first = bytes.subarray(0, 400_000);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => put(user, path, { offset: 0, bytes: first })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([204, 409, 409, 409, 409, 409]);
    expect(await offsetOf(user, path)).toBe(400_000);
    const last = await put(user, path, { offset: 400_000, bytes: bytes.subarray(400_000) });
    const { document_id } = (await last.json()) as { document_id: string };
    const stored = await user.fetch(`/api/documents/${document_id}`);
    expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true);
  });
});

describe('what an upload may be', () => {
  test('when its bytes are a renamed photo, then the words of its field refuse it, and say so again', async () => {
    const user = await portal.user();
    const file = { headers: user.auth, kind: 'birthcertificate', bytes: await photo() };
    const { http, body, path } = await uploadResumably(portal.stage.urls.application, file);
    expect([http, body?.title]).toEqual([415, 'Upload Pdf Only']);
    expect(await problemOf(await user.fetch(path))).toEqual([415, 'Upload Pdf Only']);
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
  ])('when it is %s, then it is refused before it begins', async (_what, own, status, title) => {
    const user = await portal.user();
    expect(await problemOf(await begin(user, own))).toEqual([status, title]);
  });

  test('when more bytes come than were told, or they come at another place, then none are kept', async () => {
    const user = await portal.user();
    const path = await begun(user, { size: 1000 });
    const [more, ahead] = [Buffer.alloc(1001), Buffer.alloc(10)];
    expect((await put(user, path, { offset: 0, bytes: more })).status).toBe(413);
    expect((await put(user, path, { offset: 10, bytes: ahead })).status).toBe(409);
    const wrongType = { ...TUS, 'upload-offset': '0', 'content-type': 'text/plain' };
    const typed = await user.fetch(path, { method: 'PATCH', headers: wrongType, body: 'x' });
    expect(await problemOf(typed)).toEqual([415, expect.any(String)]);
    expect(await offsetOf(user, path)).toBe(0);
  });

  test('when it is cancelled, then it is gone with its bytes', async () => {
    const user = await portal.user();
    const path = await begun(user, { size: 1000 });
    await put(user, path, { offset: 0, bytes: Buffer.alloc(500) });
    expect((await user.fetch(path, { method: 'DELETE', headers: TUS })).status).toBe(204);
    expect((await user.fetch(path, { method: 'HEAD', headers: TUS })).status).toBe(404);
    const uploadId = path.split('/').at(-1);
    expect(await portal.database.collection('uploadpieces').countDocuments({ uploadId })).toBe(0);
  });

  test('leftovers end after a day, and an upload says when', async () => {
    const user = await portal.user();
    const response = await begin(user);
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

describe('whose an upload is', () => {
  test('when another asks for it, goes on with it or cancels it, then it is not there', async () => {
    const [user, other] = [await portal.user(), await portal.user()];
    const path = await begun(user, { size: 1000 });
    const asked = [
      await other.fetch(path),
      await other.fetch(path, { method: 'HEAD', headers: TUS }),
      await other.fetch(path, { method: 'DELETE', headers: TUS }),
      await put(other, path, { offset: 0, bytes: Buffer.alloc(10) }),
      await user.fetch('/api/uploads/nothing'),
      await user.fetch(path),
    ];
    expect(asked.map(({ status }) => status)).toEqual(Array(6).fill(404));
    expect(await offsetOf(user, path)).toBe(0);
  });

  test('when nobody is signed in, or another site sends, then it is refused', async () => {
    const user = await portal.user();
    const path = await begun(user);
    const { application } = portal.stage.urls;
    for (const [method, at] of [
      ['POST', '/api/uploads'],
      ['PATCH', path],
      ['DELETE', path],
    ] as const) {
      const typed = { ...TUS, 'content-type': OFFSET_TYPE };
      const visitor = await fetch(application + at, { method, headers: typed });
      const elsewhere = { ...typed, origin: 'https://elsewhere.example' };
      const foreign = await user.fetch(at, { method, headers: elsewhere });
      expect([method, visitor.status, foreign.status]).toEqual([method, 401, 403]);
    }
    expect((await fetch(application + path)).status).toBe(401);
    expect((await fetch(application + path, { method: 'HEAD', headers: TUS })).status).toBe(401);
  });

  test('when a user has brought 60 files today, one way or the other, then the next has to wait', async () => {
    const user = await portal.user();
    for (let count = 0; count < 30; count += 1) {
      expect((await begin(user)).status).toBe(201);
      expect((await user.upload('birthcertificate', pdf())).http).toBe(201);
    }
    const refused = await begin(user, { kind: 'unknown' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect(await problemOf(refused)).toEqual([429, expect.any(String)]);
  });
});

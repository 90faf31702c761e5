import { randomBytes } from 'node:crypto';
import { buildApplicationForm, buildPdf, buildPhoto } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { type ContractEnvironment, expectProblem, send, type ThrottledSession } from './environment.ts';
import { createPdfOfSize, type UploadOptions, uploadAndReference, uploadDocument } from './files.ts';

const PDF_KINDS = ['birthcertificate', 'perviouscertificate', 'markmemos', 'accommodationcertificate'];
const MEGABYTE = 1024 * 1024;

/** A picture whose noise does not compress. */
const createNoisyPhoto = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();

export const documents = (environment: ContractEnvironment) =>
  describe('documents', () => {
    let session: ThrottledSession;
    beforeAll(async () => {
      session = await environment.registerApplicant();
    });
    const uploadStatus = async (uploadFile: UploadOptions, uploader = session) => {
      const response = await uploadDocument(uploader, uploadFile);
      const text = await response.text();
      if (response.status >= 400)
        expect(JSON.parse(text)).toMatchObject({ status: response.status, title: expect.any(String) });
      return response.status;
    };

    test.each(['jpeg', 'png'] as const)(
      'stores the picture of a %s, without what else the file says, regardless of its name and declared type',
      async (type) => {
        const photo = await buildPhoto(type);
        const bytes = await sharp(photo)
          .withExif({ IFD0: { Copyright: 'somebody' } })
          .toBuffer();
        const response = await uploadDocument(session, {
          kind: 'image',
          bytes,
          name: 'me.pdf',
          type: 'text/html',
        });
        expect(response.status).toBe(201);
        const stored = (await response.json()) as { document_id: string };
        expect(stored).toEqual({ document_id: expect.any(String), filetype: type, bytes: bytes.length });
        const download = await session.fetch(`/api/documents/${stored.document_id}`);
        expect(download.status).toBe(200);
        expect(download.headers.get('content-type')).toBe(`image/${type}`);
        expect(download.headers.get('x-content-type-options')).toBe('nosniff');
        expect(download.headers.get('cache-control')).toMatch(/no-store|private/);
        const picture = sharp(await download.arrayBuffer());
        expect((await picture.metadata()).exif).toBeUndefined();
        const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
        expect(info).toMatchObject({ width: 600, height: 800, channels: 3 });
        const { data: sent } = await sharp(photo).removeAlpha().raw().toBuffer({ resolveWithObject: true });
        expect(sent.filter((shade, at) => Math.abs(shade - (data[at] ?? 0)) > 30)).toHaveLength(0);
      },
    );

    test('determines a file’s type by its bytes; other types are 415 [S-5.30]', async () => {
      const named = { name: 'file.pdf', type: 'application/pdf' };
      for (const kind of PDF_KINDS) {
        expect(await uploadStatus({ kind, bytes: await buildPhoto(), ...named })).toBe(415);
        expect(await uploadStatus({ kind, bytes: Buffer.from('plain text'), ...named })).toBe(415);
      }
      const picture = { name: 'me.jpg', type: 'image/jpeg' };
      for (const bytes of [
        buildPdf(),
        Buffer.from('GIF89a'),
        Buffer.from('<svg/>'),
        Buffer.from([0xff, 0xd8, 0xff]),
      ])
        expect(await uploadStatus({ kind: 'image', bytes, ...picture })).toBe(415);
    });

    test('accepts a PDF of 2 MB and a photo of 5 MB; more is 413', async () => {
      expect(
        await uploadStatus({ kind: 'birthcertificate', bytes: createPdfOfSize(2 * MEGABYTE - 1000) }),
      ).toBe(201);
      expect(await uploadStatus({ kind: 'birthcertificate', bytes: createPdfOfSize(2 * MEGABYTE + 1) })).toBe(
        413,
      );
      expect(await uploadStatus({ kind: 'image', bytes: await createNoisyPhoto(1200, 1200) })).toBe(201);
      expect(await uploadStatus({ kind: 'image', bytes: await createNoisyPhoto(1400, 1400) })).toBe(413);
    });

    test('rejects an upload without a kind, with an unknown one or without a file with 400; not multipart, 415', async () => {
      expect(await uploadStatus({ bytes: buildPdf() })).toBe(400);
      for (const kind of ['', 'passport', '__proto__', 'constructor'])
        expect(await uploadStatus({ kind, bytes: buildPdf() })).toBe(400);
      expect(await uploadStatus({ kind: 'birthcertificate' })).toBe(400);
      const { origin } = environment.portal();
      for (const type of ['application/json', 'application/pdf', 'text/plain'])
        expectProblem(
          await send(origin, '/api/documents', { session, headers: { 'content-type': type }, body: '{}' }),
          415,
        );
    });

    test('permits a document to its owner only: 403 for others, 404 for an unknown one, also in forms', async () => {
      const otherSession = await environment.registerApplicant();
      const [otherDocument] = await uploadAndReference(otherSession, 'birthcertificate', buildPdf('theirs'));
      const path = `/api/documents/${otherDocument?.document_id}`;
      expectProblem(await send(environment.portal().origin, path, { session, method: 'GET' }), 403);
      for (const unknown of ['nobody', '0'.repeat(64), '%00', '..%2f..%2fetc'])
        expectProblem(
          await send(environment.portal().origin, `/api/documents/${unknown}`, { session, method: 'GET' }),
          404,
          400,
        );
      for (const name of ['saveapplicationform', 'submitapplicationform']) {
        const form = await buildApplicationForm(session.person, { birthcertificate: [otherDocument] });
        expectProblem(await session.call(name, form), 403);
      }
    });
  });

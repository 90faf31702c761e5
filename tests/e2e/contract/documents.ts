import { randomBytes } from 'node:crypto';
import { applicationForm, pdf, photo } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { pdfOf, type Upload, upload, uploaded } from './files.ts';
import { elsewhere, expectRefused, type Guest, type Stage, send } from './stage.ts';

const PDF_KINDS = ['birthcertificate', 'perviouscertificate', 'markmemos'];
const MEGABYTE = 1024 * 1024;

/** A picture whose noise does not compress. */
const noisy = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();

export const documents = (stage: Stage) =>
  describe('documents', () => {
    let session: Guest;
    beforeAll(async () => {
      session = await stage.newcomer();
    });
    const statusOf = async (sent: Upload, who = session) => {
      const response = await upload(who, sent);
      const text = await response.text();
      if (response.status >= 400)
        expect(JSON.parse(text)).toMatchObject({ status: response.status, title: expect.any(String) });
      return response.status;
    };

    test.each(['jpeg', 'png'] as const)(
      'a photo as %s is stored as it is, whatever it is called',
      async (type) => {
        const bytes = await photo(type);
        const response = await upload(session, { kind: 'image', bytes, name: 'me.pdf', type: 'text/html' });
        expect(response.status).toBe(201);
        const stored = (await response.json()) as { document_id: string };
        expect(stored).toEqual({ document_id: expect.any(String), filetype: type, bytes: bytes.length });
        const back = await session.fetch(`/api/documents/${stored.document_id}`);
        expect(back.status).toBe(200);
        expect(back.headers.get('content-type')).toBe(`image/${type}`);
        expect(back.headers.get('x-content-type-options')).toBe('nosniff');
        expect(back.headers.get('cache-control')).toMatch(/no-store|private/);
        expect(Buffer.from(await back.arrayBuffer()).equals(bytes)).toBe(true);
      },
    );

    test.each(PDF_KINDS)('%s is a PDF', async (kind) => {
      const response = await upload(session, { kind, bytes: pdf(), name: 'x.jpg', type: 'image/jpeg' });
      expect(response.status).toBe(201);
      expect(await response.json()).toMatchObject({ filetype: 'pdf' });
    });

    test('what a file is, its bytes say: others are 415', async () => {
      const named = { name: 'file.pdf', type: 'application/pdf' };
      for (const kind of PDF_KINDS) {
        expect(await statusOf({ kind, bytes: await photo(), ...named })).toBe(415);
        expect(await statusOf({ kind, bytes: Buffer.from('plain text'), ...named })).toBe(415);
      }
      const picture = { name: 'me.jpg', type: 'image/jpeg' };
      for (const bytes of [
        pdf(),
        Buffer.from('GIF89a'),
        Buffer.from('<svg/>'),
        Buffer.from([0xff, 0xd8, 0xff]),
      ])
        expect(await statusOf({ kind: 'image', bytes, ...picture })).toBe(415);
    });

    test('a PDF may have 2 MB, a photo 5 MB; more is 413', async () => {
      expect(await statusOf({ kind: 'birthcertificate', bytes: pdfOf(2 * MEGABYTE - 1000) })).toBe(201);
      expect(await statusOf({ kind: 'birthcertificate', bytes: pdfOf(2 * MEGABYTE + 1) })).toBe(413);
      expect(await statusOf({ kind: 'image', bytes: await noisy(1200, 1200) })).toBe(201);
      expect(await statusOf({ kind: 'image', bytes: await noisy(1400, 1400) })).toBe(413);
    });

    test('after a large file that was refused the connection takes the next request', async () => {
      const large = { kind: 'image', bytes: Buffer.alloc(6 * MEGABYTE) };
      for (let at = 0; at < 5; at += 1) {
        expect(await statusOf(large)).toBe(413);
        expect(await statusOf({ kind: 'birthcertificate', bytes: pdf(), headers: elsewhere })).toBe(403);
      }
    });

    test('without a kind, with an unknown one or without a file it is 400; not multipart, 415', async () => {
      expect(await statusOf({ bytes: pdf() })).toBe(400);
      for (const kind of ['', 'passport', '__proto__', 'constructor'])
        expect(await statusOf({ kind, bytes: pdf() })).toBe(400);
      expect(await statusOf({ kind: 'birthcertificate' })).toBe(400);
      const { origin } = stage.portal();
      for (const type of ['application/json', 'application/pdf', 'text/plain'])
        expectRefused(
          await send(origin, '/api/documents', { session, headers: { 'content-type': type }, body: '{}' }),
          415,
        );
    });

    test('refusals come in order: another site, 415, 401', async () => {
      const visitor = stage.visitor();
      expect(await statusOf({ kind: 'birthcertificate', bytes: pdf(), headers: elsewhere })).toBe(403);
      expect(await statusOf({ headers: elsewhere }, visitor)).toBe(403);
      const { origin } = stage.portal();
      const text = { 'content-type': 'text/plain' };
      expectRefused(await send(origin, '/api/documents', { headers: text, body: 'x' }), 415);
      expect(await statusOf({ kind: 'birthcertificate', bytes: pdf() }, visitor)).toBe(401);
    });

    test('a broken multipart body is a refusal, never a 500', async () => {
      const { origin } = stage.portal();
      const type = { 'content-type': 'multipart/form-data; boundary=xx' };
      for (const body of [
        '',
        '--xx',
        '--xx\r\nnonsense',
        '--xx\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      ])
        expectRefused(await send(origin, '/api/documents', { session, headers: type, body }), 400);
    });

    test('a document is its owner’s: 403 for others, 404 where there is none, also in forms', async () => {
      const other = await stage.newcomer();
      const [theirs] = await uploaded(other, 'birthcertificate', pdf('theirs'));
      const path = `/api/documents/${theirs?.document_id}`;
      expectRefused(await send(stage.portal().origin, path, { session, method: 'GET' }), 403);
      for (const unknown of ['nobody', '0'.repeat(64), '%00', '..%2f..%2fetc'])
        expectRefused(
          await send(stage.portal().origin, `/api/documents/${unknown}`, { session, method: 'GET' }),
          404,
          400,
        );
      for (const name of ['saveapplicationform', 'submitapplicationform']) {
        const form = await applicationForm(session.person, { birthcertificate: [theirs] });
        expectRefused(await session.call(name, form), 403);
      }
    });

    test('a form’s data URL is judged by its bytes too', async () => {
      const asUrl = (bytes: Buffer, type: string) => [
        { reviewimg: `data:${type};base64,${bytes.toString('base64')}`, filetype: 'pdf' },
      ];
      const save = async (birthcertificate: unknown) =>
        session.call('saveapplicationform', await applicationForm(session.person, { birthcertificate }));
      expectRefused(await save(asUrl(await photo(), 'application/pdf')), 400, 415);
      expectRefused(await save([{ reviewimg: 'data:application/pdf;base64,', filetype: 'pdf' }]), 400, 415);
      expectRefused(
        await save([{ reviewimg: 'https://elsewhere.example/x.pdf', filetype: 'pdf' }]),
        400,
        415,
      );
      expectRefused(await save(asUrl(pdfOf(2 * MEGABYTE + 1), 'application/pdf')), 413);
      expect((await save(asUrl(pdf(), 'text/plain'))).body.status).toBe(200);
    });

    test('a user uploads 60 files a day, then 429 with Retry-After, before 400', async () => {
      const busy = await stage.newcomer();
      for (let at = 0; at < 60; at += 1)
        expect(await statusOf({ kind: 'birthcertificate', bytes: pdf(`File ${at}`) }, busy)).toBe(201);
      const late = await upload(busy, { kind: 'birthcertificate', bytes: pdf('One more') });
      expect(late.status).toBe(429);
      expect(Number(late.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(await statusOf({ bytes: pdf() }, busy)).toBe(429);
    });
  });

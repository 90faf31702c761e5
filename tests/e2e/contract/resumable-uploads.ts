import { applicationForm, startBadLine, uploadResumably } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { pdfOf } from './files.ts';
import { elsewhere, expectRefused, type Stage, send } from './stage.ts';

const TUS = { 'tus-resumable': '1.0.0' };

export const resumableUploads = (stage: Stage) =>
  describe('resumable uploads', () => {
    test('2 MB over a line that breaks twice arrive, once, and may be named in a form', async () => {
      const session = await stage.newcomer();
      const bytes = pdfOf(2 * 1024 * 1024 - 1000);
      const line = await startBadLine(stage.portal().origin, { breaks: [900_000, 900_000] });
      const headers = { cookie: session.cookie() };
      const { http, body, path } = await uploadResumably(line.url, {
        headers,
        kind: 'birthcertificate',
        bytes,
      });
      await line.stop();
      expect([http, line.broken()]).toEqual([200, 2]);
      expect(line.sent()).toBeLessThan(1.5 * bytes.length);
      expect(body).toEqual({ document_id: expect.any(String), filetype: 'pdf', bytes: bytes.length });
      expect(await (await session.fetch(path)).json()).toEqual(body);
      const birthcertificate = [{ document_id: body?.document_id, filetype: 'pdf' }];
      const form = await applicationForm(session.person, { birthcertificate });
      expect((await session.call('saveapplicationform', form)).body.status).toBe(200);
    });

    test('every method comes through, for its owner and from this site only', async () => {
      const [session, other] = [await stage.newcomer(), await stage.newcomer()];
      const { origin } = stage.portal();
      const metadata = `kind ${Buffer.from('image').toString('base64')}`;
      const begin = { ...TUS, 'upload-length': '1000', 'upload-metadata': metadata };
      expectRefused(
        await send(origin, '/api/uploads', { session, headers: { ...begin, ...elsewhere } }),
        403,
      );
      expectRefused(await send(origin, '/api/uploads', { headers: begin }), 401);
      const begun = await send(origin, '/api/uploads', { session, headers: begin });
      const path = String(begun.headers.get('location'));
      expect([begun.http, path]).toEqual([201, expect.stringMatching(/^\/api\/uploads\/\w+$/)]);
      const head = await send(origin, path, { session, method: 'HEAD', headers: TUS });
      expect([head.http, head.headers.get('upload-offset'), head.headers.get('tus-resumable')]).toEqual([
        200,
        '0',
        '1.0.0',
      ]);
      expectRefused(await send(origin, path, { session: other, method: 'DELETE', headers: TUS }), 404);
      const away = { ...TUS, ...elsewhere };
      expectRefused(await send(origin, path, { session, method: 'DELETE', headers: away }), 403);
      expect((await send(origin, path, { session, method: 'DELETE', headers: TUS })).http).toBe(204);
      expectRefused(await send(origin, path, { session, method: 'GET' }), 404);
      expectRefused(await send(origin, path, { session, method: 'PUT' }), 405);
    });
  });

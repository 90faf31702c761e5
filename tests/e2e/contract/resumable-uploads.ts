import { buildApplicationForm, startFaultyConnection, uploadResumably } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { type ContractEnvironment, crossSiteHeaders, expectProblem, send } from './environment.ts';
import { createPdfOfSize } from './files.ts';

const TUS = { 'tus-resumable': '1.0.0' };

export const resumableUploads = (environment: ContractEnvironment) =>
  describe('resumable uploads', () => {
    test('stores an upload of 2 MB once when its connection breaks twice, for use in a form', async () => {
      const session = await environment.registerApplicant();
      const bytes = createPdfOfSize(2 * 1024 * 1024 - 1000);
      const connection = await startFaultyConnection(environment.portal().origin, {
        breakAfterBytes: [900_000, 900_000],
      });
      const headers = { cookie: session.cookie() };
      const { http, body, path } = await uploadResumably(connection.url, {
        headers,
        kind: 'birthcertificate',
        bytes,
      });
      await connection.stop();
      expect([http, connection.breakCount()]).toEqual([200, 2]);
      expect(connection.sentBytes()).toBeLessThan(1.5 * bytes.length);
      expect(body).toEqual({ document_id: expect.any(String), filetype: 'pdf', bytes: bytes.length });
      expect(await (await session.fetch(path)).json()).toEqual(body);
      const birthcertificate = [{ document_id: body?.document_id, filetype: 'pdf' }];
      const form = await buildApplicationForm(session.person, { birthcertificate });
      expect((await session.call('saveapplicationform', form)).body.status).toBe(200);
    });

    test('routes every method, for the owner and from this site only', async () => {
      const [session, otherSession] = [
        await environment.registerApplicant(),
        await environment.registerApplicant(),
      ];
      const { origin } = environment.portal();
      const metadata = `kind ${Buffer.from('image').toString('base64')}`;
      const creationHeaders = { ...TUS, 'upload-length': '1000', 'upload-metadata': metadata };
      expectProblem(
        await send(origin, '/api/uploads', { session, headers: { ...creationHeaders, ...crossSiteHeaders } }),
        403,
      );
      expectProblem(await send(origin, '/api/uploads', { headers: creationHeaders }), 401);
      const creation = await send(origin, '/api/uploads', { session, headers: creationHeaders });
      const path = String(creation.headers.get('location'));
      expect([creation.http, path]).toEqual([201, expect.stringMatching(/^\/api\/uploads\/\w+$/)]);
      const head = await send(origin, path, { session, method: 'HEAD', headers: TUS });
      expect([head.http, head.headers.get('upload-offset'), head.headers.get('tus-resumable')]).toEqual([
        200,
        '0',
        '1.0.0',
      ]);
      expectProblem(await send(origin, path, { session: otherSession, method: 'DELETE', headers: TUS }), 404);
      const foreignHeaders = { ...TUS, ...crossSiteHeaders };
      expectProblem(await send(origin, path, { session, method: 'DELETE', headers: foreignHeaders }), 403);
      expect((await send(origin, path, { session, method: 'DELETE', headers: TUS })).http).toBe(204);
      expectProblem(await send(origin, path, { session, method: 'GET' }), 404);
      expectProblem(await send(origin, path, { session, method: 'PUT' }), 405);
    });
  });

import { buildApplicationForm, eventually } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  COMMANDS,
  type ContractEnvironment,
  crossSiteHeaders,
  expectInvalid,
  expectProblem,
  SESSION_CALLS,
  send,
  sendCall,
  submitForm,
  type ThrottledSession,
} from './environment.ts';

const FORMS = ['saveapplicationform', 'submitapplicationform', 'paidSubmitapplicationform'];
const createTooLargeBody = () => JSON.stringify({ name: 'x'.repeat(17 * 1024 * 1024) });

/** The precedence and the format of rejections. */
export const errorResponses = (environment: ContractEnvironment) =>
  describe('rejections', () => {
    const origin = () => environment.portal().origin;
    let session: ThrottledSession;
    beforeAll(async () => {
      session = await environment.registerApplicant();
    });

    test.each(COMMANDS)(
      'rejects %s from another site with 403, signed in or not, JSON or not',
      async (name) => {
        const text = { ...crossSiteHeaders, 'content-type': 'text/plain' };
        expectProblem(await sendCall(origin(), name, { headers: crossSiteHeaders }), 403);
        expectProblem(
          await sendCall(origin(), name, { session, headers: crossSiteHeaders, body: 'nonsense' }),
          403,
        );
        expectProblem(await sendCall(origin(), name, { headers: text }), 403);
      },
    );

    test('detects another site by Origin or Sec-Fetch-Site, and accepts requests without both', async () => {
      const sendLogout = (headers: Record<string, string>) => sendCall(origin(), 'logout', { headers });
      for (const headers of [
        { origin: 'https://elsewhere.example' },
        { origin: 'null' },
        { origin: origin().replace('localhost', 'localhost.elsewhere.example') },
        { 'sec-fetch-site': 'cross-site' },
      ])
        expectProblem(await sendLogout(headers), 403);
      expect((await sendLogout({})).http).toBe(200);
      expect((await sendLogout({ origin: origin(), 'sec-fetch-site': 'same-origin' })).http).toBe(200);
    });

    test.each(COMMANDS)('rejects %s that is not JSON with 415, signed in or not', async (name) => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
        expectProblem(
          await sendCall(origin(), name, { headers: { 'content-type': type }, body: 'a=1' }),
          415,
        );
      const headers = { 'content-type': 'text/plain' };
      expectProblem(await sendCall(origin(), name, { session, headers, body: '{}' }), 415);
    });

    test('prefers another site and 415 to 413, and 413 to 401 and 400', async () => {
      const body = createTooLargeBody();
      const name = 'saveapplicationform';
      expectProblem(await sendCall(origin(), name, { headers: crossSiteHeaders, body }), 403);
      expectProblem(await sendCall(origin(), name, { headers: { 'content-type': 'text/plain' }, body }), 415);
      expectProblem(await sendCall(origin(), name, { body }), 413);
      expectProblem(await sendCall(origin(), name, { session, body }), 413);
      expectProblem(await sendCall(origin(), 'submitsignup', { body }), 413);
    });

    test.each(['submitsignup', 'getdistrict'])('limits the body of %s to 64 KB', async (name) => {
      const createBodyOfSize = (bytes: number) =>
        JSON.stringify({ x: 'x'.repeat(bytes - '{"x":""}'.length) });
      expect((await sendCall(origin(), name, { body: createBodyOfSize(64 * 1024) })).http).not.toBe(413);
      expectProblem(await sendCall(origin(), name, { body: createBodyOfSize(64 * 1024 + 1) }), 413);
    });

    test('reads a body of 15 MB: its long name is a 400, not a 413', async () => {
      const form = await buildApplicationForm(session.person, { name: 'x'.repeat(15 * 1024 * 1024) });
      expectInvalid(await session.call('saveapplicationform', form), 'Please Enter name');
    });

    test.each(SESSION_CALLS)(
      'rejects %s without a session with 401, regardless of the body [S-6.7]',
      async (name) => {
        for (const body of ['{}', '{"number":1}', '[]', '{'])
          expectProblem(await sendCall(origin(), name, { body }), 401);
        const headers = { cookie: 'archaka_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' };
        expectProblem(await sendCall(origin(), name, { headers }), 401);
        expectProblem(await sendCall(origin(), name, { headers: { authorization: 'Bearer nonsense' } }), 401);
      },
    );

    test.each([
      ['malformed JSON', '{"number":'],
      ['an array', '[]'],
      ['a string', '"text"'],
      ['a number', '1'],
      ['null', 'null'],
      ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe])],
      ['20,000 arrays in each other', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ])('responds 400 to %s', async (_, body) => {
      for (const name of ['submitsignup', 'websiteloginotp', 'submitwithotp'])
        expectProblem(await sendCall(origin(), name, { body }), 400);
      for (const name of [...FORMS, 'upadteapplication', 'getsaveformdata', 'getpaymentattempts'])
        expectProblem(await sendCall(origin(), name, { session, body }), 400);
    });

    test('applies the limit of a session’s calls after another site, 415 and 413, and before 400', async () => {
      const cookie = { cookie: (await environment.registerApplicant()).cookie() };
      const sendTwenty = (headers: Record<string, string>, body = '{') =>
        Promise.all(
          Array.from({ length: 20 }, () =>
            sendCall(origin(), 'saveapplicationform', { headers: { ...cookie, ...headers }, body }),
          ),
        );
      // A slow machine does not receive every burst within the second of the limit.
      await eventually(async () => {
        const burst = Array.from({ length: 150 }, () =>
          sendCall(origin(), 'getsaveformdata', { headers: cookie }),
        );
        const [crossSite, wrongType, malformed] = await Promise.all([
          sendTwenty(crossSiteHeaders),
          sendTwenty({ 'content-type': 'text/plain' }),
          sendTwenty({}),
        ]);
        await Promise.all(burst);
        expect(crossSite.map(({ http }) => http)).toEqual(Array(20).fill(403));
        expect(wrongType.map(({ http }) => http)).toEqual(Array(20).fill(415));
        return malformed.some(({ http }) => http === 429);
      });
    });

    test('prefers 400 to 403 for another user’s identity, application or document', async () => {
      const otherSession = await environment.registerApplicant();
      const otherUserFields = { entry_by: otherSession.person.id, usr_id: otherSession.person.id };
      const form = await buildApplicationForm(session.person, { ...otherUserFields, name: '' });
      for (const name of FORMS) expectInvalid(await session.call(name, form), 'Please Enter name');
      expectInvalid(await session.call('upadteapplication', { ...form, id: 'nobody' }), 'Please Enter name');
      const otherDocument = [{ document_id: 'nobody', filetype: 'pdf' }];
      expectInvalid(
        await session.call('saveapplicationform', {
          ...form,
          entry_by: session.person.id,
          birthcertificate: otherDocument,
        }),
        'Please Enter name',
      );
    });

    test('prefers 400 to 420, 403 to 420, and 420 to 421 [S-8.9]', async () => {
      const [appliedSession, otherSession] = await Promise.all([
        environment.registerApplicant(),
        environment.registerApplicant(),
      ]);
      await Promise.all([submitForm(appliedSession), submitForm(otherSession)]);
      const changes = { postal_address: 'Another street', aadhar: otherSession.person.aadhar };
      const form = await buildApplicationForm(appliedSession.person, changes);
      for (const name of ['saveapplicationform', 'submitapplicationform']) {
        expectInvalid(await appliedSession.call(name, { ...form, agamamu: '' }), 'Select the Agamamu');
        expectProblem(await appliedSession.call(name, { ...form, entry_by: otherSession.person.id }), 403);
        expect((await appliedSession.call(name, form)).body).toMatchObject({
          status: 420,
          message: 'Already Application registered this Mobile Number',
        });
      }
    });

    test('prefers 404 and 403 to 421', async () => {
      const [ownSession, otherSession] = await Promise.all([
        environment.registerApplicant(),
        environment.registerApplicant(),
      ]);
      const otherSubmission = await submitForm(otherSession);
      const form = await buildApplicationForm(ownSession.person, { aadhar: otherSession.person.aadhar });
      expectProblem(await ownSession.call('upadteapplication', { ...form, id: 'nobody' }), 404, 403);
      const namedForm = { ...form, application_id: otherSubmission.application_id };
      expectProblem(await ownSession.call('paidSubmitapplicationform', namedForm), 403);
    });

    test('accepts POST only for calls, also GET for public lists; an unknown call is 404 [S-7.17]', async () => {
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
        for (const name of ['saveapplicationform', 'getticketsandprofile', 'logout', 'session']) {
          const { http } = await send(origin(), `/api/dashboard/${name}`, { session, method });
          expect([404, 405]).toContain(http);
        }
      for (const name of [
        'nosuchcall',
        'updateapplication',
        'SAVEAPPLICATIONFORM',
        'constructor',
        '__proto__',
        'ensureorder',
      ])
        expectProblem(await sendCall(origin(), name, { session }), 404);
    });
  });

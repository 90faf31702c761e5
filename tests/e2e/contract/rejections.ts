import { buildApplicationForm, eventually } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { readNewestRecord } from '../history/application.ts';
import {
  type ContractEnvironment,
  crossSiteHeaders,
  expectInvalid,
  expectProblem,
  listCalls,
  send,
  sendCall,
  submitForm,
  type ThrottledSession,
} from './environment.ts';

/** These end the session or the account. */
const ENDING = /^(logout|endsessions|requesterasure)$/;
/** Rejected when they come from another site. */
const COMMANDS = listCalls(({ kind }) => kind !== 'query');
const SESSION_CALLS = listCalls(({ session }) => session === 'required' || session === 'staff');
const FORMS = listCalls(({ carriesFiles }) => carriesFiles);
const SMALL_CALLS = listCalls(({ name, carriesFiles }) => !carriesFiles && !ENDING.test(name));
const IDENTITY_CALLS = listCalls((_, fields) => fields.includes('usr_id'));
const APPLICANTS_CALLS = listCalls(({ name, session }) => session !== 'staff' && !ENDING.test(name));
/** Calls that name an application or an order, by field. */
const OWNED = (['application_id', 'order_id'] as const).flatMap((field) =>
  listCalls(
    ({ carriesFiles, session }, fields) => !carriesFiles && session !== 'staff' && fields.includes(field),
  ).map((name) => [name, field] as const),
);
const UNKNOWN = { application_id: 'ARC24-00000000', order_id: 'order_unknown' };
/** What some calls about an application carry, so that they are rejected for the application alone. */
const WRITTEN = { subject: 'other', text: 'The fee was paid, and no ticket came.', papers: ['A'] };
const EMPTY_UNFINISHED_FORM = { form: {}, revision: 0, draft_version: 0, turn_off: false };

const createBodyOfSize = (bytes: number) => JSON.stringify({ x: 'x'.repeat(bytes - '{"x":""}'.length) });

const TOO_LARGE_FORM = createBodyOfSize(17 * 1024 * 1024);

/** The precedence and the format of rejections, for each call of the table. */
export const rejections = (environment: ContractEnvironment) =>
  describe('rejections', () => {
    const origin = () => environment.portal().origin;
    let session: ThrottledSession;
    let form: Record<string, unknown>;
    let other: ThrottledSession;
    let otherIds: Record<string, unknown>;
    beforeAll(async () => {
      [session, other] = [await environment.registerApplicant(), await environment.registerApplicant()];
      form = await buildApplicationForm(session.person);
      const submission = await submitForm(other);
      otherIds = { ...submission, id: (await readNewestRecord(other)).id };
    });

    test.each(COMMANDS)(
      'rejects %s from another site with 403, signed in or not, JSON or not',
      async (name) => {
        const text = { ...crossSiteHeaders, 'content-type': 'text/plain' };
        for (const options of [
          { headers: crossSiteHeaders },
          { session, headers: crossSiteHeaders, body: 'nonsense' },
          { headers: text },
        ])
          expectProblem(await sendCall(origin(), name, options), 403);
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
      const sendAs = (type: string, signedIn: { session?: ThrottledSession } = {}) =>
        sendCall(origin(), name, { ...signedIn, headers: { 'content-type': type }, body: 'a=1' });
      expectProblem(await sendAs('text/plain'), 415);
      expectProblem(await sendAs('application/x-www-form-urlencoded', { session }), 415);
    });

    test('prefers another site and 415 to 413, and 413 to 401; reads a form of 15 MB', async () => {
      const sendForm = (options: Omit<Parameters<typeof sendCall>[2], 'body'>) =>
        sendCall(origin(), 'saveapplicationform', { ...options, body: TOO_LARGE_FORM });
      expectProblem(await sendForm({ headers: crossSiteHeaders }), 403);
      expectProblem(await sendForm({ headers: { 'content-type': 'text/plain' } }), 415);
      expectProblem(await sendForm({}), 413);
      const longName = { ...form, name: 'x'.repeat(15 * 1024 * 1024) };
      expectInvalid(await session.call('saveapplicationform', longName), 'Please Enter name');
    });

    test.each(FORMS)('limits the body of %s to 16 MB', async (name) => {
      expectProblem(await sendCall(origin(), name, { session, body: TOO_LARGE_FORM }), 413);
    });

    test.each(SMALL_CALLS)('limits the body of %s to 64 KB', async (name) => {
      const small = { session, body: createBodyOfSize(64 * 1024) };
      expect((await sendCall(origin(), name, small)).http).not.toBe(413);
      expectProblem(await sendCall(origin(), name, { body: createBodyOfSize(64 * 1024 + 1) }), 413);
    });

    test.each(SESSION_CALLS)(
      'rejects %s without a session with 401, regardless of the body [S-6.7]',
      async (name) => {
        for (const body of ['{}', '{']) expectProblem(await sendCall(origin(), name, { body }), 401);
        const headers = { cookie: 'archaka_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' };
        expectProblem(await sendCall(origin(), name, { headers }), 401);
        expectProblem(await sendCall(origin(), name, { headers: { authorization: 'Bearer nonsense' } }), 401);
      },
    );

    test.each(APPLICANTS_CALLS)('responds 400 to %s without an object of JSON', async (name) => {
      for (const body of ['{"number":', '[]'])
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

    test.each(IDENTITY_CALLS)(
      'identifies the user of %s by the session: another number, usr_id or entry_by is 403, after 400 [S-3.18]',
      async (name) => {
        const { number, id } = other.person;
        const body = { ...form, id: 'any', ...UNKNOWN, ...EMPTY_UNFINISHED_FORM };
        for (const overrides of [{ number }, { usr_id: id }, { entry_by: id }]) {
          expectProblem(await session.call(name, { ...body, ...overrides }), 403);
          if (FORMS.includes(name))
            expectInvalid(
              await session.call(name, { ...form, id: 'any', ...overrides, name: '' }),
              'Please Enter name',
            );
        }
      },
    );

    test('accepts the own identity, an empty one and none', async () => {
      const { id, number } = session.person;
      for (const fields of [{ usr_id: id, entry_by: id, number }, { usr_id: '', entry_by: null }, {}])
        expect((await session.call('getsaveformdata', fields)).http).toBe(200);
    });

    test.each(OWNED)(
      'rejects %s of another’s %s with 403, of an unknown one with 404 [S-6.8]',
      async (...call) => {
        const [name, field] = call;
        expectProblem(await session.call(name, { ...WRITTEN, [field]: otherIds[field] }), 403);
        expectProblem(await session.call(name, { ...WRITTEN, [field]: UNKNOWN[field] }), 404);
      },
    );

    test('prefers 404 and 403 for an application or a document to 421', async () => {
      const conflictingForm = { ...form, aadhar: other.person.aadhar };
      expectProblem(await session.call('upadteapplication', { ...conflictingForm, id: 'nobody' }), 404);
      expectProblem(await session.call('upadteapplication', { ...conflictingForm, id: otherIds.id }), 403);
      const named = { ...conflictingForm, application_id: otherIds.application_id };
      expectProblem(await session.call('paidSubmitapplicationform', named), 403);
    });

    test('prefers 400 to 420, 403 to 420, and 420 to 421 [S-8.9]', async () => {
      const applied = await environment.registerApplicant();
      await submitForm(applied);
      const changes = { postal_address: 'Another street', aadhar: other.person.aadhar };
      const conflictingForm = await buildApplicationForm(applied.person, changes);
      for (const name of ['saveapplicationform', 'submitapplicationform']) {
        expectInvalid(await applied.call(name, { ...conflictingForm, agamamu: '' }), 'Select the Agamamu');
        expectProblem(await applied.call(name, { ...conflictingForm, entry_by: other.person.id }), 403);
        expect((await applied.call(name, conflictingForm)).body).toMatchObject({
          status: 420,
          message: 'Already Application registered this Mobile Number',
        });
      }
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
      ])
        expectProblem(await sendCall(origin(), name, { session }), 404);
      expectProblem(await sendCall(origin(), 'ensureorder', { session }), 404);
    });
  });

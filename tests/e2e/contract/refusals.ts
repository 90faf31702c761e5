import { applicationCalls, authCalls, paymentCalls, ticketCalls } from '@archaka/contracts';
import { applicationForm, scaledTimeout } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { CHANGING, EVERY, SIGNED_IN } from './calls.ts';
import {
  elsewhere,
  expectInvalid,
  expectRefused,
  expectTooMany,
  type Guest,
  type Stage,
  send,
  sendCall,
  submitted,
} from './stage.ts';

const FORMS = ['saveapplicationform', 'submitapplicationform', 'paidSubmitapplicationform'];
const tooLarge = () => JSON.stringify({ name: 'x'.repeat(17 * 1024 * 1024) });

/** Which of two reasons to refuse wins, and what a refusal looks like. */
export const refusals = (stage: Stage) =>
  describe('refusals', () => {
    const origin = () => stage.portal().origin;
    let session: Guest;
    beforeAll(async () => {
      session = await stage.newcomer();
    });

    test('no call of the portal is left out of what follows', () => {
      const published = [...authCalls, ...applicationCalls, ...paymentCalls, ...ticketCalls]
        .filter(({ session: needs }) => needs !== 'service')
        .map(({ name }) => name);
      expect(EVERY.toSorted()).toEqual(published.toSorted());
    });

    test.each(CHANGING)('%s from another site is 403, signed in or not, JSON or not', async (name) => {
      const text = { ...elsewhere, 'content-type': 'text/plain' };
      expectRefused(await sendCall(origin(), name, { headers: elsewhere }), 403);
      expectRefused(await sendCall(origin(), name, { session, headers: elsewhere, body: 'nonsense' }), 403);
      expectRefused(await sendCall(origin(), name, { headers: text }), 403);
    });

    test('another site is told by Origin or by Sec-Fetch-Site; neither header is no other site', async () => {
      const asked = (headers: Record<string, string>) => sendCall(origin(), 'logout', { headers });
      for (const headers of [
        { origin: 'https://elsewhere.example' },
        { origin: 'null' },
        { origin: origin().replace('localhost', 'localhost.elsewhere.example') },
        { 'sec-fetch-site': 'cross-site' },
      ])
        expectRefused(await asked(headers), 403);
      expect((await asked({})).http).toBe(200);
      expect((await asked({ origin: origin(), 'sec-fetch-site': 'same-origin' })).http).toBe(200);
    });

    test.each(CHANGING)('%s not as JSON is 415, signed in or not', async (name) => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
        expectRefused(
          await sendCall(origin(), name, { headers: { 'content-type': type }, body: 'a=1' }),
          415,
        );
      const headers = { 'content-type': 'text/plain' };
      expectRefused(await sendCall(origin(), name, { session, headers, body: '{}' }), 415);
    });

    test('another site wins over 413, 415 over 413, and 413 over 401 and 400', async () => {
      const body = tooLarge();
      const name = 'saveapplicationform';
      expectRefused(await sendCall(origin(), name, { headers: elsewhere, body }), 403);
      expectRefused(await sendCall(origin(), name, { headers: { 'content-type': 'text/plain' }, body }), 415);
      expectRefused(await sendCall(origin(), name, { body }), 413);
      expectRefused(await sendCall(origin(), name, { session, body }), 413);
      expectRefused(await sendCall(origin(), 'submitsignup', { body }), 413);
    });

    test.each(['submitsignup', 'getdistrict'])('%s takes 64 KB and no more', async (name) => {
      const ofSize = (bytes: number) => JSON.stringify({ x: 'x'.repeat(bytes - '{"x":""}'.length) });
      expect((await sendCall(origin(), name, { body: ofSize(64 * 1024) })).http).not.toBe(413);
      expectRefused(await sendCall(origin(), name, { body: ofSize(64 * 1024 + 1) }), 413);
    });

    test('a form of many values is a 400 before it is parsed', async () => {
      const body = `{"a":[${'{},'.repeat(4_000_000)}1]}`;
      const began = performance.now();
      expectRefused(await sendCall(origin(), 'saveapplicationform', { session, body }), 400);
      expect(performance.now() - began).toBeLessThan(scaledTimeout(3000));
    });

    test('a body of 15 MB is read: its long name is a 400, not a 413', async () => {
      const form = await applicationForm(session.person, { name: 'x'.repeat(15 * 1024 * 1024) });
      expectInvalid(await session.call('saveapplicationform', form), 'Please Enter name');
    });

    test.each(SIGNED_IN)('%s without a session is 401, whatever the body', async (name) => {
      for (const body of ['{}', '{"number":1}', '[]', '{'])
        expectRefused(await sendCall(origin(), name, { body }), 401);
      const headers = { cookie: 'archaka_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' };
      expectRefused(await sendCall(origin(), name, { headers }), 401);
      expectRefused(await sendCall(origin(), name, { headers: { authorization: 'Bearer nonsense' } }), 401);
    });

    test.each(['/api/documents/x', '/api/tickets/x', '/api/updates'])(
      '%s without a session is 401',
      async (path) => {
        expectRefused(await send(origin(), path, { method: 'GET' }), 401);
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
    ])('%s is 400', async (_, body) => {
      for (const name of ['submitsignup', 'websiteloginotp', 'submitwithotp'])
        expectRefused(await sendCall(origin(), name, { body }), 400);
      for (const name of [...FORMS, 'upadteapplication', 'getsaveformdata', 'getpaymentattempts'])
        expectRefused(await sendCall(origin(), name, { session, body }), 400);
    });

    test('a session may make 100 calls a second, then 429 says when to try again', async () => {
      const headers = { cookie: (await stage.newcomer()).cookie() };
      const answers = await Promise.all(
        Array.from({ length: 260 }, () => sendCall(origin(), 'session', { headers })),
      );
      const refused = answers.filter(({ http }) => http !== 200);
      expect(answers.length - refused.length).toBeGreaterThanOrEqual(100);
      expect(refused.length).toBeGreaterThan(0);
      for (const answer of refused) expectTooMany(answer);
    });

    test('that rate comes after another site, 415 and 413, and before 400', async () => {
      const cookie = { cookie: (await stage.newcomer()).cookie() };
      const twenty = (headers: Record<string, string>, body = '{') =>
        Promise.all(
          Array.from({ length: 20 }, () =>
            sendCall(origin(), 'saveapplicationform', { headers: { ...cookie, ...headers }, body }),
          ),
        );
      const burst = Array.from({ length: 150 }, () =>
        sendCall(origin(), 'getsaveformdata', { headers: cookie }),
      );
      const [foreign, wrongType, malformed] = await Promise.all([
        twenty(elsewhere),
        twenty({ 'content-type': 'text/plain' }),
        twenty({}),
      ]);
      await Promise.all(burst);
      expect(malformed.map(({ http }) => http)).toContain(429);
      expect(foreign.map(({ http }) => http)).toEqual(Array(20).fill(403));
      expect(wrongType.map(({ http }) => http)).toEqual(Array(20).fill(415));
    });

    test('400 wins over somebody else’s identity, application, document', async () => {
      const other = await stage.newcomer();
      const stranger = { entry_by: other.person.id, usr_id: other.person.id };
      const form = await applicationForm(session.person, { ...stranger, name: '' });
      for (const name of FORMS) expectInvalid(await session.call(name, form), 'Please Enter name');
      expectInvalid(await session.call('upadteapplication', { ...form, id: 'nobody' }), 'Please Enter name');
      const foreign = [{ document_id: 'nobody', filetype: 'pdf' }];
      expectInvalid(
        await session.call('saveapplicationform', {
          ...form,
          entry_by: session.person.id,
          birthcertificate: foreign,
        }),
        'Please Enter name',
      );
    });

    test('400 wins over 420, 403 over 420, 420 over 421', async () => {
      const [applied, other] = await Promise.all([stage.newcomer(), stage.newcomer()]);
      await Promise.all([submitted(applied), submitted(other)]);
      const again = { postal_address: 'Another street', aadhar: other.person.aadhar };
      const form = await applicationForm(applied.person, again);
      for (const name of ['saveapplicationform', 'submitapplicationform']) {
        expectInvalid(await applied.call(name, { ...form, agamamu: '' }), 'Select the Agamamu');
        expectRefused(await applied.call(name, { ...form, entry_by: other.person.id }), 403);
        expect((await applied.call(name, form)).body).toMatchObject({
          status: 420,
          message: 'Already Application registered this Mobile Number',
        });
      }
    });

    test('404 or 403 wins over 421', async () => {
      const [mine, other] = await Promise.all([stage.newcomer(), stage.newcomer()]);
      const theirs = await submitted(other);
      const form = await applicationForm(mine.person, { aadhar: other.person.aadhar });
      expectRefused(await mine.call('upadteapplication', { ...form, id: 'nobody' }), 404, 403);
      const named = { ...form, application_id: theirs.application_id };
      expectRefused(await mine.call('paidSubmitapplicationform', named), 403);
    });

    test('every call answers POST only, the public lists GET too; an unknown call is 404', async () => {
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
        expectRefused(await sendCall(origin(), name, { session }), 404);
    });
  });

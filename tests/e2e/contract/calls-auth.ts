import { eventually, scaledTimeout, signUp } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import {
  expectInvalid,
  expectRefused,
  expectTooMany,
  type Guest,
  type Stage,
  send,
  sendCall,
} from './stage.ts';

const FIELDS = ['name', 'email', 'number', 'address', 'devasthanam', 'landmark', 'town', 'pincode'];

export const authCalls = (stage: Stage) =>
  describe('accounts and sessions', () => {
    const origin = () => stage.portal().origin;

    async function signedUp(): Promise<Guest> {
      const session = stage.visitor();
      expect((await session.call('submitsignup', signUp(session.person))).body.status).toBe(200);
      return session;
    }
    async function inboxOf({ person, fetch }: Guest) {
      const response = await fetch(`/dev/inbox?number=${person.number}`);
      return (await response.json()) as { number: string; otp: string; at: string }[];
    }
    async function otpOf(session: Guest): Promise<string> {
      const { number } = session.person;
      expect((await session.call('websiteloginotp', { number })).body).toEqual({ status: 200 });
      const [newest] = await inboxOf(session);
      return String(newest?.otp);
    }
    const otherThan = (otp: string) => String((Number(otp) + 1) % 10_000).padStart(4, '0');

    test('sign-up names every empty field in the spec’s order', async () => {
      for (const body of [{}, Object.fromEntries(FIELDS.map((field) => [field, '']))]) {
        const answer = await stage.visitor().call('submitsignup', body);
        expectRefused(answer, 400);
        expect(answer.body.errors?.map(({ field }) => field)).toEqual(FIELDS);
        for (const { message } of answer.body.errors ?? []) expect(message).toMatch(/^Please Enter /);
        expect(answer.body.title).toBe(answer.body.errors?.[0]?.message);
      }
    });

    test.each([
      ['email', 'nobody', 'Please Enter Valid Email'],
      ['email', 'a b@example.org', 'Please Enter Valid Email'],
      ['number', '12345', 'Please Check number'],
      ['number', '98765abcde', 'Please Check number'],
      ['number', '98765432101', 'Please Check number'],
      ['pincode', '5311', 'Please Check Pincode'],
      ['pincode', '53111a', 'Please Check Pincode'],
    ])('sign-up with %s %s is 400', async (field, value, message) => {
      const { person, call } = stage.visitor();
      expectInvalid(await call('submitsignup', signUp(person, { [field]: value })), message);
    });

    test.each(FIELDS)('sign-up without %s is 400', async (field) => {
      const { person, call } = stage.visitor();
      for (const empty of [undefined, null, '', []]) {
        const { http, body } = await call('submitsignup', signUp(person, { [field]: empty }));
        expect(http).toBe(400);
        expect(body.errors).toHaveLength(1);
        expect(body.errors?.[0]?.field).toBe(field);
      }
    });

    test('a mobile signs up once (420), an e-mail once (421), and the mobile is told first', async () => {
      const { person } = await stage.newcomer();
      const other = stage.visitor();
      const email = signUp(person).email;
      const again = await other.call('submitsignup', signUp(person, { email: 'new@example.org' }));
      expect(again.http).toBe(200);
      expect(again.body).toMatchObject({ status: 420, message: 'Mobile Number Already Exists' });
      const sameEmail = await other.call('submitsignup', signUp(other.person, { email }));
      expect(sameEmail.body).toMatchObject({ status: 421, message: 'Email Already Exists' });
      expect((await other.call('submitsignup', signUp(person))).body.status).toBe(420);
    });

    test('until a mobile has signed in, its sign-up and e-mail are another’s to take; of ten at once one is its account', async () => {
      const session = stage.visitor();
      const { person, call } = session;
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          call('submitsignup', signUp(person, { email: `${person.number}.${at}@example.org` })),
        ),
      );
      expect(answers.map(({ body }) => body.status)).toEqual(Array(10).fill(200));
      const other = stage.visitor();
      const { email } = signUp(person);
      await call('submitsignup', signUp(person));
      expect((await other.call('submitsignup', signUp(other.person, { email }))).body.status).toBe(200);
      expect((await call('submitsignup', signUp(person))).body.status).toBe(200);
      const id = await session.signIn();
      expect((await call('submitsignup', signUp(person))).body.status).toBe(420);
      expect(await session.signIn()).toBe(id);
    });

    test.each([
      [{}, 'Enter The Mobile Number'],
      [{ number: null }, 'Enter The Mobile Number'],
      [{ number: '123' }, 'Enter the Valid Mobile Number'],
      [{ number: '98765 4321' }, 'Enter the Valid Mobile Number'],
      [{ number: { $gt: '' } }, 'Enter the Valid Mobile Number'],
    ])('an OTP request of %j is 400', async (body, message) => {
      expectInvalid(await stage.visitor().call('websiteloginotp', body), message);
    });

    test('an OTP is never in the answer, but in the inbox, newest first; an unknown mobile is 420', async () => {
      const session = await signedUp();
      const first = await otpOf(session);
      const second = await otpOf(session);
      const messages = await inboxOf(session);
      const { number } = session.person;
      expect(messages).toEqual([
        { number, otp: second, at: expect.any(String) },
        { number, otp: first, at: expect.any(String) },
      ]);
      expect(second).toMatch(/^\d{4}$/);
      const stranger = stage.visitor();
      const { number: unknown } = stranger.person;
      const refused = await stranger.call('websiteloginotp', { number: unknown });
      expect(refused.body).toMatchObject({ status: 420, message: 'This mobile Number Not registered' });
      expect(await inboxOf(stranger)).toEqual([]);
    });

    test.each([
      [{}, 'Enter The Mobile Number'],
      [{ number: '9876543210' }, 'Please Enter otp'],
      [{ number: '9876543210', otp: '' }, 'Please Enter otp'],
      [{ number: '9876543210', otp: 1234 }, 'Enter the valid Otp'],
      [{ number: '9876543210', otp: '12345' }, 'Enter the valid Otp'],
      [{ number: '9876543210', otp: { $ne: '' } }, 'Enter the valid Otp'],
    ])('a sign-in of %j is 400', async (body, message) => {
      expectInvalid(await stage.visitor().call('submitwithotp', body), message);
    });

    test('signing in gives id, number and name and a cookie no script can read; an OTP works once', async () => {
      const session = await signedUp();
      const { number, name } = session.person;
      const otp = await otpOf(session);
      const wrong = await session.call('submitwithotp', { number, otp: otherThan(otp) });
      expect(wrong.body).toMatchObject({ status: 420 });
      expect(wrong.headers.getSetCookie()).toEqual([]);

      const signedIn = await session.call('submitwithotp', { number, otp });
      expect(signedIn.body).toEqual({ status: 200, data: [{ id: expect.any(String), number, name }] });
      const [cookie] = signedIn.headers.getSetCookie();
      expect(cookie).toMatch(/^archaka_session=[^;]{16,}/);
      expect(cookie).toMatch(/HttpOnly/i);
      expect(cookie).toMatch(/SameSite=Lax/i);
      expect(cookie).toMatch(/Path=\//i);
      expect((await session.call('session')).body.data).toEqual(signedIn.body.data);
      expect((await stage.visitor().call('submitwithotp', { number, otp })).body.status).toBe(420);
      const [device] = (await session.call('getdevicekey')).body.data;
      expect(Buffer.from(String(device?.key), 'base64')).toHaveLength(32);
    });

    test('of ten sign-ins with one OTP at once, one succeeds', async () => {
      const session = await signedUp();
      const otp = await otpOf(session);
      const { number } = session.person;
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => session.call('submitwithotp', { number, otp })),
      );
      expect(answers.filter(({ body }) => body.status === 200)).toHaveLength(1);
    });

    test('an OTP is judged only on the browser that asked, and guesses elsewhere count nothing', async () => {
      const session = await signedUp();
      const otp = await otpOf(session);
      const { number } = session.person;
      const [stranger, other] = [stage.visitor(), await signedUp()];
      await otpOf(other);
      for (const elsewhere of [stranger, other])
        for (let count = 0; count < 6; count += 1)
          expect((await elsewhere.call('submitwithotp', { number, otp })).body.status).toBe(420);
      expect((await session.call('submitwithotp', { number, otp })).body.status).toBe(200);
    });

    test('the own sign-ins are listed without an address, and all sessions end at once', async () => {
      const [session, again] = [await stage.newcomer(), stage.visitor()];
      Object.assign(again.person, session.person);
      await again.signIn();
      const { data } = (await session.call('getsessions')).body;
      expect(data).toEqual([
        expect.objectContaining({ is_current: false, own_device: false }),
        expect.objectContaining({ is_current: true, signed_in_at: expect.any(String) }),
      ]);
      expect(JSON.stringify(data)).not.toMatch(/127\.0\.0\.1|::1/);
      expect((await session.call('endsessions')).body).toEqual({ status: 200 });
      for (const one of [session, again])
        await eventually(async () => (await one.call('session')).http === 401, { timeoutMs: 2000 });
    });

    test('the sixth OTP request in 15 minutes is 429, for a mobile nobody knows too', async () => {
      for (const session of [await signedUp(), stage.visitor()]) {
        const { number } = session.person;
        for (let count = 0; count < 5; count += 1)
          expect((await session.call('websiteloginotp', { number })).http).toBe(200);
        expectTooMany(await session.call('websiteloginotp', { number }));
      }
    });

    test('after five wrong OTPs even the right one is 429, and 429 comes before 400', async () => {
      const session = await signedUp();
      const { number } = session.person;
      const otp = await otpOf(session);
      for (let count = 0; count < 5; count += 1) {
        const { body } = await session.call('submitwithotp', { number, otp: otherThan(otp) });
        expect(body.status).toBe(420);
      }
      expectTooMany(await session.call('submitwithotp', { number, otp }));
      expectTooMany(await session.call('submitwithotp', { number, otp: '' }));
    });

    test('five wrong OTPs at once with the right one among a crowd pass no limit', async () => {
      const session = await signedUp();
      const { number } = session.person;
      const otp = await otpOf(session);
      const answers = await Promise.all(
        Array.from({ length: 15 }, () => session.call('submitwithotp', { number, otp: otherThan(otp) })),
      );
      expect(answers.filter(({ http }) => http === 200).length).toBeLessThanOrEqual(5);
      expectTooMany(await session.call('submitwithotp', { number, otp }));
    });

    test('logout ends the session everywhere within 2 s, its other services and streams included', async () => {
      const session = await stage.newcomer();
      const cookie = { cookie: session.cookie() };
      const updates = await session.fetch('/api/updates');
      expect(updates.status).toBe(200);
      expect((await session.call('getticketsandprofile')).http).toBe(200);
      expect((await session.call('getpaymentattempts', { order_id: 'order_none' })).http).toBe(404);

      expect((await session.call('logout')).body).toEqual({ status: 200 });
      const ended = performance.now();
      await updates.text().catch(() => 'cut off');
      expect(performance.now() - ended).toBeLessThan(scaledTimeout(2500));
      for (const name of ['session', 'getticketsandprofile', 'getpaymentattempts'])
        await eventually(async () => (await sendCall(origin(), name, { headers: cookie })).http === 401, {
          timeoutMs: 2000,
        });
      const ticket = await send(origin(), '/api/tickets/x', { method: 'GET', headers: cookie });
      expectRefused(ticket, 401);
    });

    test('logging out ends this session and not the person’s other one; without one it is 200', async () => {
      const [session, again] = [await stage.newcomer(), stage.visitor()];
      const other = { ...again.person, ...session.person };
      Object.assign(again.person, other);
      await again.signIn();
      await session.call('logout');
      expect((await again.call('session')).http).toBe(200);
      expect((await sendCall(origin(), 'logout')).body).toEqual({ status: 200 });
    });
  });

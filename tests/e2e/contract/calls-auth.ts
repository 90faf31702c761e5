import { buildSignUp, eventually, scaledTimeout } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import {
  type ContractEnvironment,
  expectInvalid,
  expectProblem,
  send,
  sendCall,
  type ThrottledSession,
} from './environment.ts';

const FIELDS = ['name', 'email', 'number', 'address', 'devasthanam', 'landmark', 'town', 'pincode'];

export const authCalls = (environment: ContractEnvironment) =>
  describe('accounts and sessions', () => {
    const origin = () => environment.portal().origin;

    async function signUpVisitor(): Promise<ThrottledSession> {
      const session = environment.createVisitor();
      expect((await session.call('submitsignup', buildSignUp(session.person))).body.status).toBe(200);
      return session;
    }
    async function readDevSms({ person, fetch }: ThrottledSession) {
      const response = await fetch(`/dev/inbox?number=${person.number}`);
      return (await response.json()) as { number: string; otp: string; at: string }[];
    }
    async function requestOtp(session: ThrottledSession): Promise<string> {
      const { number } = session.person;
      expect((await session.call('websiteloginotp', { number })).body).toEqual({ status: 200 });
      const [newest] = await readDevSms(session);
      return String(newest?.otp);
    }
    const toOtherOtp = (otp: string) => String((Number(otp) + 1) % 10_000).padStart(4, '0');

    test.each([
      ['email', 'nobody', 'Please Enter Valid Email'],
      ['email', 'a b@example.org', 'Please Enter Valid Email'],
      ['number', '12345', 'Please Check number'],
      ['number', '98765abcde', 'Please Check number'],
      ['number', '98765432101', 'Please Check number'],
      ['pincode', '5311', 'Please Check Pincode'],
      ['pincode', '53111a', 'Please Check Pincode'],
    ])('rejects a sign-up with %s %s with 400', async (field, value, message) => {
      const { person, call } = environment.createVisitor();
      expectInvalid(await call('submitsignup', buildSignUp(person, { [field]: value })), message);
    });

    test.each(FIELDS)('rejects a sign-up without %s with 400', async (field) => {
      const { person, call } = environment.createVisitor();
      for (const empty of [undefined, null, '', []]) {
        const { http, body } = await call('submitsignup', buildSignUp(person, { [field]: empty }));
        expect(http).toBe(400);
        expect(body.errors).toHaveLength(1);
        expect(body.errors?.[0]?.field).toBe(field);
      }
    });

    test('rejects a second sign-up of a mobile (420) or an e-mail (421), the mobile first [S-7.2] [S-9.12]', async () => {
      const { person } = await environment.registerApplicant();
      const otherSession = environment.createVisitor();
      const email = buildSignUp(person).email;
      const repeated = await otherSession.call(
        'submitsignup',
        buildSignUp(person, { email: 'new@example.org' }),
      );
      expect(repeated.http).toBe(200);
      expect(repeated.body).toMatchObject({ status: 420, message: 'Mobile Number Already Exists' });
      const sameEmail = await otherSession.call('submitsignup', buildSignUp(otherSession.person, { email }));
      expect(sameEmail.body).toMatchObject({ status: 421, message: 'Email Already Exists' });
      expect((await otherSession.call('submitsignup', buildSignUp(person))).body.status).toBe(420);
    });

    test.each([
      [{}, 'Enter The Mobile Number'],
      [{ number: null }, 'Enter The Mobile Number'],
      [{ number: '123' }, 'Enter the Valid Mobile Number'],
      [{ number: '98765 4321' }, 'Enter the Valid Mobile Number'],
      [{ number: { $gt: '' } }, 'Enter the Valid Mobile Number'],
    ])('rejects an OTP request of %j with 400', async (body, message) => {
      expectInvalid(await environment.createVisitor().call('websiteloginotp', body), message);
    });

    test('sends OTPs to the inbox only, newest first; an unknown mobile is 420 [S-7.3]', async () => {
      const session = await signUpVisitor();
      const firstOtp = await requestOtp(session);
      const secondOtp = await requestOtp(session);
      const messages = await readDevSms(session);
      const { number } = session.person;
      expect(messages).toEqual([
        { number, otp: secondOtp, at: expect.any(String) },
        { number, otp: firstOtp, at: expect.any(String) },
      ]);
      expect(secondOtp).toMatch(/^\d{4}$/);
      const stranger = environment.createVisitor();
      const { number: unknownNumber } = stranger.person;
      const rejected = await stranger.call('websiteloginotp', { number: unknownNumber });
      expect(rejected.body).toMatchObject({ status: 420, message: 'This mobile Number Not registered' });
      expect(await readDevSms(stranger)).toEqual([]);
    });

    test.each([
      [{}, 'Enter The Mobile Number'],
      [{ number: '9876543210' }, 'Please Enter otp'],
      [{ number: '9876543210', otp: '' }, 'Please Enter otp'],
      [{ number: '9876543210', otp: 1234 }, 'Enter the valid Otp'],
      [{ number: '9876543210', otp: '12345' }, 'Enter the valid Otp'],
      [{ number: '9876543210', otp: { $ne: '' } }, 'Enter the valid Otp'],
    ])('rejects a sign-in of %j with 400', async (body, message) => {
      expectInvalid(await environment.createVisitor().call('submitwithotp', body), message);
    });

    test('returns id, number, name and an httpOnly cookie at sign-in, and accepts an OTP once [S-7.4]', async () => {
      const session = await signUpVisitor();
      const { number, name } = session.person;
      const otp = await requestOtp(session);
      const wrongOtpResponse = await session.call('submitwithotp', { number, otp: toOtherOtp(otp) });
      expect(wrongOtpResponse.body).toMatchObject({ status: 420 });
      expect(wrongOtpResponse.headers.getSetCookie()).toEqual([]);

      const signedIn = await session.call('submitwithotp', { number, otp });
      expect(signedIn.body).toEqual({ status: 200, data: [{ id: expect.any(String), number, name }] });
      const cookie = signedIn.headers.getSetCookie().at(-1);
      expect(cookie).toMatch(/^archaka_session=[^;]{16,}/);
      expect(cookie).toMatch(/HttpOnly/i);
      expect(cookie).toMatch(/SameSite=Lax/i);
      expect(cookie).toMatch(/Path=\//i);
      expect((await session.call('session')).body.data).toEqual(signedIn.body.data);
      expect((await environment.createVisitor().call('submitwithotp', { number, otp })).body.status).toBe(
        420,
      );
      const [deviceKey] = (await session.call('getdevicekey')).body.data;
      expect(Buffer.from(String(deviceKey?.key), 'base64')).toHaveLength(32);
    });

    test('accepts one of ten concurrent sign-ins with one OTP', async () => {
      const session = await signUpVisitor();
      const otp = await requestOtp(session);
      const { number } = session.person;
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => session.call('submitwithotp', { number, otp })),
      );
      expect(responses.filter(({ body }) => body.status === 200)).toHaveLength(1);
    });

    test('ends a session at logout within 2 s in all services and streams [S-2.61]', async () => {
      const session = await environment.registerApplicant();
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
      expectProblem(ticket, 401);
    });

    test('ends only this session of the user at logout, and responds 200 without a session', async () => {
      const [session, secondSession] = [await environment.registerApplicant(), environment.createVisitor()];
      const otherSession = { ...secondSession.person, ...session.person };
      Object.assign(secondSession.person, otherSession);
      await secondSession.signIn();
      await session.call('logout');
      expect((await secondSession.call('session')).http).toBe(200);
      expect((await sendCall(origin(), 'logout')).body).toEqual({ status: 200 });
    });
  });

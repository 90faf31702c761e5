import { signIn } from '@archaka/contracts';
import { anotherPasswordNeeded, type KeyRing, ok, refuse, serve, tooMany } from '@archaka/service-kit';
import type { Request, Response } from 'express';
import { deviceOf } from '../../domain/device.ts';
import { newOpaqueId } from '../../domain/opaque-id.ts';
import { otpHash } from '../../domain/otp.ts';
import { lifeOf } from '../../domain/session.ts';
import type { AccountStore } from '../../store/accounts.ts';
import type { BrowserStore } from '../../store/browsers.ts';
import type { Limits } from '../../store/limits.ts';
import type { OtpStore } from '../../store/otps.ts';
import type { SessionStore } from '../../store/sessions.ts';
import type { Account } from '../../store/sign-ups.ts';
import { boundsOf } from '../bounds.ts';
import type { Callers } from '../caller.ts';
import type { Cookies } from '../cookies.ts';
import type { OtpOutcomes } from '../otp-outcomes.ts';
import type { Suspicion } from '../proof-of-work/suspicion.ts';

interface Parts {
  readonly accounts: AccountStore;
  readonly otps: OtpStore;
  readonly sessions: SessionStore;
  readonly browsers: BrowserStore;
  readonly limits: Limits;
  readonly suspicion: Suspicion;
  readonly callers: Callers;
  readonly cookies: Cookies;
  readonly peppers: KeyRing;
  readonly outcomes: OtpOutcomes;
}

export const signInHandler = (parts: Parts) => {
  const { accounts, otps, sessions, browsers, limits, suspicion, callers, cookies, peppers, outcomes } =
    parts;

  async function refuseEnded(requestId: string | undefined, number: string | undefined): Promise<void> {
    const seconds = requestId && number ? await otps.secondsEnded(requestId, number) : undefined;
    if (seconds !== undefined) throw tooMany(seconds);
  }

  /** A browser has one session: the one before, whoever's it was, ends with the next. */
  async function endEarlier(request: Request): Promise<void> {
    const earlier = cookies.read(request, 'session');
    if (earlier) await sessions.end(earlier);
  }

  /** From now on the browser is one that has signed in to this number. */
  async function remember(account: Account, request: Request, response: Response): Promise<void> {
    const { _id: account_id, number } = account;
    const given = cookies.read(request, 'browser');
    const browserId = given && (await browsers.isIssued(given)) ? given : newOpaqueId();
    await browsers.remember(browserId, { number, account_id });
    cookies.set(response, 'browser', { value: browserId });
  }

  return serve(
    signIn,
    async ({ body, request, response }) => {
      const number = String(body.number);
      const requestId = cookies.read(request, 'otp');
      const hashes = peppers.map(({ key }) => otpHash(key, number, body.otp));
      const guess = requestId && (await otps.guess(requestId, number, hashes));
      if (!guess) {
        await refuseEnded(requestId, number);
        return refuse(420);
      }
      const caller = await callers(body, request);
      const bounds = boundsOf(limits, caller);
      const needed = await bounds.countGuess();
      outcomes.ofGuess(guess.isRight ? 'right' : 'wrong', guess.accountId);
      if (!guess.isRight) return refuse(420);
      await bounds.forgiveGuess();
      await suspicion.forgive(caller.address);

      const isContinued = guess.passed < needed;
      if (!(await otps.take(requestId, { isContinued }))) return refuse(420);
      if (isContinued) throw anotherPasswordNeeded();
      const account = await accounts.signIn(guess.accountId);
      if (!account) return refuse(420);
      const { _id: account_id, name } = account;
      const device = { ...deviceOf(request.headers['user-agent']), own_device: body.own_device === true };
      const value = await sessions.open({ account_id, number, name }, device);
      await endEarlier(request);
      cookies.set(response, 'session', { value, hours: lifeOf(device).hours });
      await remember(account, request, response);
      return ok({ data: [{ id: account_id, number, name }] });
    },
    {
      prepare: async (body, _user, request) => {
        const caller = await callers(body, request);
        await boundsOf(limits, caller).countCall();
        await refuseEnded(cookies.read(request, 'otp'), caller.number);
        await suspicion.count(caller.address, body.proof);
        return body;
      },
    },
  );
};

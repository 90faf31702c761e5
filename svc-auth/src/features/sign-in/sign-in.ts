import { signIn } from '@archaka/contracts';
import { ok, refuse, serve } from '@archaka/service-kit';
import { otpHash } from '../../domain/otp.ts';
import { SESSION_COOKIE, SESSION_HOURS } from '../../domain/session.ts';
import type { AccountStore } from '../../store/accounts.ts';
import type { Limits } from '../../store/limits.ts';
import type { OtpStore } from '../../store/otps.ts';
import type { SessionStore } from '../../store/sessions.ts';
import { otpCounts } from '../otp-counts.ts';
import { cookieOptions } from '../session-cookie.ts';
import { addressOf, mobileOf } from '../who-asks.ts';

interface Parts {
  readonly accounts: AccountStore;
  readonly otps: OtpStore;
  readonly sessions: SessionStore;
  readonly limits: Limits;
  readonly pepper: string;
  readonly origin: string;
}

export const signInHandler = ({ accounts, otps, sessions, limits, pepper, origin }: Parts) => {
  const guesses = [limits.wrongOtps, limits.wrongOtpsDaily];

  return serve(
    signIn,
    async ({ body, response }) => {
      const number = String(body.number);
      // A guess is counted before it is judged, so that parallel guesses cannot pass the limit together.
      for (const limit of guesses) await limit.count(number);
      const isRight = await otps.use(number, otpHash(pepper, number, body.otp));
      otpCounts.guesses.add({ outcome: isRight ? 'right' : 'wrong' });
      if (!isRight) return refuse(420);
      for (const limit of guesses) await limit.forgive(number);

      const account = await accounts.findByNumber(number);
      if (!account) return refuse(420);
      const { _id: account_id, name } = account;
      const sessionId = await sessions.open({ account_id, number, name });
      response.cookie(SESSION_COOKIE, sessionId, {
        ...cookieOptions(origin),
        maxAge: SESSION_HOURS * 3_600_000,
      });
      return ok({ data: [{ id: account_id, number, name }] });
    },
    {
      prepare: async (body, _user, request) => {
        await limits.address.count(addressOf(request));
        const number = mobileOf(body);
        if (number) for (const limit of guesses) await limit.check(number);
        return body;
      },
    },
  );
};

import { changeNumber, requestNumberChange } from '@archaka/contracts';
import {
  type AuditLog,
  businessError,
  type CallHandler,
  type Database,
  handleCall,
  type KeyRing,
  ok,
  toApplicant,
} from '@archaka/service-kit';
import type { AccountRepository } from '../../persistence/account-repository.ts';
import type { BrowserRepository } from '../../persistence/browser-repository.ts';
import type { OtpRepository } from '../../persistence/otp-repository.ts';
import type { RateLimits } from '../../persistence/rate-limits.ts';
import type { SessionRepository } from '../../persistence/session-repository.ts';
import type { SendOtp } from '../../sms/send-otp.ts';
import type { CallerResolver } from '../caller.ts';
import { createCallerLimits } from '../caller-limits.ts';
import type { Cookies } from '../cookies.ts';
import { createSessionOpener } from '../sign-in/open-session.ts';
import { createNumberOtps, type NumberOtps } from './number-otps.ts';

export interface NumberChangeDependencies {
  readonly db: Database;
  readonly accounts: AccountRepository;
  readonly otps: OtpRepository;
  readonly sessions: SessionRepository;
  readonly browsers: BrowserRepository;
  readonly rateLimits: RateLimits;
  readonly resolveCaller: CallerResolver;
  readonly cookies: Cookies;
  readonly peppers: KeyRing;
  readonly sendOtp: SendOtp;
  readonly audit: AuditLog;
}

/** The limits of a sign-in count for each of the two numbers. */
const createRequestHandler = (
  { accounts, rateLimits, resolveCaller }: NumberChangeDependencies,
  numberOtps: NumberOtps,
) =>
  handleCall(requestNumberChange, {
    load: async ({ request, body, user }) => {
      const callers = [
        await resolveCaller({ number: user.number }, request),
        await resolveCaller(body, request),
      ];
      const [oldLimits, newLimits] = callers.map((caller) => createCallerLimits(rateLimits, caller));
      await oldLimits?.consumeCall();
      return { oldLimits, newLimits };
    },
    handle: async ({ body, user, state: { oldLimits, newLimits } }) => {
      const number = String(body.number);
      if (await accounts.isNumberClaimed(number)) return businessError(420);
      await oldLimits?.checkMessages();
      await newLimits?.consumeMessage();
      await oldLimits?.consumeMessage();
      const sides = [
        { side: 'old', number: user.number, user, limits: oldLimits },
        { side: 'new', number, user, limits: newLimits },
      ] as const;
      for (const { limits, ...otp } of sides) await numberOtps.send(otp, async () => limits?.rewardMessage());
      return ok();
    },
  });

const createChangeHandler = (deps: NumberChangeDependencies, numberOtps: NumberOtps) => {
  const { db, accounts, sessions, rateLimits, resolveCaller, cookies, audit } = deps;
  const openSession = createSessionOpener(deps);
  return handleCall(changeNumber, {
    load: async ({ request, user }) => {
      const caller = await resolveCaller({ number: user.number }, request);
      const limits = createCallerLimits(rateLimits, caller);
      await limits.consumeCall();
      return limits;
    },
    handle: async ({ body, user, state: limits, request, response }) => {
      const number = String(body.number);
      await limits.consumeGuess();
      const isOldRight = await numberOtps.isRight({ side: 'old', number: user.number, user }, body.old_otp);
      const isNewRight = await numberOtps.isRight({ side: 'new', number, user }, body.otp);
      if (!isOldRight || !isNewRight) return businessError(420);
      await limits.rewardGuess();
      const areUnused = await Promise.all([
        numberOtps.consume({ side: 'old', user }),
        numberOtps.consume({ side: 'new', user }),
      ]);
      if (areUnused.includes(false)) return businessError(420);
      const sessionId = cookies.read(request, 'session');
      const current = sessionId ? await sessions.find(sessionId) : undefined;
      // The new session names the account as it is: a correction at the same time renames it too.
      const account = await db.transaction(async () => {
        const changed = await accounts.changeNumber(user.id, number);
        if (!changed) return undefined;
        await audit.record({ action: 'number.changed', actor: toApplicant(user) });
        await sessions.endAll(user.id);
        await openSession(changed, { request, response, isOwnDevice: current?.own_device === true });
        return changed;
      });
      if (!account) return businessError(421);
      return ok({ data: [{ id: user.id, number, name: account.name }] });
    },
  });
};

export function createNumberChangeHandlers(deps: NumberChangeDependencies): CallHandler[] {
  const numberOtps = createNumberOtps(deps);
  return [createRequestHandler(deps, numberOtps), createChangeHandler(deps, numberOtps)];
}

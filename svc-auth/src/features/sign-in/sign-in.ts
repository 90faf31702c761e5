import { signIn } from '@archaka/contracts';
import {
  anotherPasswordNeeded,
  businessError,
  handleCall,
  type KeyRing,
  ok,
  tooMany,
} from '@archaka/service-kit';
import type { Request, Response } from 'express';
import { parseDevice } from '../../domain/device.ts';
import { createOpaqueId } from '../../domain/opaque-id.ts';
import { hashOtp } from '../../domain/otp.ts';
import { getSessionLifetime } from '../../domain/session.ts';
import type { AccountRepository } from '../../persistence/account-repository.ts';
import type { BrowserRepository } from '../../persistence/browser-repository.ts';
import type { OtpRepository } from '../../persistence/otp-repository.ts';
import type { RateLimits } from '../../persistence/rate-limits.ts';
import type { SessionRepository } from '../../persistence/session-repository.ts';
import type { Account } from '../../persistence/sign-up-repository.ts';
import type { CallerResolver } from '../caller.ts';
import { createCallerLimits } from '../caller-limits.ts';
import type { Cookies } from '../cookies.ts';
import type { OtpOutcomes } from '../otp-outcomes.ts';
import type { ProofOfWorkGate } from '../proof-of-work/proof-of-work-gate.ts';

interface SignInDependencies {
  readonly accounts: AccountRepository;
  readonly otps: OtpRepository;
  readonly sessions: SessionRepository;
  readonly browsers: BrowserRepository;
  readonly rateLimits: RateLimits;
  readonly proofOfWorkGate: ProofOfWorkGate;
  readonly resolveCaller: CallerResolver;
  readonly cookies: Cookies;
  readonly peppers: KeyRing;
  readonly otpOutcomes: OtpOutcomes;
}

export const createSignInHandler = (deps: SignInDependencies) => {
  const {
    accounts,
    otps,
    sessions,
    browsers,
    rateLimits,
    proofOfWorkGate,
    resolveCaller,
    cookies,
    peppers,
    otpOutcomes,
  } = deps;

  async function assertNotLockedOut(
    requestId: string | undefined,
    number: string | undefined,
  ): Promise<void> {
    const seconds = requestId && number ? await otps.getLockoutSeconds(requestId, number) : undefined;
    if (seconds !== undefined) throw tooMany(seconds);
  }

  /** A browser has one session: the new one ends the previous one. */
  async function endPreviousSession(request: Request): Promise<void> {
    const previous = cookies.read(request, 'session');
    if (previous) await sessions.end(previous);
  }

  async function rememberBrowser(account: Account, request: Request, response: Response): Promise<void> {
    const { _id: account_id, number } = account;
    const sentId = cookies.read(request, 'browser');
    const browserId = sentId && (await browsers.isIssued(sentId)) ? sentId : createOpaqueId();
    await browsers.remember(browserId, { number, account_id });
    cookies.set(response, 'browser', { value: browserId });
  }

  return handleCall(signIn, {
    load: async ({ body, request }) => {
      const caller = await resolveCaller(body, request);
      await createCallerLimits(rateLimits, caller).consumeCall();
      await assertNotLockedOut(cookies.read(request, 'otp'), caller.number);
      await proofOfWorkGate.consume(caller.address, body.proof);
      return caller;
    },
    handle: async ({ body, state: caller, request, response }) => {
      const number = String(body.number);
      const requestId = cookies.read(request, 'otp');
      const hashes = peppers.map(({ key }) => hashOtp(key, number, body.otp));
      const guess = requestId && (await otps.guess(requestId, number, hashes));
      if (!guess) {
        await assertNotLockedOut(requestId, number);
        return businessError(420);
      }
      const callerLimits = createCallerLimits(rateLimits, caller);
      const needed = await callerLimits.consumeGuess();
      otpOutcomes.recordGuess(guess.isRight ? 'right' : 'wrong', guess.accountId);
      if (!guess.isRight) return businessError(420);
      await callerLimits.rewardGuess();
      await proofOfWorkGate.reward(caller.address);

      const isContinued = guess.passed < needed;
      if (!(await otps.consume(requestId, { isContinued }))) return businessError(420);
      if (isContinued) throw anotherPasswordNeeded();
      const account = await accounts.signIn(guess.accountId);
      if (!account) return businessError(420);
      const { _id: account_id, name } = account;
      const device = { ...parseDevice(request.headers['user-agent']), own_device: body.own_device === true };
      const value = await sessions.open({ account_id, number, name }, device);
      await endPreviousSession(request);
      cookies.set(response, 'session', { value, hours: getSessionLifetime(device).hours });
      await rememberBrowser(account, request, response);
      return ok({ data: [{ id: account_id, number, name }] });
    },
  });
};

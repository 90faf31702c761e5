import { signIn } from '@archaka/contracts';
import {
  type AuditLog,
  anotherPasswordNeeded,
  businessError,
  handleCall,
  type KeyRing,
  ok,
  tooMany,
} from '@archaka/service-kit';
import { hashOtp } from '../../domain/otp.ts';
import { createPseudonym } from '../../domain/pseudonym.ts';
import type { AccountRepository } from '../../persistence/account-repository.ts';
import type { BrowserRepository } from '../../persistence/browser-repository.ts';
import type { OtpRepository } from '../../persistence/otp-repository.ts';
import type { RateLimits } from '../../persistence/rate-limits.ts';
import type { SessionRepository } from '../../persistence/session-repository.ts';
import type { Account } from '../../persistence/sign-up-repository.ts';
import type { Caller, CallerResolver } from '../caller.ts';
import { createCallerLimits } from '../caller-limits.ts';
import type { Cookies } from '../cookies.ts';
import type { OtpOutcomes } from '../otp-outcomes.ts';
import type { ProofOfWorkGate } from '../proof-of-work/proof-of-work-gate.ts';
import { createSessionOpener } from './open-session.ts';

export interface SignInDependencies {
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
  readonly audit: AuditLog;
}

interface Guesser {
  readonly number: string;
  /** Undefined when no password was requested for the number. */
  readonly accountId?: string;
}

type FailureRecorder = (action: 'sign-in.failed' | 'sign-in.locked', guesser: Guesser) => Promise<void>;

/** Records an unknown number as its pseudonym. */
const createFailureRecorder =
  ({ audit, peppers }: Pick<SignInDependencies, 'audit' | 'peppers'>): FailureRecorder =>
  (action, { number, accountId }) =>
    audit.record({
      action,
      actor: { kind: 'anonymous', id: accountId ?? createPseudonym(peppers[0].key, number) },
      ...(accountId && { subject: { userId: accountId } }),
    });

/** @throws HttpProblem 429 */
async function assertNotLockedOut(
  { otps, ...deps }: Pick<SignInDependencies, 'otps' | 'audit' | 'peppers'>,
  requestId: string | undefined,
  number: string | undefined,
): Promise<void> {
  const seconds = requestId && number ? await otps.getLockoutSeconds(requestId, number) : undefined;
  if (seconds === undefined || number === undefined) return;
  await createFailureRecorder(deps)('sign-in.locked', { number });
  throw tooMany(seconds);
}

/** Returns the account, undefined for a wrong or used password. @throws HttpProblem when another one is needed */
const createOtpVerifier = (deps: SignInDependencies) => {
  const { accounts, otps, rateLimits, proofOfWorkGate, peppers, otpOutcomes } = deps;
  const recordFailure = createFailureRecorder(deps);
  return async (
    { requestId, number, otp }: { requestId: string | undefined; number: string; otp: string },
    caller: Caller,
  ): Promise<Account | undefined> => {
    const hashes = peppers.map(({ key }) => hashOtp(key, number, otp));
    const guess = requestId && (await otps.guess(requestId, number, hashes));
    if (!guess) {
      await assertNotLockedOut(deps, requestId, number);
      await recordFailure('sign-in.failed', { number });
      return undefined;
    }
    const callerLimits = createCallerLimits(rateLimits, caller);
    const needed = await callerLimits.consumeGuess();
    otpOutcomes.recordGuess(guess.isRight ? 'right' : 'wrong', guess.accountId);
    if (!guess.isRight) {
      await recordFailure('sign-in.failed', { number, accountId: guess.accountId });
      return undefined;
    }
    await callerLimits.rewardGuess();
    await proofOfWorkGate.reward(caller.address);

    const isContinued = guess.passed < needed;
    if (!(await otps.consume(requestId, { isContinued }))) return undefined;
    if (isContinued) throw anotherPasswordNeeded();
    return accounts.signIn(guess.accountId);
  };
};

export const createSignInHandler = (deps: SignInDependencies) => {
  const { rateLimits, proofOfWorkGate, resolveCaller, cookies } = deps;
  const verifyOtp = createOtpVerifier(deps);
  const openSession = createSessionOpener(deps);

  return handleCall(signIn, {
    load: async ({ body, request }) => {
      const caller = await resolveCaller(body, request);
      await createCallerLimits(rateLimits, caller).consumeCall();
      await assertNotLockedOut(deps, cookies.read(request, 'otp'), caller.number);
      await proofOfWorkGate.consume(caller.address, body.proof);
      return caller;
    },
    handle: async ({ body, state: caller, request, response }) => {
      const number = String(body.number);
      const requestId = cookies.read(request, 'otp');
      const account = await verifyOtp({ requestId, number, otp: body.otp }, caller);
      if (!account) return businessError(420);
      await openSession(account, { request, response, isOwnDevice: body.own_device === true });
      return ok({ data: [{ id: account._id, number, name: account.name }] });
    },
  });
};

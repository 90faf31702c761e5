import {
  type AuditLog,
  anotherPasswordNeeded,
  createCounter,
  type KeyRing,
  type Log,
  toLogName,
  tooMany,
} from '@archaka/service-kit';
import type { Request } from 'express';
import { createOtp, createPseudonym, hashOtp, type OtpPurpose } from '../domain/otp.ts';
import type { OtpRepository } from '../persistence/otp-repository.ts';
import type { RateLimits } from '../persistence/rate-limits.ts';
import { SmsFailed, type SmsSender } from '../sms/sms-sender.ts';
import { type Caller, type CallerLimits, type CallerResolver, createCallerLimits } from './caller-limits.ts';
import type { CallBudgets } from './proof-of-work.ts';

type RequestOutcome = 'sent' | 'unregistered' | 'failed';
type GuessOutcome = 'right' | 'wrong';

const requests = createCounter<{ outcome: RequestOutcome }>({
  name: 'otp_requests_total',
  description: 'Requests for a one-time password within the limits, by outcome',
});

const guesses = createCounter<{ outcome: GuessOutcome }>({
  name: 'otp_guesses_total',
  description: 'Checks of one-time passwords within the limits, by outcome',
});

const toLogEntry = <Outcome>(outcome: Outcome, accountId: string | undefined) => ({
  outcome,
  user: accountId === undefined ? undefined : toLogName(accountId),
});

/** Excludes rate-limited callers, which are counted and logged as responses 429. */
const createOtpOutcomes = (log: Log) => ({
  recordRequest(outcome: RequestOutcome, accountId?: string): void {
    requests.add({ outcome });
    log.info(toLogEntry(outcome, accountId), 'OTP request');
  },
  recordGuess(outcome: GuessOutcome, accountId: string): void {
    guesses.add({ outcome });
    log.info(toLogEntry(outcome, accountId), 'sign-in');
  },
});

interface OtpGateDependencies {
  readonly otps: OtpRepository;
  readonly rateLimits: RateLimits;
  readonly budgets: CallBudgets;
  readonly resolveCaller: CallerResolver;
  readonly peppers: KeyRing;
  readonly sms: SmsSender;
  readonly log: Log;
  readonly audit: AuditLog;
}

type GateContext = OtpGateDependencies & { readonly outcomes: ReturnType<typeof createOtpOutcomes> };

interface AdmissionOptions {
  /** The numbers that get a message, or whose passwords are guessed, as they were sent. */
  readonly numbers: readonly unknown[];
  readonly proof: unknown;
}

interface GuessAdmissionOptions extends AdmissionOptions {
  /** Of the passwords, in the order of the numbers. */
  readonly requestIds: readonly (string | undefined)[];
}

interface NewOtp {
  readonly purpose: OtpPurpose;
  readonly number: string;
  readonly accountId: string;
  /** Binds the password to a browser: hard to guess, and known to it alone. */
  readonly requestId: string;
  /** A request of the same browser that this one replaces. */
  readonly earlierId: string | undefined;
}

interface GuessedOtp {
  readonly purpose: OtpPurpose;
  readonly number: string;
  readonly otp: string;
  readonly requestId: string | undefined;
}

class Callers {
  readonly #callers: readonly Caller[];
  readonly #rateLimits: RateLimits;

  constructor(callers: readonly Caller[], rateLimits: RateLimits) {
    this.#callers = callers;
    this.#rateLimits = rateLimits;
  }

  /** One call counts once, as a stranger's when it is a stranger's for any number. */
  get strictest(): Caller {
    const strictest = this.#callers.find(({ knownBrowser }) => !knownBrowser) ?? this.#callers[0];
    if (!strictest) throw new Error('A call that needs a one-time password names its numbers');
    return strictest;
  }

  get limits(): CallerLimits[] {
    return this.#callers
      .filter(({ number }) => number !== undefined)
      .map((caller) => createCallerLimits(this.#rateLimits, caller));
  }

  getLimits(number: string): CallerLimits {
    const caller = this.#callers.find((each) => each.number === number);
    if (!caller) throw new Error('The call was not admitted for this number');
    return createCallerLimits(this.#rateLimits, caller);
  }
}

/** The only way to send or check a one-time password. Calls, messages, guesses and proofs of work are counted here. */
export class OtpGate {
  readonly #deps: GateContext;

  constructor(deps: OtpGateDependencies) {
    this.#deps = { ...deps, outcomes: createOtpOutcomes(deps.log) };
  }

  /** Counts a call that sends, and a message to each number. @throws HttpProblem 428, 429 */
  async admitRequest(request: Request, { numbers, proof }: AdmissionOptions): Promise<AdmittedRequest> {
    const callers = await this.#resolve(request, numbers);
    for (const limits of callers.limits) await limits.checkMessages();
    await this.#deps.budgets.admit('otp-requests', callers.strictest, proof);
    for (const limits of callers.limits) await limits.consumeMessage();
    return new AdmittedRequest(callers, this.#deps);
  }

  /** Counts a call that guesses. @throws HttpProblem 428, 429 also after too many wrong guesses */
  async admitGuess(
    request: Request,
    { numbers, proof, requestIds }: GuessAdmissionOptions,
  ): Promise<AdmittedGuess> {
    const callers = await this.#resolve(request, numbers);
    await this.#deps.budgets.admit('guesses', callers.strictest, proof);
    const admitted = new AdmittedGuess(callers, this.#deps);
    await admitted.rejectLocked(numbers.map((number, at) => ({ number, requestId: requestIds[at] })));
    return admitted;
  }

  async #resolve(request: Request, numbers: readonly unknown[]): Promise<Callers> {
    const { resolveCaller, rateLimits } = this.#deps;
    const callers = await Promise.all(numbers.map((number) => resolveCaller(request, number)));
    return new Callers(callers, rateLimits);
  }
}

class AdmittedRequest {
  readonly #callers: Callers;
  readonly #deps: GateContext;

  constructor(callers: Callers, deps: GateContext) {
    this.#callers = callers;
    this.#deps = deps;
  }

  /** No account has the number. */
  reject(): void {
    this.#deps.outcomes.recordRequest('unregistered');
  }

  /** A message counts unless it was certainly not sent. @throws SmsFailed, HttpProblem 429 */
  async send({ purpose, number, accountId, requestId, earlierId }: NewOtp): Promise<void> {
    const { otps, peppers, sms, outcomes } = this.#deps;
    const limits = this.#callers.getLimits(number);
    await limits.consumeText();
    const otp = createOtp();
    const hash = hashOtp(peppers[0].key, { purpose, number, otp });
    await otps.create({ requestId, number, accountId, hash, earlierId });
    try {
      await sms.sendOtp(number, otp);
    } catch (error) {
      outcomes.recordRequest('failed', accountId);
      if (error instanceof SmsFailed && !error.mayBeSent) await limits.rewardMessage();
      throw error;
    }
    outcomes.recordRequest('sent', accountId);
  }
}

interface CountedGuess {
  /** Undefined without an open request. */
  readonly guess: Awaited<ReturnType<OtpRepository['guess']>>;
  readonly needed: number;
  readonly limits: CallerLimits;
}

class AdmittedGuess {
  readonly #callers: Callers;
  readonly #deps: GateContext;

  constructor(callers: Callers, deps: GateContext) {
    this.#callers = callers;
    this.#deps = deps;
  }

  /**
   * Uses the passwords up when all of them are right. Returns their account; undefined for a wrong or used one.
   * @throws HttpProblem 428 when each number needs one more password, 429 after too many wrong ones
   */
  async check(guessed: readonly GuessedOtp[]): Promise<string | undefined> {
    const counted = await Promise.all(guessed.map((each) => this.#count(each)));
    const accountIds = new Set(counted.map(({ guess }) => guess?.accountId));
    const [accountId] = accountIds;
    const areRight = accountIds.size === 1 && counted.every(({ guess }) => guess?.isRight);
    if (accountId !== undefined) this.#deps.outcomes.recordGuess(areRight ? 'right' : 'wrong', accountId);
    if (!accountId || !areRight) {
      await this.rejectLocked(guessed.filter((_, at) => !counted[at]?.guess));
      await this.#recordFailure('sign-in.failed', String(guessed[0]?.number), accountId);
      return undefined;
    }
    await Promise.all(counted.map(({ limits }) => limits.rewardGuess()));
    await this.#deps.budgets.reward('guesses', this.#callers.strictest);
    const isContinued = counted.some(({ guess, needed }) => guess && guess.passed < needed);
    const areUnused = await Promise.all(
      guessed.map(({ requestId = '' }) => this.#deps.otps.consume(requestId, { isContinued })),
    );
    if (areUnused.includes(false)) return undefined;
    if (isContinued) throw anotherPasswordNeeded();
    return accountId;
  }

  /** Without an open request nothing is counted against the number. */
  async #count({ purpose, number, otp, requestId }: GuessedOtp): Promise<CountedGuess> {
    const { otps, peppers } = this.#deps;
    const limits = this.#callers.getLimits(number);
    const hashes = peppers.map(({ key }) => hashOtp(key, { purpose, number, otp }));
    const guess = requestId === undefined ? undefined : await otps.guess(requestId, number, hashes);
    return { guess, needed: guess ? await limits.consumeGuess() : 1, limits };
  }

  /** @throws HttpProblem 429 */
  async rejectLocked(
    requests: readonly { readonly number: unknown; readonly requestId: string | undefined }[],
  ): Promise<void> {
    for (const { requestId, number } of requests) {
      if (requestId === undefined || typeof number !== 'string') continue;
      const seconds = await this.#deps.otps.getLockoutSeconds(requestId, number);
      if (seconds === undefined) continue;
      await this.#recordFailure('sign-in.locked', number);
      throw tooMany(seconds);
    }
  }

  /** An unknown account is recorded by the pseudonym of the number. */
  async #recordFailure(
    action: 'sign-in.failed' | 'sign-in.locked',
    number: string,
    accountId?: string,
  ): Promise<void> {
    const { audit, peppers } = this.#deps;
    await audit.record({
      action,
      actor: { kind: 'anonymous', id: accountId ?? createPseudonym(peppers[0].key, number) },
      ...(accountId && { subject: { userId: accountId } }),
    });
  }
}

import { toText } from '@archaka/contracts';
import {
  type AuditLog,
  anotherPasswordNeeded,
  createCounter,
  type KeyRing,
  type Log,
  toLogName,
  toNetworkKey,
  tooMany,
} from '@archaka/service-kit';
import type { Request } from 'express';
import { createOtp, createPseudonym, hashOtp, type OtpPurpose } from '../domain/otp.ts';
import type { BrowserRepository } from '../persistence/browser-repository.ts';
import type { OtpRepository } from '../persistence/otp-repository.ts';
import type { RateLimits } from '../persistence/rate-limits.ts';
import { SmsFailed, type SmsSender } from '../sms/sms-sender.ts';
import type { CallBudgets } from './caller-limits.ts';
import { type Caller, type CallerLimits, createCallerLimits } from './caller-limits.ts';
import type { Cookies } from './cookies.ts';

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

interface OtpGateDependencies {
  readonly otps: OtpRepository;
  readonly rateLimits: RateLimits;
  readonly budgets: CallBudgets;
  readonly browsers: BrowserRepository;
  readonly cookies: Cookies;
  readonly peppers: KeyRing;
  readonly sms: SmsSender;
  readonly log: Log;
  readonly audit: AuditLog;
}

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

/** Who calls about one number, with the limits of both. */
interface LimitedCaller extends Caller {
  readonly limits: CallerLimits;
}

const toMobileKey = (value: unknown): string | undefined => /^\d{10}$/.exec(toText(value))?.[0];

/** One call counts once, as a stranger's when it is a stranger's for any number. */
function getStrictest(callers: readonly LimitedCaller[]): LimitedCaller {
  const strictest = callers.find(({ knownBrowser }) => !knownBrowser) ?? callers[0];
  if (!strictest) throw new Error('A call that needs a one-time password names its numbers');
  return strictest;
}

function getLimits(callers: readonly LimitedCaller[], number: string): CallerLimits {
  const caller = callers.find((each) => each.number === number);
  if (!caller) throw new Error('The call was not admitted for this number');
  return caller.limits;
}

/** The only way to send or check a one-time password. Calls, messages, guesses and proofs of work are counted here. */
export class OtpGate {
  readonly #deps: OtpGateDependencies;

  constructor(deps: OtpGateDependencies) {
    this.#deps = deps;
  }

  /** Counts a call that sends, and a message to each number. @throws HttpProblem 428, 429 */
  async admitRequest(request: Request, { numbers, proof }: AdmissionOptions) {
    const callers = await this.#resolve(request, numbers);
    const limited = callers.filter(({ number }) => number !== undefined);
    for (const { limits } of limited) await limits.checkMessages();
    await this.#deps.budgets.admit('otp-requests', getStrictest(callers), proof);
    for (const { limits } of limited) await limits.consumeMessage();
    return {
      /** No account has the number. */
      reject: () => this.#recordRequest('unregistered'),
      /** A message counts unless it was certainly not sent. @throws SmsFailed, HttpProblem 429 */
      send: (otp: NewOtp) => this.#send(otp, getLimits(callers, otp.number)),
    };
  }

  /** Counts a call that guesses. @throws HttpProblem 428, 429 also after too many wrong guesses */
  async admitGuess(request: Request, { numbers, proof, requestIds }: GuessAdmissionOptions) {
    const callers = await this.#resolve(request, numbers);
    await this.#deps.budgets.admit('guesses', getStrictest(callers), proof);
    await this.#rejectLocked(numbers.map((number, at) => ({ number, requestId: requestIds[at] })));
    return {
      /**
       * Uses the passwords up when all of them are right. Returns their account; undefined for a wrong or used one.
       * @throws HttpProblem 428 when each number needs one more password, 429 after too many wrong ones
       */
      check: (guessed: readonly GuessedOtp[]) => this.#check(guessed, callers),
    };
  }

  #resolve(request: Request, numbers: readonly unknown[]): Promise<LimitedCaller[]> {
    const { browsers, cookies, rateLimits } = this.#deps;
    const address = toNetworkKey(request);
    const browserId = cookies.read(request, 'browser');
    return Promise.all(
      numbers.map(async (value) => {
        const number = toMobileKey(value);
        const knownBrowser = number && browserId ? await browsers.find(browserId, number) : undefined;
        const caller = { address, number, knownBrowser };
        return { ...caller, limits: createCallerLimits(rateLimits, caller) };
      }),
    );
  }

  async #send({ purpose, number, accountId, requestId, earlierId }: NewOtp, limits: CallerLimits) {
    const { otps, peppers, sms } = this.#deps;
    await limits.consumeText();
    const otp = createOtp();
    const hash = hashOtp(peppers[0].key, { purpose, number, otp });
    await otps.create({ requestId, number, accountId, hash, earlierId });
    try {
      await sms.sendOtp(number, otp);
    } catch (error) {
      this.#recordRequest('failed', accountId);
      if (error instanceof SmsFailed && !error.mayBeSent) await limits.rewardMessage();
      throw error;
    }
    this.#recordRequest('sent', accountId);
  }

  async #check(
    guessed: readonly GuessedOtp[],
    callers: readonly LimitedCaller[],
  ): Promise<string | undefined> {
    const { otps, budgets } = this.#deps;
    const counted = await Promise.all(guessed.map((each) => this.#count(each, callers)));
    const accountIds = new Set(counted.map(({ guess }) => guess?.accountId));
    const [accountId] = accountIds;
    const areRight = accountIds.size === 1 && counted.every(({ guess }) => guess?.isRight);
    if (accountId !== undefined) this.#recordGuess(areRight ? 'right' : 'wrong', accountId);
    if (!accountId || !areRight) {
      await this.#rejectLocked(guessed.filter((_, at) => !counted[at]?.guess));
      await this.#recordFailure('sign-in.failed', String(guessed[0]?.number), accountId);
      return undefined;
    }
    await Promise.all(counted.map(({ limits }) => limits.rewardGuess()));
    await budgets.reward('guesses', getStrictest(callers));
    const isContinued = counted.some(({ guess, needed }) => guess && guess.passed < needed);
    const areUnused = await Promise.all(
      guessed.map(({ requestId = '' }) => otps.consume(requestId, { isContinued })),
    );
    if (areUnused.includes(false)) return undefined;
    if (isContinued) throw anotherPasswordNeeded();
    return accountId;
  }

  /** Without an open request nothing is counted against the number, and `guess` is undefined. */
  async #count({ purpose, number, otp, requestId }: GuessedOtp, callers: readonly LimitedCaller[]) {
    const { otps, peppers } = this.#deps;
    const limits = getLimits(callers, number);
    const hashes = peppers.map(({ key }) => hashOtp(key, { purpose, number, otp }));
    const guess = requestId === undefined ? undefined : await otps.guess(requestId, number, hashes);
    return { guess, needed: guess ? await limits.consumeGuess() : 1, limits };
  }

  /** @throws HttpProblem 429 */
  async #rejectLocked(
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

  /** Excludes rate-limited callers, which are counted and logged as responses 429. */
  #recordRequest(outcome: RequestOutcome, accountId?: string): void {
    requests.add({ outcome });
    this.#deps.log.info({ outcome, user: accountId && toLogName(accountId) }, 'OTP request');
  }

  #recordGuess(outcome: GuessOutcome, accountId: string): void {
    guesses.add({ outcome });
    this.#deps.log.info({ outcome, user: toLogName(accountId) }, 'sign-in');
  }
}

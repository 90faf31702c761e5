import {
  type AuditActor,
  deskCookies,
  readCookie,
  type StaffMember,
  toHostCookieName,
} from '@archaka/contracts';
import {
  createFailureLimiter,
  createMemoryLimiter,
  createRateLimiter,
  forbidden,
  type RateLimiter,
  type SignedInMember,
  toNetworkKey,
  tooMany,
  unauthorized,
} from '@archaka/service-kit';
import { deriveLocalStaff } from '@archaka/service-kit/operators';
import type { CookieOptions, Request, Response } from 'express';
import { hashPassword } from '../../domain/password.ts';
import type { Challenge, ChallengeKind } from '../../persistence/challenge-repository.ts';
import { type StaffAccount, type StaffRepository, toOwnTokens } from '../../persistence/staff-repository.ts';
import type { Dependencies } from '../dependencies.ts';

const OPAQUE_ID = /^[\w-]{43}$/;
const SIGN_INS = { name: 'staff-sign-in', points: 30, seconds: 15 * 60 };
/** Challenges that visitors request. */
const CHALLENGES = { name: 'staff-challenge', points: 300, seconds: 15 * 60 };
const CALLS_PER_SECOND = 30;
/** Unknown cookies of a network; each costs a read. */
const UNKNOWN_SESSIONS = { times: 100, seconds: 60 };

/** Of payments, whose district svc-payment does not know, and halls, whose district is not that of an address. @throws HttpProblem 403 */
export function assertUnlimited({ districts }: StaffMember): void {
  if (districts) throw forbidden('This is of all districts together.');
}

export const toActor = (id: string): AuditActor => ({ kind: 'operator', id });

const toMember = ({ id, name, roles, districts }: StaffAccount): StaffMember => ({
  id,
  name,
  roles: [...roles],
  ...(districts && { districts: [...districts] }),
});

const createCookie = (cookie: keyof typeof deskCookies, portalOrigin: string) => {
  const secure = portalOrigin.startsWith('https:');
  const name = toHostCookieName(deskCookies[cookie], { secure });
  const options: CookieOptions = { httpOnly: true, path: '/', sameSite: 'strict', secure };
  const read = ({ headers }: Request): string | undefined => {
    const value = readCookie(headers.cookie, name);
    return value && OPAQUE_ID.test(value) ? value : undefined;
  };
  return { name, options, read };
};

/** Answers 401 unless the cookie is of an open session of an enabled account, used from the network where it began. */
export function createStaffAuthentication({ config, staff, sessions }: Dependencies) {
  const cookie = createCookie('session', config.PORTAL_ORIGIN);
  const limitSession = createMemoryLimiter({ times: CALLS_PER_SECOND, seconds: 1 });
  const unknown = createFailureLimiter(UNKNOWN_SESSIONS);

  return async (request: Request): Promise<SignedInMember> => {
    const value = cookie.read(request);
    if (!value) throw unauthorized();
    const network = toNetworkKey(request);
    const wait = (await unknown.secondsToWait(network)) || (await limitSession(value));
    if (wait > 0) throw tooMany(wait);
    const id = await sessions.use(value, network);
    const account = id === undefined ? undefined : await staff.find(id);
    if (account && !account.isDisabled) return { ...toMember(account), ownNumbers: toOwnTokens(account) };
    await unknown.count(network);
    throw unauthorized();
  };
}

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/** Sessions and challenges by the browser's cookies, for every way to sign in. */
export class StaffSessions {
  readonly #deps: Dependencies;
  readonly #session: ReturnType<typeof createCookie>;
  readonly #challenge: ReturnType<typeof createCookie>;
  readonly #signIns: RateLimiter;
  readonly #challengeRequests: RateLimiter;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#session = createCookie('session', deps.config.PORTAL_ORIGIN);
    this.#challenge = createCookie('challenge', deps.config.PORTAL_ORIGIN);
    this.#signIns = createRateLimiter(deps.db, SIGN_INS);
    this.#challengeRequests = createRateLimiter(deps.db, CHALLENGES);
  }

  /** Counts an attempt to sign in; a successful one is not counted. @throws HttpProblem 429 */
  countAttempt(request: Request): Promise<void> {
    return this.#signIns.consume(toNetworkKey(request));
  }

  /** @throws HttpProblem 429 */
  countChallenge(request: Request): Promise<void> {
    return this.#challengeRequests.consume(toNetworkKey(request));
  }

  /** Replaces the browser's session. */
  async open(
    account: StaffAccount,
    by: 'password' | 'passkey' | 'department',
    { request, response }: Exchange,
  ): Promise<StaffMember> {
    const { sessions, audit } = this.#deps;
    const network = toNetworkKey(request);
    const former = this.#session.read(request);
    if (former) await sessions.close(former);
    const value = await sessions.open(account.id, network);
    await audit.record({ action: 'staff.signed-in', actor: toActor(account.id), detail: { by } });
    await this.#signIns.reward(network);
    response.cookie(this.#session.name, value, this.#session.options);
    return toMember(account);
  }

  async close({ request, response }: Exchange): Promise<void> {
    const { sessions, caseQueues, audit } = this.#deps;
    const value = this.#session.read(request);
    const id = value && (await sessions.close(value));
    if (id) {
      await caseQueues.releaseAll(id);
      await audit.record({ action: 'staff.signed-out', actor: toActor(id) });
    }
    response.clearCookie(this.#session.name, this.#session.options);
  }

  /** Replaces the browser's challenge. */
  async addChallenge<Kind extends ChallengeKind>(
    kind: Kind,
    values: Challenge<Kind>,
    { response }: Pick<Exchange, 'response'>,
  ): Promise<void> {
    const value = await this.#deps.challenges.add(kind, values);
    response.cookie(this.#challenge.name, value, this.#challenge.options);
  }

  /** Undefined without a current one of this browser; each is answered once. */
  async removeChallenge<Kind extends ChallengeKind>(
    kind: Kind,
    { request, response }: Exchange,
  ): Promise<Challenge<Kind> | undefined> {
    const value = this.#challenge.read(request);
    response.clearCookie(this.#challenge.name, this.#challenge.options);
    return value === undefined ? undefined : this.#deps.challenges.remove(kind, value);
  }
}

/** scrypt's N of passwords that nobody can guess, since they derive from the secret: a portal starts faster. */
const LOCAL_COST = 1024;

/** Adds the staff of a developer's portal, unless it is there. */
export async function addLocalStaff(staff: StaffRepository, localSecret: string): Promise<void> {
  const missing = await Promise.all(
    deriveLocalStaff(localSecret).map(async (member) => ((await staff.find(member.id)) ? [] : [member])),
  );
  for (const { password, ...member } of missing.flat())
    await staff.add({ ...member, password: await hashPassword(password, LOCAL_COST) });
}

import {
  type AuditActor,
  deskCookies,
  getStaffSession,
  readCookie,
  type StaffMember,
  signInStaff,
  signOutStaff,
  toHostCookieName,
} from '@archaka/contracts';
import {
  businessError,
  type CallHandler,
  createFailureLimiter,
  createMemoryLimiter,
  createRateLimiter,
  handleCall,
  ok,
  toNetworkKey,
  tooMany,
  unauthorized,
} from '@archaka/service-kit';
import { checkCode, LOCKOUT_MS, MAX_ATTEMPTS } from '@archaka/service-kit/operators';
import type { CookieOptions, Request } from 'express';
import { hashPassword, matchesPassword } from '../../domain/password.ts';
import type { StaffAccount } from '../../persistence/staff-repository.ts';
import type { Dependencies } from '../dependencies.ts';

const OPAQUE_ID = /^[\w-]{43}$/;
const SIGN_INS = { name: 'staff-sign-in', points: 30, seconds: 15 * 60 };
const CALLS_PER_SECOND = 30;
/** Unknown cookies of a network; each costs a read. */
const UNKNOWN_SESSIONS = { times: 100, seconds: 60 };

export const toActor = (id: string): AuditActor => ({ kind: 'operator', id });

const toMember = ({ id, name, roles, districts }: StaffAccount): StaffMember => ({
  id,
  name,
  roles: [...roles],
  ...(districts && { districts: [...districts] }),
});

const createCookie = (portalOrigin: string) => {
  const secure = portalOrigin.startsWith('https:');
  const name = toHostCookieName(deskCookies.session, { secure });
  const options: CookieOptions = { httpOnly: true, path: '/', sameSite: 'strict', secure };
  const read = ({ headers }: Request): string | undefined => {
    const value = readCookie(headers.cookie, name);
    return value && OPAQUE_ID.test(value) ? value : undefined;
  };
  return { name, options, read };
};

/** Answers 401 unless the cookie is of an open session of an enabled account, used from the network where it began. */
export function createStaffAuthentication({ config, staff, sessions }: Dependencies) {
  const cookie = createCookie(config.PORTAL_ORIGIN);
  const limitSession = createMemoryLimiter({ times: CALLS_PER_SECOND, seconds: 1 });
  const unknown = createFailureLimiter(UNKNOWN_SESSIONS);

  return async (request: Request): Promise<StaffMember> => {
    const value = cookie.read(request);
    if (!value) throw unauthorized();
    const network = toNetworkKey(request);
    const wait = (await unknown.secondsToWait(network)) || (await limitSession(value));
    if (wait > 0) throw tooMany(wait);
    const id = await sessions.use(value, network);
    const account = id === undefined ? undefined : await staff.find(id);
    if (account && !account.isDisabled) return toMember(account);
    await unknown.count(network);
    throw unauthorized();
  };
}

export async function createSignInHandlers(deps: Dependencies): Promise<CallHandler[]> {
  const { config, db, audit, staff, sessions, cases } = deps;
  const cookie = createCookie(config.PORTAL_ORIGIN);
  const limiter = createRateLimiter(db, SIGN_INS);
  // An unknown name takes as long as a known one.
  const nobodysPassword = await hashPassword('');

  /** Verifies password and code together, so that neither can be guessed alone. */
  async function verify(
    { name, password, code }: { name: string; password: string; code: string },
    now: Date,
  ): Promise<StaffAccount | 'rejected' | 'locked'> {
    const account = await staff.beginAttempt(name);
    const isPasswordRight = await matchesPassword(password, account?.password ?? nobodysPassword);
    if (!account) {
      await audit.record({ action: 'staff.rejected', actor: toActor('unknown') });
      return 'rejected';
    }
    const checked = checkCode(account, { secret: account.secret, code: code.replaceAll(' ', ''), now });
    const isAccepted =
      isPasswordRight && checked.outcome === 'accepted' && (await staff.accept(account.id, checked.step));
    if (isAccepted) return account;
    const isLocked = checked.outcome === 'locked';
    await audit.record({
      action: isLocked ? 'staff.locked' : 'staff.rejected',
      actor: toActor(account.id),
    });
    if (!isLocked && account.attempts >= MAX_ATTEMPTS)
      await staff.lock(account.id, new Date(now.getTime() + LOCKOUT_MS));
    return isLocked ? 'locked' : 'rejected';
  }

  return [
    handleCall(signInStaff, {
      handle: async ({ body, request, response }) => {
        const network = toNetworkKey(request);
        await limiter.consume(network);
        const verified = await verify(body, new Date());
        if (verified === 'locked') return businessError(421);
        if (verified === 'rejected') return businessError(420);
        const former = cookie.read(request);
        if (former) await sessions.close(former);
        const value = await sessions.open(verified.id, network);
        await audit.record({ action: 'staff.signed-in', actor: toActor(verified.id) });
        await limiter.reward(network);
        response.cookie(cookie.name, value, cookie.options);
        return ok({ data: [toMember(verified)] });
      },
    }),
    handleCall(signOutStaff, {
      handle: async ({ request, response }) => {
        const value = cookie.read(request);
        const id = value && (await sessions.close(value));
        if (id) {
          await cases.releaseAll(id);
          await audit.record({ action: 'staff.signed-out', actor: toActor(id) });
        }
        response.clearCookie(cookie.name, cookie.options);
        return ok();
      },
    }),
    handleCall(getStaffSession, { handle: async ({ staff: member }) => ok({ data: [member] }) }),
  ];
}

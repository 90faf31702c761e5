import { getSignInWays, getStaffSession, signInStaff, signOutStaff } from '@archaka/contracts';
import { businessError, type CallHandler, handleCall, ok } from '@archaka/service-kit';
import { checkCode, LOCKOUT_MS, MAX_ATTEMPTS } from '@archaka/service-kit/operators';
import { hashPassword, matchesPassword } from '../../domain/password.ts';
import type { StaffAccount } from '../../persistence/staff-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { type StaffSessions, toActor } from './sign-in.ts';

interface Attempt {
  readonly name: string;
  /** Of the authenticator. */
  readonly code: string;
  /** Undefined where a session has identified the member. */
  readonly password?: string;
}

/** Verifies password and code together, so that neither can be guessed alone; counts attempts, and locks. */
export async function createVerifyAttempt({ staff, audit }: Dependencies) {
  // An unknown name takes as long as a known one.
  const nobodysPassword = await hashPassword('');

  return async ({ name, password, code }: Attempt): Promise<StaffAccount | 'rejected' | 'locked'> => {
    const now = new Date();
    const account = await staff.beginAttempt(name);
    const isPasswordRight =
      password === undefined || (await matchesPassword(password, account?.password ?? nobodysPassword));
    if (!account) {
      await audit.record({ action: 'staff.rejected', actor: toActor('unknown') });
      return 'rejected';
    }
    const checked = checkCode(account, { secret: account.secret, code: code.replaceAll(' ', ''), now });
    const isAccepted =
      isPasswordRight && checked.outcome === 'accepted' && (await staff.accept(account.id, checked.step));
    if (isAccepted) return account;
    const isLocked = checked.outcome === 'locked';
    await audit.record({ action: isLocked ? 'staff.locked' : 'staff.rejected', actor: toActor(account.id) });
    if (!isLocked && account.attempts >= MAX_ATTEMPTS)
      await staff.lock(account.id, new Date(now.getTime() + LOCKOUT_MS));
    return isLocked ? 'locked' : 'rejected';
  };
}
export type VerifyAttempt = Awaited<ReturnType<typeof createVerifyAttempt>>;

export const createSignInHandlers = (
  { config }: Dependencies,
  sessions: StaffSessions,
  verify: VerifyAttempt,
): CallHandler[] => [
  handleCall(signInStaff, {
    handle: async ({ body, ...exchange }) => {
      await sessions.countAttempt(exchange.request);
      const verified = await verify(body);
      if (verified === 'locked') return businessError(421);
      if (verified === 'rejected') return businessError(420);
      return ok({ data: [await sessions.open(verified, 'password', exchange)] });
    },
  }),
  handleCall(signOutStaff, {
    handle: async (exchange) => {
      await sessions.close(exchange);
      return ok();
    },
  }),
  handleCall(getStaffSession, {
    handle: async ({ staff: { ownNumbers: _, ...member } }) => ok({ data: [member] }),
  }),
  handleCall(getSignInWays, {
    handle: async () => ok({ data: [{ department: config.OIDC_ISSUER !== undefined }] }),
  }),
];

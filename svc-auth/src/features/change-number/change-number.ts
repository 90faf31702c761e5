import { changeNumber, requestNumberChange } from '@archaka/contracts';
import {
  type AuditLog,
  businessError,
  type CallHandler,
  type Database,
  handleCall,
  ok,
  toApplicant,
  type User,
  unauthorized,
} from '@archaka/service-kit';
import type { Request } from 'express';
import { VERY_FRESH_MINUTES } from '../../domain/session.ts';
import { ClaimHeld, isAlreadyClaimed } from '../../persistence/account-claims.ts';
import type { AccountRepository } from '../../persistence/account-repository.ts';
import type { SessionRepository } from '../../persistence/session-repository.ts';
import type { Account } from '../../persistence/sign-up-repository.ts';
import type { TextRepository } from '../../persistence/text-repository.ts';
import type { Cookies } from '../cookies.ts';
import type { OtpGate } from '../otp-gate/otp-gate.ts';
import type { SessionOpener } from '../sign-in/open-session.ts';

export interface NumberChangeDependencies {
  readonly db: Database;
  readonly accounts: AccountRepository;
  readonly sessions: SessionRepository;
  readonly texts: TextRepository;
  readonly otpGate: OtpGate;
  readonly cookies: Cookies;
  readonly openSession: SessionOpener;
  readonly audit: AuditLog;
}

/** 401 unless the sign-in is very fresh: the page then asks to sign in and repeats the call. */
async function assertFresh(sessions: SessionRepository, { sid }: User): Promise<void> {
  if (!(await sessions.isFresh(sid, VERY_FRESH_MINUTES))) throw unauthorized();
}

/** Bound to account and browser, so that the passwords survive signing in again in place. */
function toRequestIds(cookies: Cookies, request: Request, { id, sid }: User) {
  const browserId = cookies.read(request, 'browser') ?? sid;
  const toRequestId = (side: 'old' | 'new') => `number-change\n${side}\n${id}\n${browserId}`;
  return { old: toRequestId('old'), new: toRequestId('new') };
}

const createRequestHandler = ({ accounts, sessions, otpGate, cookies }: NumberChangeDependencies) =>
  handleCall(requestNumberChange, {
    load: async ({ request, body, user }) => {
      await assertFresh(sessions, user);
      return otpGate.admitRequest(request, { numbers: [user.number, body.number], proof: body.proof });
    },
    handle: async ({ body, user, request, state: admitted }) => {
      const number = String(body.number);
      if (await accounts.isNumberClaimed(number)) return businessError(420);
      const requestIds = toRequestIds(cookies, request, user);
      const sides = [
        { purpose: 'number-change-old', number: user.number, requestId: requestIds.old },
        { purpose: 'number-change-new', number, requestId: requestIds.new },
      ] as const;
      for (const side of sides)
        await admitted.send({ ...side, accountId: user.id, earlierId: side.requestId });
      return ok();
    },
  });

/** Tells the former number, which can undo the change for a day, and replaces all sessions by the one that `open` opens. */
const createNumberChange =
  ({ db, accounts, sessions, texts, audit }: NumberChangeDependencies) =>
  async (
    user: User,
    number: string,
    open: (account: Account) => Promise<void>,
  ): Promise<Account | undefined> => {
    const before = await accounts.find(user.id);
    if (!before) throw unauthorized();
    try {
      return await db.transaction(async () => {
        // Ended since the call began, it must not be followed by a new one.
        await assertFresh(sessions, user);
        const account = await accounts.changeNumber(user.id, number);
        if (!account) throw new ClaimHeld();
        await texts.enqueueNumberChanged({ accountId: user.id, number: before.number, at: new Date() });
        await audit.record({ action: 'number.changed', actor: toApplicant(user) });
        await sessions.endAll(user.id);
        // It names the account as it is: a correction at the same time renames it too.
        await open(account);
        return account;
      });
    } catch (error) {
      if (isAlreadyClaimed(error)) return undefined;
      throw error;
    }
  };

const createChangeHandler = (deps: NumberChangeDependencies) => {
  const { sessions, otpGate, cookies, openSession } = deps;
  const change = createNumberChange(deps);
  return handleCall(changeNumber, {
    load: async ({ request, user, body }) => {
      await assertFresh(sessions, user);
      const { old, new: added } = toRequestIds(cookies, request, user);
      const numbers = [user.number, body.number];
      return otpGate.admitGuess(request, { numbers, requestIds: [old, added], proof: body.proof });
    },
    handle: async ({ body, user, state: admitted, request, response }) => {
      const number = String(body.number);
      const requestIds = toRequestIds(cookies, request, user);
      const accountId = await admitted.check([
        { purpose: 'number-change-old', number: user.number, otp: body.old_otp, requestId: requestIds.old },
        { purpose: 'number-change-new', number, otp: body.otp, requestId: requestIds.new },
      ]);
      if (accountId !== user.id) return businessError(420);
      const sessionId = cookies.read(request, 'session');
      const current = sessionId ? await sessions.find(sessionId) : undefined;
      const account = await change(user, number, (changed) =>
        openSession(changed, { request, response, isOwnDevice: current?.own_device === true }),
      );
      if (!account) return businessError(421);
      return ok({ data: [{ id: user.id, number, name: account.name }] });
    },
  });
};

export const createNumberChangeHandlers = (deps: NumberChangeDependencies): CallHandler[] => [
  createRequestHandler(deps),
  createChangeHandler(deps),
];

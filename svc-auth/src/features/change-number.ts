import { changeNumber, requestNumberChange, requestNumberUndo, undoNumberChange } from '@archaka/contracts';
import {
  businessError,
  type CallHandler,
  handleCall,
  ok,
  toApplicant,
  type User,
  unauthorized,
} from '@archaka/service-kit';
import type { Request } from 'express';
import { createOpaqueId, VERY_FRESH_MINUTES } from '../domain/session.ts';
import { ClaimHeld, isAlreadyClaimed } from '../persistence/account-claims.ts';
import type { Account } from '../persistence/sign-up-repository.ts';
import type { Cookies } from './cookies.ts';
import type { Dependencies } from './dependencies.ts';
import { openSession } from './sign-in.ts';

/** Bound to account and browser, so that the passwords survive signing in again in place. */
function toRequestIds(cookies: Cookies, request: Request, { id, sid }: User) {
  const browserId = cookies.read(request, 'browser') ?? sid;
  const toRequestId = (side: 'old' | 'new') => `number-change\n${side}\n${id}\n${browserId}`;
  return { old: toRequestId('old'), new: toRequestId('new') };
}

const createRequestHandler = ({ accounts, sessions, otpGate, cookies }: Dependencies) =>
  handleCall(requestNumberChange, {
    load: async ({ request, body, user }) => {
      await sessions.assertFresh(user.sid, VERY_FRESH_MINUTES);
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

/**
 * Tells the former number, which can undo the change for a day, and replaces all sessions by the one that `open` opens.
 * Undefined when another account has the number.
 */
async function change(
  { db, accounts, sessions, texts, audit }: Dependencies,
  { user, number }: { readonly user: User; readonly number: string },
  open: (account: Account) => Promise<void>,
): Promise<Account | undefined> {
  const before = await accounts.find(user.id);
  if (!before) throw unauthorized();
  try {
    return await db.transaction(async () => {
      // Ended since the call began, it must not be followed by a new one.
      await sessions.assertFresh(user.sid, VERY_FRESH_MINUTES);
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
}

const createChangeHandler = (deps: Dependencies) => {
  const { sessions, otpGate, cookies } = deps;
  return handleCall(changeNumber, {
    load: async ({ request, user, body }) => {
      await sessions.assertFresh(user.sid, VERY_FRESH_MINUTES);
      const requestIds = toRequestIds(cookies, request, user);
      return otpGate.admitGuess(request, {
        numbers: [user.number, body.number],
        requestIds: [requestIds.old, requestIds.new],
        proof: body.proof,
      });
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
      const isOwnDevice = current?.own_device === true;
      const account = await change(deps, { user, number }, (changed) =>
        openSession(deps, changed, { request, response, isOwnDevice }),
      );
      if (!account) return businessError(421);
      return ok({ data: [{ id: user.id, number, name: account.name }] });
    },
  });
};

const createUndoRequestHandler = ({ accounts, otpGate, cookies }: Dependencies) =>
  handleCall(requestNumberUndo, {
    load: ({ request, body: { number, proof } }) =>
      otpGate.admitRequest(request, { numbers: [number], proof }),
    handle: async ({ body, request, response, state: admitted }) => {
      const number = String(body.number);
      const accountId = await accounts.findIdByFormerNumber(number);
      if (!accountId) {
        admitted.reject();
        return businessError(420);
      }
      const [requestId, earlierId] = [createOpaqueId(), cookies.read(request, 'otp')];
      cookies.set(response, 'otp', { value: requestId });
      await admitted.send({ purpose: 'number-undo', number, accountId, requestId, earlierId });
      return ok();
    },
  });

/** Gives the account its former number back and ends all sessions; opens none. */
const createUndoHandler = ({ db, accounts, sessions, otpGate, cookies, audit }: Dependencies) =>
  handleCall(undoNumberChange, {
    load: ({ request, body: { number, proof } }) =>
      otpGate.admitGuess(request, { numbers: [number], requestIds: [cookies.read(request, 'otp')], proof }),
    handle: async ({ body, request, response, state: admitted }) => {
      const number = String(body.number);
      const requestId = cookies.read(request, 'otp');
      const id = await admitted.check([{ purpose: 'number-undo', number, otp: body.otp, requestId }]);
      if (!id) return businessError(420);
      const isUndone = await db.transaction(async () => {
        if (!(await accounts.undoNumberChange(id, number))) return false;
        await sessions.endAll(id);
        await audit.record({ action: 'number.change-undone', actor: toApplicant({ id }) });
        return true;
      });
      if (!isUndone) return businessError(420);
      cookies.clear(response, 'otp');
      cookies.clear(response, 'session');
      return ok();
    },
  });

export const createNumberChangeHandlers = (deps: Dependencies): CallHandler[] => [
  createRequestHandler(deps),
  createChangeHandler(deps),
  createUndoRequestHandler(deps),
  createUndoHandler(deps),
];

import { requestNumberUndo, undoNumberChange } from '@archaka/contracts';
import {
  type AuditLog,
  businessError,
  type CallHandler,
  type Database,
  handleCall,
  ok,
  toApplicant,
} from '@archaka/service-kit';
import { createOpaqueId } from '../../domain/opaque-id.ts';
import type { AccountRepository } from '../../persistence/account-repository.ts';
import type { SessionRepository } from '../../persistence/session-repository.ts';
import type { Cookies } from '../cookies.ts';
import type { OtpGate } from '../otp-gate/otp-gate.ts';

interface UndoDependencies {
  readonly db: Database;
  readonly accounts: AccountRepository;
  readonly sessions: SessionRepository;
  readonly otpGate: OtpGate;
  readonly cookies: Cookies;
  readonly audit: AuditLog;
}

const createUndoRequestHandler = ({ accounts, otpGate, cookies }: UndoDependencies) =>
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
const createUndoHandler = ({ db, accounts, sessions, otpGate, cookies, audit }: UndoDependencies) =>
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

export const createUndoHandlers = (deps: UndoDependencies): CallHandler[] => [
  createUndoRequestHandler(deps),
  createUndoHandler(deps),
];

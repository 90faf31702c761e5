import { correctAccount } from '@archaka/contracts';
import { type AuditLog, businessError, handleCall, ok, toApplicant } from '@archaka/service-kit';
import type { AccountRepository } from '../../persistence/account-repository.ts';
import type { SessionRepository } from '../../persistence/session-repository.ts';

interface CorrectAccountDependencies {
  readonly accounts: AccountRepository;
  readonly sessions: SessionRepository;
  readonly audit: AuditLog;
}

export const createCorrectAccountHandler = ({ accounts, sessions, audit }: CorrectAccountDependencies) =>
  handleCall(correctAccount, {
    handle: async ({ body, user }) => {
      const account = await accounts.correct(user.id, { ...body, pincode: String(body.pincode) });
      if (!account) return businessError(421);
      await sessions.rename(user.id, account.name);
      await audit.record({ action: 'account.corrected', actor: toApplicant(user) });
      return ok();
    },
  });

import { correctAccount } from '@archaka/contracts';
import {
  type AuditLog,
  businessError,
  type Database,
  handleCall,
  ok,
  toApplicant,
} from '@archaka/service-kit';
import type { AccountRepository } from '../../persistence/account-repository.ts';
import type { RateLimits } from '../../persistence/rate-limits.ts';
import type { SessionRepository } from '../../persistence/session-repository.ts';

interface CorrectAccountDependencies {
  readonly db: Database;
  readonly accounts: AccountRepository;
  readonly sessions: SessionRepository;
  readonly audit: AuditLog;
  readonly rateLimits: RateLimits;
}

/** The sessions name the account as it is: both change in one transaction. */
export const createCorrectAccountHandler = (deps: CorrectAccountDependencies) => {
  const { db, accounts, sessions, audit, rateLimits } = deps;
  return handleCall(correctAccount, {
    handle: async ({ body, user }) => {
      const current = await accounts.find(user.id);
      if (body.email !== current?.email) await rateLimits.emailChanges.consume(user.id);
      const account = await db.transaction(async () => {
        const corrected = await accounts.correct(user.id, { ...body, pincode: String(body.pincode) });
        if (!corrected) return undefined;
        await sessions.rename(user.id, corrected.name);
        await audit.record({ action: 'account.corrected', actor: toApplicant(user) });
        return corrected;
      });
      return account ? ok() : businessError(421);
    },
  });
};

import type { AuditLog, ConsentRepository } from '@archaka/service-kit';
import type { AccountRepository } from '../../persistence/account-repository.ts';
import type { ApplicationRepository } from '../../persistence/application-repository.ts';
import type { BrowserRepository } from '../../persistence/browser-repository.ts';
import type { OtpRepository } from '../../persistence/otp-repository.ts';
import type { SessionRepository } from '../../persistence/session-repository.ts';
import type { TextRepository } from '../../persistence/text-repository.ts';

export interface AccountErasureDependencies {
  readonly audit: AuditLog;
  readonly accounts: AccountRepository;
  readonly applications: ApplicationRepository;
  readonly browsers: BrowserRepository;
  readonly consents: ConsentRepository;
  readonly otps: OtpRepository;
  readonly sessions: SessionRepository;
  readonly texts: TextRepository;
  readonly destroyDataKey: (userId: string) => Promise<void>;
}

/** Ends the sessions and frees mobile number and e-mail. Call in a transaction. */
export const createEraseAccount =
  (deps: AccountErasureDependencies) =>
  async (accountId: string): Promise<void> => {
    await deps.sessions.removeAccount(accountId);
    await deps.otps.removeAccount(accountId);
    await deps.browsers.removeAccount(accountId);
    await deps.texts.removeApplications(await deps.applications.removeOwner(accountId));
    await deps.texts.removeAccount(accountId);
    await deps.consents.removeByUser(accountId);
    await deps.accounts.remove(accountId);
    await deps.audit.record({
      action: 'data.erased',
      actor: { kind: 'service', id: 'svc-auth' },
      subject: { userId: accountId },
    });
    // A rollback does not restore it: the remaining rows are unreadable until the event is redelivered.
    await deps.destroyDataKey(accountId);
  };

import { getMessageSettings, setMessageSettings } from '@archaka/contracts';
import { type AuditLog, type Database, handleCall, ok, toApplicant } from '@archaka/service-kit';
import type { AccountRepository } from '../../persistence/account-repository.ts';

interface MessageSettingsDependencies {
  readonly db: Database;
  readonly accounts: AccountRepository;
  readonly audit: AuditLog;
}

export const createMessageSettingsHandlers = ({ db, accounts, audit }: MessageSettingsDependencies) => [
  handleCall(getMessageSettings, {
    handle: async ({ user }) => {
      const account = await accounts.find(user.id);
      return ok({ data: [{ application_texts: !account?.no_texts }] });
    },
  }),
  handleCall(setMessageSettings, {
    handle: async ({ user, body }) => {
      const { application_texts } = body;
      await db.transaction(async () => {
        await accounts.setTexts(user.id, application_texts);
        await audit.record({
          action: 'texts.changed',
          actor: toApplicant(user),
          detail: { application_texts },
        });
      });
      return ok();
    },
  }),
];

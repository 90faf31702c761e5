import { getMessageSettings, setMessageSettings } from '@archaka/contracts';
import { type AuditLog, handleCall, ok, toApplicant } from '@archaka/service-kit';
import type { AccountRepository } from '../../persistence/account-repository.ts';

export const createMessageSettingsHandlers = (accounts: AccountRepository, audit: AuditLog) => [
  handleCall(getMessageSettings, {
    handle: async ({ user }) => {
      const account = await accounts.find(user.id);
      return ok({ data: [{ application_texts: !account?.no_texts }] });
    },
  }),
  handleCall(setMessageSettings, {
    handle: async ({ user, body }) => {
      const { application_texts } = body;
      await accounts.setTexts(user.id, application_texts);
      await audit.record({
        action: 'texts.changed',
        actor: toApplicant(user),
        detail: { application_texts },
      });
      return ok();
    },
  }),
];

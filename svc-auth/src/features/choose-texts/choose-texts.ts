import { getMessageSettings, setMessageSettings } from '@archaka/contracts';
import { handleCall, ok } from '@archaka/service-kit';
import type { AccountRepository } from '../../persistence/account-repository.ts';

export const createMessageSettingsHandlers = (accounts: AccountRepository) => [
  handleCall(getMessageSettings, {
    handle: async ({ user }) => {
      const account = await accounts.find(user.id);
      return ok({ data: [{ application_texts: !account?.no_texts }] });
    },
  }),
  handleCall(setMessageSettings, {
    handle: async ({ user, body }) => {
      await accounts.setTexts(user.id, body.application_texts);
      return ok();
    },
  }),
];

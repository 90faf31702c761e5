import { getAccount } from '@archaka/contracts';
import { handleCall, ok, unauthorized } from '@archaka/service-kit';
import type { AccountRepository } from '../../persistence/account-repository.ts';
import { toOwnAccount } from './own-account.ts';

export const createGetAccountHandler = (accounts: Pick<AccountRepository, 'find'>) =>
  handleCall(getAccount, {
    handle: async ({ user }) => {
      const account = await accounts.find(user.id);
      if (!account) throw unauthorized();
      return ok({ data: [toOwnAccount(account)] });
    },
  });

import type { OwnAccount } from '@archaka/contracts';
import type { Account } from '../../persistence/sign-up-repository.ts';

export const toSignUpData = (
  account: Omit<Account, '_id' | 'created_at'>,
): Omit<OwnAccount, 'created_at'> => ({
  name: account.name,
  email: account.email,
  number: account.number,
  address: account.address,
  devasthanam: account.devasthanam,
  landmark: account.landmark,
  town: account.town,
  pincode: account.pincode,
});

export const toOwnAccount = ({ created_at, ...account }: Account): OwnAccount => ({
  ...toSignUpData(account),
  created_at: created_at.toISOString(),
});

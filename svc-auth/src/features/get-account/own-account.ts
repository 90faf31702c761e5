import type { OwnAccount } from '@archaka/contracts';
import type { Account } from '../../persistence/sign-up-repository.ts';

export const toOwnAccount = ({ created_at, ...account }: Account): OwnAccount => ({
  name: account.name,
  email: account.email,
  number: account.number,
  address: account.address,
  devasthanam: account.devasthanam,
  landmark: account.landmark,
  town: account.town,
  pincode: account.pincode,
  created_at: created_at.toISOString(),
});

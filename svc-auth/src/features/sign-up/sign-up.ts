import { randomUUID } from 'node:crypto';
import { signUp } from '@archaka/contracts';
import { businessError, handleCall, ok, toNetworkKey } from '@archaka/service-kit';
import type { AccountRepository } from '../../persistence/account-repository.ts';
import type { RateLimits } from '../../persistence/rate-limits.ts';

export const createSignUpHandler = (accounts: AccountRepository, rateLimits: RateLimits) =>
  handleCall(signUp, {
    load: ({ request }) => rateLimits.address.consume(toNetworkKey(request)),
    handle: async ({ body }) => {
      const conflict = await accounts.signUp({
        ...body,
        _id: randomUUID(),
        number: String(body.number),
        pincode: String(body.pincode),
        created_at: new Date(),
      });
      if (conflict === 'number-taken') return businessError(420);
      if (conflict === 'email-taken') return businessError(421);
      return ok();
    },
  });

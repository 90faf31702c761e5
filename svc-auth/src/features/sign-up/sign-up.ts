import { randomUUID } from 'node:crypto';
import { signUp } from '@archaka/contracts';
import { ok, refuse, serve, toNetworkKey } from '@archaka/service-kit';
import type { AccountStore } from '../../store/accounts.ts';
import type { Limits } from '../../store/limits.ts';

export const signUpHandler = (accounts: AccountStore, limits: Limits) =>
  serve(
    signUp,
    async ({ body }) => {
      const taken = await accounts.signUp({
        ...body,
        _id: randomUUID(),
        number: String(body.number),
        pincode: String(body.pincode),
        created_at: new Date(),
      });
      if (taken === 'number-taken') return refuse(420);
      if (taken === 'email-taken') return refuse(421);
      return ok();
    },
    {
      prepare: async (body, _user, request) => {
        await limits.address.count(toNetworkKey(request));
        return body;
      },
    },
  );

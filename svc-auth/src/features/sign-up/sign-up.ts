import { randomUUID } from 'node:crypto';
import { type Examination, signUp } from '@archaka/contracts';
import { businessError, handleCall, ok, readConsent, toNetworkKey } from '@archaka/service-kit';
import type { AccountRepository } from '../../persistence/account-repository.ts';
import type { RateLimits } from '../../persistence/rate-limits.ts';

interface SignUpDependencies {
  readonly accounts: AccountRepository;
  readonly rateLimits: RateLimits;
  readonly examination: Examination;
}

export const createSignUpHandler = ({ accounts, rateLimits, examination }: SignUpDependencies) =>
  handleCall(signUp, {
    load: ({ request }) => rateLimits.address.consume(toNetworkKey(request)),
    handle: async ({ body: { notice_version, notice_language, ...body } }) => {
      const consent = readConsent({ notice_version, notice_language }, { examination, how: 'sign-up' });
      const account = {
        ...body,
        _id: randomUUID(),
        number: String(body.number),
        pincode: String(body.pincode),
        created_at: new Date(),
      };
      const conflict = await accounts.signUp({ ...account, consent });
      if (conflict === 'number-taken') return businessError(420);
      if (conflict === 'email-taken') return businessError(421);
      return ok();
    },
  });

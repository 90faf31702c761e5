import { randomUUID } from 'node:crypto';
import { type Examination, signUp } from '@archaka/contracts';
import {
  type AuditLog,
  businessError,
  handleCall,
  ok,
  readConsent,
  toApplicant,
  toNetworkKey,
} from '@archaka/service-kit';
import type { AccountRepository } from '../../persistence/account-repository.ts';
import type { RateLimits } from '../../persistence/rate-limits.ts';

interface SignUpDependencies {
  readonly accounts: AccountRepository;
  readonly rateLimits: RateLimits;
  readonly examination: Examination;
  readonly audit: AuditLog;
}

export const createSignUpHandler = ({ accounts, rateLimits, examination, audit }: SignUpDependencies) =>
  handleCall(signUp, {
    load: ({ request }) => rateLimits.address.consume(toNetworkKey(request)),
    handle: async ({ body: { notice_version, notice_language, ...body } }) => {
      const consent = readConsent({ notice_version, notice_language }, { examination, how: 'sign-up' });
      const id = randomUUID();
      const account = {
        ...body,
        _id: id,
        number: String(body.number),
        pincode: String(body.pincode),
        created_at: new Date(),
      };
      const conflict = await accounts.signUp({ ...account, consent });
      if (conflict === 'number-taken') return businessError(420);
      if (conflict === 'email-taken') return businessError(421);
      await audit.record({ action: 'account.requested', actor: toApplicant({ id }) });
      return ok();
    },
  });

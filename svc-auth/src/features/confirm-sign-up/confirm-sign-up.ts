import { confirmSignUp, type Examination } from '@archaka/contracts';
import { businessError, forbidden, handleCall, ok, readConsent } from '@archaka/service-kit';
import type { RateLimits } from '../../persistence/rate-limits.ts';
import type { Registration } from '../../persistence/registration.ts';

interface ConfirmSignUpDependencies {
  readonly registration: Registration;
  readonly rateLimits: RateLimits;
  readonly examination: Examination;
}

/** Confirms or corrects the data of a sign-up that another browser made, with the consent of the account's owner. */
export const createConfirmSignUpHandler = (deps: ConfirmSignUpDependencies) => {
  const { registration, rateLimits, examination } = deps;
  return handleCall(confirmSignUp, {
    handle: async ({ body, user }) => {
      const { notice_version, notice_language, number, ...fields } = body;
      if (String(number) !== user.number) throw forbidden();
      await rateLimits.emailChanges.consume(user.id);
      const account = await registration.confirm(user.id, {
        correction: { ...fields, pincode: String(fields.pincode) },
        consent: readConsent({ notice_version, notice_language }, { examination, how: 'sign-up' }),
      });
      if (account === 'email-taken') return businessError(421);
      if (!account) return businessError(420);
      return ok({ data: [{ id: user.id, number: user.number, name: account.name }] });
    },
  });
};

import { confirmSignUp, type Examination } from '@archaka/contracts';
import { businessError, handleCall, ok, readConsent, toNetworkKey } from '@archaka/service-kit';
import type { Registration } from '../../persistence/registration.ts';
import type { CallBudgets } from '../proof-of-work/call-budgets.ts';
import type { SessionOpener } from '../sign-in/open-session.ts';
import type { SignUpBrowsers } from '../sign-up/sign-up-browsers.ts';

interface ConfirmSignUpDependencies {
  readonly registration: Registration;
  readonly signUpBrowsers: SignUpBrowsers;
  readonly budgets: CallBudgets;
  readonly openSession: SessionOpener;
  readonly examination: Examination;
}

/** Makes the account of a number that this browser has proved, with the confirmed or corrected data, and signs in. */
export const createConfirmSignUpHandler = (deps: ConfirmSignUpDependencies) => {
  const { registration, signUpBrowsers, budgets, openSession, examination } = deps;
  return handleCall(confirmSignUp, {
    load: ({ request, body }) =>
      budgets.admit('sign-ups', { address: toNetworkKey(request), knownBrowser: undefined }, body.proof),
    handle: async ({ body, request, response }) => {
      const { notice_version, notice_language, own_device, proof: _proof, ...fields } = body;
      const consent = readConsent({ notice_version, notice_language }, { examination, how: 'sign-up' });
      const browserId = signUpBrowsers.find(request);
      if (!browserId) return businessError(420);
      const confirmed = {
        ...fields,
        number: String(fields.number),
        pincode: String(fields.pincode),
        consent,
      };
      const account = await registration.confirm(confirmed, browserId);
      if (account === 'email-taken') return businessError(421);
      if (!account || account === 'number-taken') return businessError(420);
      const { _id: id, number, name } = account;
      await signUpBrowsers.forgetUnused(request, response);
      await openSession(account, { request, response, isOwnDevice: own_device === true });
      return ok({ data: [{ id, number, name }] });
    },
  });
};

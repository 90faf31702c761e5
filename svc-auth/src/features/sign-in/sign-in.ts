import { signIn } from '@archaka/contracts';
import { businessError, handleCall, ok } from '@archaka/service-kit';
import type { Registration } from '../../persistence/registration.ts';
import type { Cookies } from '../cookies.ts';
import { toSignUpData } from '../get-account/own-account.ts';
import type { OtpGate } from '../otp-gate/otp-gate.ts';
import type { SignUpBrowsers } from '../sign-up/sign-up-browsers.ts';
import type { SessionOpener } from './open-session.ts';

export interface SignInDependencies {
  readonly registration: Registration;
  readonly signUpBrowsers: SignUpBrowsers;
  readonly otpGate: OtpGate;
  readonly cookies: Cookies;
  readonly openSession: SessionOpener;
}

/**
 * A sign-up of another browser may be a stranger's: its account is unconfirmed, and the answer shows the data until
 * `confirmsignup` has confirmed or corrected them.
 */
export const createSignInHandler = (deps: SignInDependencies) => {
  const { registration, signUpBrowsers, otpGate, cookies, openSession } = deps;

  return handleCall(signIn, {
    load: ({ body: { number, proof }, request }) =>
      otpGate.admitGuess(request, { numbers: [number], requestIds: [cookies.read(request, 'otp')], proof }),
    handle: async ({ body, state: admitted, request, response }) => {
      const number = String(body.number);
      const requestId = cookies.read(request, 'otp');
      const ownerId = await admitted.check([{ purpose: 'sign-in', number, otp: body.otp, requestId }]);
      if (!ownerId) return businessError(420);
      const account = await registration.signIn(ownerId, signUpBrowsers.find(request));
      if (!account) return businessError(420);
      await signUpBrowsers.forgetUnused(request, response);
      await openSession(account, { request, response, isOwnDevice: body.own_device === true });
      const { _id: id, name, unconfirmed } = account;
      return ok({ data: [{ id, number, name, ...(unconfirmed && { to_confirm: toSignUpData(account) }) }] });
    },
  });
};

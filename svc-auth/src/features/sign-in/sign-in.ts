import { signIn } from '@archaka/contracts';
import { businessError, handleCall, ok } from '@archaka/service-kit';
import { createOpaqueId } from '../../domain/opaque-id.ts';
import type { Registration } from '../../persistence/registration.ts';
import type { NewSignUp, SignUpRepository } from '../../persistence/sign-up-repository.ts';
import type { Cookies } from '../cookies.ts';
import { toSignUpData } from '../get-account/own-account.ts';
import type { OtpGate } from '../otp-gate/otp-gate.ts';
import type { SignUpBrowsers } from '../sign-up/sign-up-browsers.ts';
import type { SessionOpener } from './open-session.ts';

export interface SignInDependencies {
  readonly registration: Registration;
  readonly signUps: SignUpRepository;
  readonly signUpBrowsers: SignUpBrowsers;
  readonly otpGate: OtpGate;
  readonly cookies: Cookies;
  readonly openSession: SessionOpener;
}

/**
 * A sign-up of another browser may be a stranger's. It opens no session: the answer shows its data, and
 * `confirmsignup` makes it an account.
 */
export const createSignInHandler = (deps: SignInDependencies) => {
  const { registration, signUps, signUpBrowsers, otpGate, cookies, openSession } = deps;

  return handleCall(signIn, {
    load: ({ body: { number, proof }, request }) =>
      otpGate.admitGuess(request, { numbers: [number], requestIds: [cookies.read(request, 'otp')], proof }),
    handle: async ({ body, state: admitted, request, response }) => {
      const number = String(body.number);
      const requestId = cookies.read(request, 'otp');
      const ownerId = await admitted.check([{ purpose: 'sign-in', number, otp: body.otp, requestId }]);
      if (!ownerId) return businessError(420);
      const browserId = signUpBrowsers.find(request);
      const first = await registration.signIn(ownerId, browserId);
      if (!first) return businessError(420);
      if ('unconfirmed' in first) {
        const confirmingId = browserId ?? createOpaqueId();
        await signUps.openConfirmation(ownerId, confirmingId);
        cookies.clear(response, 'otp');
        signUpBrowsers.remember(response, confirmingId);
        return ok({ data: [toUnconfirmed(first.unconfirmed)] });
      }
      const { account } = first;
      await signUpBrowsers.forgetUnused(request, response);
      await openSession(account, { request, response, isOwnDevice: body.own_device === true });
      return ok({ data: [{ id: account._id, number, name: account.name }] });
    },
  });
};

const toUnconfirmed = (signUp: NewSignUp) => ({
  id: signUp._id,
  number: signUp.number,
  name: signUp.name,
  to_confirm: toSignUpData(signUp),
});

import { requestOtp } from '@archaka/contracts';
import { businessError, handleCall, ok } from '@archaka/service-kit';
import { createOpaqueId } from '../../domain/opaque-id.ts';
import type { Registration } from '../../persistence/registration.ts';
import type { Cookies } from '../cookies.ts';
import type { OtpGate } from '../otp-gate/otp-gate.ts';
import type { SignUpBrowsers } from '../sign-up/sign-up-browsers.ts';

export interface RequestOtpDependencies {
  readonly registration: Registration;
  readonly signUpBrowsers: SignUpBrowsers;
  readonly otpGate: OtpGate;
  readonly cookies: Cookies;
}

export const createRequestOtpHandler = ({
  registration,
  signUpBrowsers,
  otpGate,
  cookies,
}: RequestOtpDependencies) =>
  handleCall(requestOtp, {
    load: ({ body: { number, proof }, request }) =>
      otpGate.admitRequest(request, { numbers: [number], proof }),
    handle: async ({ body, state: admitted, request, response }) => {
      const number = String(body.number);
      const accountId = await registration.findOwnerId(number, signUpBrowsers.find(request));
      if (!accountId) {
        admitted.reject();
        return businessError(420);
      }
      const [requestId, earlierId] = [createOpaqueId(), cookies.read(request, 'otp')];
      cookies.set(response, 'otp', { value: requestId });
      await admitted.send({ purpose: 'sign-in', number, accountId, requestId, earlierId });
      return ok();
    },
  });

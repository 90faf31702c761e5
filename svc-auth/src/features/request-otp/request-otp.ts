import { requestOtp } from '@archaka/contracts';
import { businessError, handleCall, type KeyRing, ok } from '@archaka/service-kit';
import { createOpaqueId } from '../../domain/opaque-id.ts';
import { createOtp, hashOtp } from '../../domain/otp.ts';
import type { AccountRepository } from '../../persistence/account-repository.ts';
import type { OtpRepository } from '../../persistence/otp-repository.ts';
import type { RateLimits } from '../../persistence/rate-limits.ts';
import { type SendOtp, SmsFailed } from '../../sms/send-otp.ts';
import type { Caller, CallerResolver } from '../caller.ts';
import { createCallerLimits } from '../caller-limits.ts';
import type { Cookies } from '../cookies.ts';
import type { OtpOutcomes } from '../otp-outcomes.ts';
import type { ProofOfWorkGate } from '../proof-of-work/proof-of-work-gate.ts';

export interface RequestOtpDependencies {
  readonly accounts: AccountRepository;
  readonly otps: OtpRepository;
  readonly rateLimits: RateLimits;
  readonly proofOfWorkGate: ProofOfWorkGate;
  readonly resolveCaller: CallerResolver;
  readonly cookies: Cookies;
  readonly peppers: KeyRing;
  readonly otpOutcomes: OtpOutcomes;
  readonly sendOtp: SendOtp;
}

export const createRequestOtpHandler = ({
  accounts,
  otps,
  rateLimits,
  proofOfWorkGate,
  resolveCaller,
  cookies,
  peppers,
  otpOutcomes,
  sendOtp,
}: RequestOtpDependencies) => {
  /** Limits messages: a request counts unless certainly no message was sent. */
  const rewardUnsent = async (caller: Caller, error: unknown): Promise<never> => {
    if (error instanceof SmsFailed && !error.mayBeSent)
      await createCallerLimits(rateLimits, caller).rewardMessage();
    throw error;
  };

  return handleCall(requestOtp, {
    load: async ({ body, request }) => {
      const caller = await resolveCaller(body, request);
      const callerLimits = createCallerLimits(rateLimits, caller);
      await callerLimits.consumeCall();
      if (caller.number) await callerLimits.checkMessages();
      await proofOfWorkGate.consume(caller.address, body.proof);
      if (caller.number) await callerLimits.consumeMessage();
      return caller;
    },
    handle: async ({ body, state: caller, request, response }) => {
      const number = String(body.number);
      const account = await accounts.findByNumber(number);
      if (!account) {
        otpOutcomes.recordRequest('unregistered');
        return businessError(420);
      }
      const [otp, requestId, earlierId] = [createOtp(), createOpaqueId(), cookies.read(request, 'otp')];
      const hash = hashOtp(peppers[0].key, number, otp);
      await otps.create({ requestId, number, accountId: account._id, hash, earlierId });
      cookies.set(response, 'otp', { value: requestId });
      await sendOtp(number, otp).catch((error: unknown) => {
        otpOutcomes.recordRequest('failed', account._id);
        return rewardUnsent(caller, error);
      });
      otpOutcomes.recordRequest('sent', account._id);
      return ok();
    },
  });
};

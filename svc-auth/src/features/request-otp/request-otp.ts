import { requestOtp } from '@archaka/contracts';
import { type KeyRing, ok, refuse, serve } from '@archaka/service-kit';
import { newOpaqueId } from '../../domain/opaque-id.ts';
import { newOtp, otpHash } from '../../domain/otp.ts';
import { type SendOtp, SmsFailed } from '../../sms/send-otp.ts';
import type { AccountStore } from '../../store/accounts.ts';
import type { Limits } from '../../store/limits.ts';
import type { OtpStore } from '../../store/otps.ts';
import { boundsOf } from '../bounds.ts';
import type { Caller, Callers } from '../caller.ts';
import type { Cookies } from '../cookies.ts';
import type { OtpOutcomes } from '../otp-outcomes.ts';
import type { Suspicion } from '../proof-of-work/suspicion.ts';

interface Parts {
  readonly accounts: AccountStore;
  readonly otps: OtpStore;
  readonly limits: Limits;
  readonly suspicion: Suspicion;
  readonly callers: Callers;
  readonly cookies: Cookies;
  readonly peppers: KeyRing;
  readonly outcomes: OtpOutcomes;
  readonly send: SendOtp;
}

export const requestOtpHandler = ({
  accounts,
  otps,
  limits,
  suspicion,
  callers,
  cookies,
  peppers,
  outcomes,
  send,
}: Parts) => {
  /** The limit is on messages: a request counts unless it is certain that none left. */
  const forgiveUnsent = async (caller: Caller, error: unknown): Promise<never> => {
    if (error instanceof SmsFailed && !error.mayHaveLeft) await boundsOf(limits, caller).forgiveMessage();
    throw error;
  };

  return serve(
    requestOtp,
    async ({ body, request, response }) => {
      const number = String(body.number);
      const account = await accounts.findByNumber(number);
      if (!account) {
        outcomes.ofRequest('unregistered');
        return refuse(420);
      }
      const [otp, requestId, earlierId] = [newOtp(), newOpaqueId(), cookies.read(request, 'otp')];
      const hash = otpHash(peppers[0].key, number, otp);
      await otps.open({ requestId, number, accountId: account._id, hash, earlierId });
      cookies.set(response, 'otp', { value: requestId });
      const caller = await callers(body, request);
      await send(number, otp).catch((error: unknown) => {
        outcomes.ofRequest('failed', account._id);
        return forgiveUnsent(caller, error);
      });
      outcomes.ofRequest('sent', account._id);
      return ok();
    },
    {
      prepare: async (body, _user, request) => {
        const caller = await callers(body, request);
        const bounds = boundsOf(limits, caller);
        await bounds.countCall();
        if (caller.number) await bounds.checkMessages();
        await suspicion.count(caller.address, body.proof);
        if (caller.number) await bounds.countMessage();
        return body;
      },
    },
  );
};

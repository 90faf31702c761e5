import { requestOtp } from '@archaka/contracts';
import { ok, refuse, serve } from '@archaka/service-kit';
import { newOtp, otpHash } from '../../domain/otp.ts';
import { type SendOtp, SmsFailed } from '../../sms/send-otp.ts';
import type { AccountStore } from '../../store/accounts.ts';
import type { Limits } from '../../store/limits.ts';
import type { OtpStore } from '../../store/otps.ts';
import { otpCounts } from '../otp-counts.ts';
import { addressOf, mobileOf } from '../who-asks.ts';

interface Parts {
  readonly accounts: AccountStore;
  readonly otps: OtpStore;
  readonly limits: Limits;
  readonly pepper: string;
  readonly send: SendOtp;
}

export const requestOtpHandler = ({ accounts, otps, limits, pepper, send }: Parts) => {
  /** The limit is on messages: a request counts unless it is certain that none left. */
  const forgiveUnsent = async (number: string, error: unknown): Promise<never> => {
    otpCounts.requests.add({ outcome: 'failed' });
    if (error instanceof SmsFailed && !error.mayHaveLeft) await limits.otpRequests.forgive(number);
    throw error;
  };

  return serve(
    requestOtp,
    async ({ body }) => {
      const number = String(body.number);
      if (!(await accounts.findByNumber(number))) {
        otpCounts.requests.add({ outcome: 'unregistered' });
        return refuse(420);
      }
      const otp = newOtp();
      await otps.put(number, otpHash(pepper, number, otp));
      await send(number, otp).catch((error: unknown) => forgiveUnsent(number, error));
      otpCounts.requests.add({ outcome: 'sent' });
      return ok();
    },
    {
      prepare: async (body, _user, request) => {
        await limits.address.count(addressOf(request));
        const number = mobileOf(body);
        if (number) await limits.otpRequests.count(number);
        return body;
      },
    },
  );
};

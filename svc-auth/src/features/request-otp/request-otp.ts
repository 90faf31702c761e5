import { requestOtp } from '@archaka/contracts';
import { ok, refuse, serve } from '@archaka/service-kit';
import { newOtp, otpHash } from '../../domain/otp.ts';
import type { SendOtp } from '../../sms/sms.ts';
import type { AccountStore } from '../../store/accounts.ts';
import type { Limits } from '../../store/limits.ts';
import type { OtpStore } from '../../store/otps.ts';
import { addressOf, mobileOf } from '../who-asks.ts';

interface Parts {
  readonly accounts: AccountStore;
  readonly otps: OtpStore;
  readonly limits: Limits;
  readonly pepper: string;
  readonly send: SendOtp;
}

export const requestOtpHandler = ({ accounts, otps, limits, pepper, send }: Parts) =>
  serve(
    requestOtp,
    async ({ body }) => {
      const number = String(body.number);
      if (!(await accounts.findByNumber(number))) return refuse(420);
      const otp = newOtp();
      await otps.put(number, otpHash(pepper, number, otp));
      await send(number, otp);
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

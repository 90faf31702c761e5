import { useEffect, useRef } from 'react';

/** https://developer.mozilla.org/docs/Web/API/WebOTP_API; only some browsers have it. */
interface SmsCredential extends Credential {
  readonly code: string;
}
type SmsRequest = CredentialRequestOptions & { otp: { transport: ['sms'] } };

/** Returns the OTP of the SMS that arrives while `waiting`, once the applicant has allowed it. */
export function useSmsOtp(waiting: boolean, onOtp: (otp: string) => void): void {
  const latestOnOtp = useRef(onOtp);
  useEffect(() => {
    latestOnOtp.current = onOtp;
  });
  useEffect(() => {
    if (!waiting || !('OTPCredential' in globalThis)) return undefined;
    const controller = new AbortController();
    const request: SmsRequest = { otp: { transport: ['sms'] }, signal: controller.signal };
    navigator.credentials.get(request).then(
      (credential) => credential && latestOnOtp.current((credential as SmsCredential).code),
      // Not allowed, or no SMS arrived: the applicant types it.
      () => undefined,
    );
    return () => controller.abort();
  }, [waiting]);
}

import { signIn } from '@archaka/contracts';
import { type PortalError, sayError, signedIn, toast } from '@archaka/platform';
import { useRequestOtpMutation, useSignInMutation } from '../../auth-api.ts';

export type Place = 'page' | 'dialog';

/** The two steps of signing in, each with the specification's words. Both give true on success. */
export function useSignIn(place: Place) {
  const [requestOtp, requesting] = useRequestOtpMutation();
  const [sendOtp, sending] = useSignInMutation();

  const sayRequestFailed = (error: PortalError) => {
    if (error.kind === 'too-many') sayError(error);
    else toast(error.kind === 'invalid' ? error.title : 'error', { tone: 'error' });
  };

  return {
    busy: requesting.isLoading || sending.isLoading,

    async request(number: string): Promise<boolean> {
      const { data, error } = await requestOtp({ number });
      if (error) sayRequestFailed(error as PortalError);
      else if (data?.status !== 200) toast(data?.message ?? 'error');
      else toast('OTP Sent', { tone: 'success' });
      return data?.status === 200;
    },

    async enter(number: string, otp: string): Promise<boolean> {
      const { data } = await sendOtp({ number, otp });
      const account = data?.data?.[0];
      if (data?.status === 420) toast(data.message ?? signIn.answer.refusals[420] ?? 'error');
      if (!account) return false;
      toast('Login Success', { tone: 'success', ms: 1500 });
      signedIn(account, { place });
      return true;
    },
  };
}

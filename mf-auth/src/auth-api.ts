import { requestOtp, signIn, signOut, signUp } from '@archaka/contracts';
import { callMutation, createPortalApi } from '@archaka/platform';

const authApi = createPortalApi({
  name: 'auth',
  endpoints: (build) => ({
    signUp: callMutation(build, signUp),
    requestOtp: callMutation(build, requestOtp, { quiet: true }),
    signIn: callMutation(build, signIn),
    signOut: callMutation(build, signOut),
  }),
});
export const { useSignUpMutation, useRequestOtpMutation, useSignInMutation, useSignOutMutation } = authApi;

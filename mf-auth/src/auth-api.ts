import {
  endSessions,
  getCurrentSession,
  getMessageSettings,
  getSessions,
  requestOtp,
  setMessageSettings,
  signIn,
  signOut,
  signUp,
} from '@archaka/contracts';
import { callMutation, callQuery, createPortalApi } from '@archaka/platform';
import { withProof } from './with-proof.ts';

const authApi = createPortalApi({
  name: 'auth',
  endpoints: (build) => ({
    signUp: callMutation(build, signUp),
    requestOtp: build.mutation({ queryFn: withProof(requestOtp) }),
    signIn: build.mutation({ queryFn: withProof(signIn) }),
    signOut: callMutation(build, signOut),
    extendSession: callMutation(build, getCurrentSession, { quiet: true, background: true }),
    getSessions: callQuery(build, getSessions, { keepUnusedDataFor: 0 }),
    endSessions: callMutation(build, endSessions),
    getMessageSettings: callQuery(build, getMessageSettings, { keepUnusedDataFor: 0 }),
    setMessageSettings: callMutation(build, setMessageSettings),
  }),
});
export const {
  useSignUpMutation,
  useRequestOtpMutation,
  useSignInMutation,
  useSignOutMutation,
  useExtendSessionMutation,
  useGetSessionsQuery,
  useEndSessionsMutation,
  useGetMessageSettingsQuery,
  useSetMessageSettingsMutation,
} = authApi;

import {
  type CallRequest,
  confirmSignUp as confirmSignUpCall,
  endSessions as endSessionsCall,
  getCurrentSession,
  requestOtp as requestOtpCall,
  setMessageSettings as setMessageSettingsCall,
  signIn as signInCall,
  signOut as signOutCall,
  signUp as signUpCall,
} from '@archaka/contracts/calls';
import { type CommandResult, sendCommand } from '@archaka/platform/core';
import { withProof } from './with-proof.ts';

// Avoids the store's queries, which a visitor's first screen does without.
export const signUp = withProof(signUpCall);
export const requestOtp = withProof(requestOtpCall, { quiet: true });
export const signIn = withProof(signInCall, { quiet: true });
export const confirmSignUp = (body: CallRequest<typeof confirmSignUpCall>) =>
  sendCommand(confirmSignUpCall, body);
export const signOut = () => sendCommand(signOutCall, {});
export const endSessions = () => sendCommand(endSessionsCall, {});
export const setMessageSettings = (body: CallRequest<typeof setMessageSettingsCall>) =>
  sendCommand(setMessageSettingsCall, body);

export const extendSession = (): Promise<CommandResult<typeof getCurrentSession>> =>
  sendCommand(getCurrentSession, {}, { quiet: true, background: true });

import * as z from 'zod';
import { call } from '../call.ts';
import { digitsIn, id, textIn } from '../fields.ts';
import { outcome, plainOutcome } from '../outcome.ts';
import { mobileChecks, signInChecks, signUpChecks } from '../rules/account-checks.ts';

export const account = z.object({ id: z.string(), number: z.string(), name: z.string() });

export const signUp = call('submitsignup', {
  service: 'auth',
  session: 'none',
  kind: 'command',
  checks: signUpChecks,
  request: z.object({
    name: textIn,
    email: textIn,
    number: digitsIn,
    address: textIn,
    devasthanam: textIn,
    landmark: textIn,
    town: textIn,
    pincode: digitsIn,
  }),
  answer: plainOutcome({ 420: 'Mobile Number Already Exists', 421: 'Email Already Exists' }),
});

export const requestOtp = call('websiteloginotp', {
  service: 'auth',
  session: 'none',
  kind: 'command',
  checks: mobileChecks,
  request: z.object({ number: digitsIn }),
  answer: plainOutcome({ 420: 'This mobile Number Not registered' }),
});

export const signIn = call('submitwithotp', {
  service: 'auth',
  session: 'none',
  kind: 'command',
  checks: signInChecks,
  request: z.object({ number: digitsIn, otp: z.string() }),
  answer: outcome({ data: account, 420: 'Enter the valid Otp' }),
});

export const signOut = call('logout', {
  service: 'auth',
  session: 'none',
  kind: 'idempotent',
  request: z.object({}),
  answer: plainOutcome(),
});

export const currentSession = call('session', {
  service: 'auth',
  session: 'required',
  kind: 'query',
  request: z.object({}),
  answer: outcome({ data: account }),
});

/**
 * The key for what a browser keeps of an applicant's form on the device: 32 bytes in base64, the same for a user in
 * every session until DEVICE_KEY_SECRET is replaced. Held in memory only, so that without the user's session the copy
 * cannot be read.
 */
export const getDeviceKey = call('getdevicekey', {
  service: 'auth',
  session: 'required',
  kind: 'query',
  request: z.object({}),
  answer: outcome({ data: z.object({ key: z.base64() }) }),
});

/** The gateway gives a cookie's session id and gets a 15-minute token for one audience; 404 when there is no such session. */
export const exchangeSession = call('exchangesession', {
  service: 'auth',
  session: 'service',
  callers: ['shell'],
  kind: 'query',
  request: z.object({ session_id: id, audience: z.string() }),
  answer: outcome({
    data: z.object({ token: z.string(), user_id: z.string(), expires_at: z.iso.datetime() }),
  }),
});

/** How many sessions one call of `endedSessions` takes. */
export const MOST_SESSIONS = 500;

/**
 * Which of these sessions are no longer there, logged out or run out. The gateway asks so for all its open event
 * streams, and services, which know a session by its token's `sid` alone, before they act on a token. An answer names
 * a session as it was asked for; being asked after lengthens no session.
 */
export const endedSessions = call('endedsessions', {
  service: 'auth',
  session: 'service',
  callers: ['shell', 'svc-auth', 'svc-application', 'svc-payment', 'svc-ticket'],
  kind: 'query',
  request: z.object({
    session_ids: z.array(id).max(MOST_SESSIONS).default([]),
    sids: z.array(id).max(MOST_SESSIONS).default([]),
  }),
  answer: outcome({ data: z.object({ session_id: z.string() }) }),
});

export const authCalls = [
  signUp,
  requestOtp,
  signIn,
  signOut,
  currentSession,
  getDeviceKey,
  exchangeSession,
  endedSessions,
] as const;

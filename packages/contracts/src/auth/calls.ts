import * as z from 'zod';
import { call } from '../call.ts';
import { digitsIn, id, instant, textIn } from '../fields.ts';
import { outcome, plainOutcome } from '../outcome.ts';
import { mobileChecks, signInChecks, signUpChecks } from '../rules/account-checks.ts';

export const account = z.object({ id: z.string(), number: z.string(), name: z.string() });

/** The solved challenge of an earlier answer 428, as base64 of a `proofOfWork`. */
const proof = z.string().max(4000).optional();

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
  request: z.object({ number: digitsIn, proof }),
  answer: plainOutcome({ 420: 'This mobile Number Not registered' }),
});

export const signIn = call('submitwithotp', {
  service: 'auth',
  session: 'none',
  kind: 'command',
  checks: signInChecks,
  request: z.object({
    number: digitsIn,
    otp: z.string(),
    /** Whether the device is the applicant's own, so that the session lasts; absent: it may be shared. */
    own_device: z.boolean().optional(),
    proof,
  }),
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
 * The user's own sign-ins of the last 90 days, newest first, with what became of their sessions; never an address.
 * Browser and system are coarse: `Chrome`, `Android`; `""` where they are not known.
 */
export const getSessions = call('getsessions', {
  service: 'auth',
  session: 'required',
  kind: 'query',
  request: z.object({}),
  answer: outcome({
    data: z.object({
      signed_in_at: instant,
      /** When its session was last used, to the minute; absent once it has ended. */
      last_used_at: instant.optional(),
      browser: z.string(),
      system: z.string(),
      own_device: z.boolean(),
      /** Whether it is the session that asks. */
      is_current: z.boolean(),
    }),
  }),
});

/** Ends every session of the user, the one that asks included; 401 unless that was signed in to in the last 15 minutes. */
export const endSessions = call('endsessions', {
  service: 'auth',
  session: 'required',
  kind: 'idempotent',
  request: z.object({}),
  answer: plainOutcome(),
});

/**
 * The key for what a browser keeps of an applicant's form on the device: 32 bytes in base64, the same for a user in
 * every session until DEVICE_KEY_SECRET is replaced; `old_keys` then open what was kept before. Held in memory only, so
 * that without the user's session the copy cannot be read.
 */
export const getDeviceKey = call('getdevicekey', {
  service: 'auth',
  session: 'required',
  kind: 'query',
  request: z.object({}),
  answer: outcome({ data: z.object({ key: z.base64(), old_keys: z.array(z.base64()).optional() }) }),
});

/**
 * Whoever gets a cookie gives its session id and gets a 15-minute token for one audience; 404 when there is no such
 * session. The gateway gets tokens for all services; svc-application, whose payment request handler has a port of its
 * own, for itself only: 403.
 */
export const exchangeSession = call('exchangesession', {
  service: 'auth',
  session: 'service',
  callers: ['shell', 'svc-application'],
  kind: 'query',
  request: z.object({
    session_id: id,
    audience: z.string(),
    /** True when nobody does anything, but a page is open: it lengthens no session. */
    renewal: z.boolean().optional(),
  }),
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
  getSessions,
  endSessions,
  getDeviceKey,
  exchangeSession,
  endedSessions,
] as const;

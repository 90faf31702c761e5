import * as z from 'zod';
import { defineCall } from '../call.ts';
import { digitsInput, id, instant, textInput } from '../fields.ts';
import { outcome, plainOutcome } from '../outcome.ts';
import { mobileChecks, signInChecks, signUpChecks } from '../rules/account-checks.ts';

export const account = z.object({ id: z.string(), number: z.string(), name: z.string() });

/** The solved challenge of an earlier answer 428, as base64 of a `proofOfWork`. */
const proof = z.string().max(4000).optional();

export const signUp = defineCall('submitsignup', {
  service: 'auth',
  session: 'none',
  kind: 'command',
  checks: signUpChecks,
  request: z.object({
    name: textInput,
    email: textInput,
    number: digitsInput,
    address: textInput,
    devasthanam: textInput,
    landmark: textInput,
    town: textInput,
    pincode: digitsInput,
  }),
  response: plainOutcome({ 420: 'Mobile Number Already Exists', 421: 'Email Already Exists' }),
});

export const requestOtp = defineCall('websiteloginotp', {
  service: 'auth',
  session: 'none',
  kind: 'command',
  checks: mobileChecks,
  request: z.object({ number: digitsInput, proof }),
  response: plainOutcome({ 420: 'This mobile Number Not registered' }),
});

export const signIn = defineCall('submitwithotp', {
  service: 'auth',
  session: 'none',
  kind: 'command',
  checks: signInChecks,
  request: z.object({
    number: digitsInput,
    otp: z.string(),
    /** Whether the device is the applicant's own, so that the session lasts; absent: it may be shared. */
    own_device: z.boolean().optional(),
    proof,
  }),
  response: outcome({ data: account, 420: 'Enter the valid Otp' }),
});

export const signOut = defineCall('logout', {
  service: 'auth',
  session: 'none',
  kind: 'idempotent',
  request: z.object({}),
  response: plainOutcome(),
});

export const getCurrentSession = defineCall('session', {
  service: 'auth',
  session: 'required',
  kind: 'query',
  request: z.object({}),
  response: outcome({ data: account }),
});

/**
 * The user's own sign-ins of the last 90 days, newest first, with what became of their sessions; never an address.
 * Browser and system are coarse: `Chrome`, `Android`; `""` where they are not known.
 */
export const getSessions = defineCall('getsessions', {
  service: 'auth',
  session: 'required',
  kind: 'query',
  request: z.object({}),
  response: outcome({
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
export const endSessions = defineCall('endsessions', {
  service: 'auth',
  session: 'required',
  kind: 'idempotent',
  request: z.object({}),
  response: plainOutcome(),
});

/**
 * The key for what a browser keeps of an applicant's form on the device: 32 bytes in base64, the same for a user in
 * every session until DEVICE_KEY_SECRET is replaced; `old_keys` then open what was kept before. Held in memory only, so
 * that without the user's session the copy cannot be read.
 */
export const getDeviceKey = defineCall('getdevicekey', {
  service: 'auth',
  session: 'required',
  kind: 'query',
  request: z.object({}),
  response: outcome({ data: z.object({ key: z.base64(), old_keys: z.array(z.base64()).optional() }) }),
});

/**
 * Whoever gets a cookie gives its session id and gets a 15-minute token for one audience; 404 when there is no such
 * session. The gateway gets tokens for all services; svc-application, whose payment request handler has a port of its
 * own, for itself only: 403.
 */
export const exchangeSession = defineCall('exchangesession', {
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
  response: outcome({
    data: z.object({ token: z.string(), user_id: z.string(), expires_at: z.iso.datetime() }),
  }),
});

/** How many sessions one call of `findEndedSessions` takes. */
export const MAX_SESSIONS = 500;

/**
 * Which of these sessions are no longer there, logged out or run out. The gateway asks so for all its open event
 * streams, and services, which know a session by its token's `sid` alone, before they act on a token. An answer names
 * a session as it was asked for; being asked after lengthens no session.
 */
export const findEndedSessions = defineCall('endedsessions', {
  service: 'auth',
  session: 'service',
  callers: ['shell', 'svc-auth', 'svc-application', 'svc-payment', 'svc-ticket'],
  kind: 'query',
  request: z.object({
    session_ids: z.array(id).max(MAX_SESSIONS).default([]),
    sids: z.array(id).max(MAX_SESSIONS).default([]),
  }),
  response: outcome({ data: z.object({ session_id: z.string() }) }),
});

export const authCalls = [
  signUp,
  requestOtp,
  signIn,
  signOut,
  getCurrentSession,
  getSessions,
  endSessions,
  getDeviceKey,
  exchangeSession,
  findEndedSessions,
] as const;

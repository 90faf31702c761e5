import * as z from 'zod';
import { defineCall } from '../call.ts';
import { agreementInput } from '../consent/privacy-notice.ts';
import { getSignUpConsents } from '../consent/schemas.ts';
import { addressInput, digitsInput, id, instant, textInput } from '../fields.ts';
import { getErasure, getOwnErasure, requestErasure } from '../my-data/erasure.ts';
import {
  changeNumber,
  correctAccount,
  getAccount,
  getRetention,
  ownAccount,
  requestNumberChange,
  requestNumberUndo,
  undoNumberChange,
} from '../my-data/schemas.ts';
import { outcome, plainOutcome } from '../outcome.ts';
import { proof } from '../problem.ts';
import { everyService } from '../services.ts';
import * as calls from './calls.ts';
import {
  account,
  findOperator,
  getCurrentSession,
  getDeviceKey,
  identifyOperator,
} from './session-schemas.ts';

export const signUp = defineCall({
  ...calls.signUp,
  request: z.object({
    name: textInput,
    email: textInput,
    number: digitsInput,
    ...addressInput,
    ...agreementInput,
    proof,
  }),
  response: plainOutcome({ 420: 'Mobile Number Already Exists', 421: 'Email Already Exists' }),
});

export const requestOtp = defineCall({
  ...calls.requestOtp,
  request: z.object({ number: digitsInput, proof }),
  response: plainOutcome({ 420: 'This mobile Number Not registered' }),
});

export const signIn = defineCall({
  ...calls.signIn,
  request: z.object({
    number: digitsInput,
    otp: z.string(),
    /** The applicant's own device, so that the session lasts. Absent: shared. */
    own_device: z.boolean().optional(),
    proof,
  }),
  response: outcome({
    data: account.extend({
      /** The data of a sign-up that another browser made, until `confirmsignup` has confirmed or corrected them. */
      to_confirm: ownAccount.omit({ created_at: true }).optional(),
    }),
    420: 'Enter the valid Otp',
  }),
});

export const confirmSignUp = defineCall({
  ...calls.confirmSignUp,
  request: signUp.request.omit({ proof: true }),
  response: outcome({ data: account, 420: 'Enter the valid Otp', 421: 'Email Already Exists' }),
});

export const signOut = defineCall({ ...calls.signOut, request: z.object({}), response: plainOutcome() });

export const getSessions = defineCall({
  ...calls.getSessions,
  request: z.object({}),
  response: outcome({
    data: z.object({
      signed_in_at: instant,
      last_used_at: instant.optional(),
      browser: z.string(),
      system: z.string(),
      own_device: z.boolean(),
      is_current: z.boolean(),
    }),
  }),
});

export const endSessions = defineCall({
  ...calls.endSessions,
  request: z.object({}),
  response: plainOutcome(),
});

export const getMessageSettings = defineCall({
  ...calls.getMessageSettings,
  request: z.object({}),
  response: outcome({ data: z.object({ application_texts: z.boolean() }) }),
});

export const setMessageSettings = defineCall({
  ...calls.setMessageSettings,
  request: z.object({ application_texts: z.boolean() }),
  response: plainOutcome(),
});

/** A 15-minute token; 404 without a session. svc-application may get tokens for itself only (403). */
export const exchangeSession = defineCall({
  name: 'exchangesession',
  service: 'auth',
  session: 'service',
  callers: ['shell', 'svc-application'],
  kind: 'query',
  request: z.object({
    session_id: id,
    audience: z.string(),
    /** True for an idle open page; then it extends no session. */
    renewal: z.boolean().optional(),
  }),
  response: outcome({
    data: z.object({ token: z.string(), user_id: z.string(), expires_at: z.iso.datetime() }),
  }),
});

export const MAX_SESSIONS = 500;

/** Finds sessions that were logged out or expired, by their tokens' `sid`. Extends no session. */
export const findEndedSessions = defineCall({
  name: 'endedsessions',
  service: 'auth',
  session: 'service',
  callers: ['shell', ...everyService],
  kind: 'query',
  request: z.object({
    session_ids: z.array(id).max(MAX_SESSIONS).default([]),
    sids: z.array(id).max(MAX_SESSIONS).default([]),
  }),
  response: outcome({ data: z.object({ session_id: z.string() }) }),
});

const deskCaller = { service: 'auth', session: 'service', callers: ['svc-desk'] } as const;

/**
 * Sends the last message about an application once more, for this member of the staff. Recorded in the audit log, where
 * the applicant reads it.
 */
export const resendText = defineCall({
  ...deskCaller,
  name: 'resendtext',
  kind: 'command',
  request: z.object({ application_id: id, staff_id: id }),
  response: outcome({
    data: z.object({ kind: z.string() }),
    420: 'No message was sent about this application, or the applicant wants none',
    421: 'Messages were sent again three times today',
  }),
});

/** Ends every session of an applicant, for this member of the staff. Recorded with the reason, which the applicant reads. */
export const endSessionsOfUser = defineCall({
  ...deskCaller,
  name: 'endsessionsofuser',
  kind: 'idempotent',
  request: z.object({ user_id: id, staff_id: id, reason: z.string().min(5).max(300) }),
  response: outcome({ data: z.object({ count: z.int() }) }),
});

/** None for an account that is gone. */
export const findAccountNumber = defineCall({
  ...deskCaller,
  name: 'findaccountnumber',
  kind: 'query',
  request: z.object({ user_id: id }),
  response: outcome({ data: z.object({ number: z.string() }) }),
});

export const authCalls = [
  signUp,
  requestOtp,
  signIn,
  confirmSignUp,
  signOut,
  getCurrentSession,
  getSessions,
  endSessions,
  getMessageSettings,
  setMessageSettings,
  getSignUpConsents,
  getAccount,
  getRetention,
  correctAccount,
  requestNumberChange,
  changeNumber,
  requestNumberUndo,
  undoNumberChange,
  requestErasure,
  getOwnErasure,
  getErasure,
  getDeviceKey,
  exchangeSession,
  findEndedSessions,
  identifyOperator,
  findOperator,
  resendText,
  endSessionsOfUser,
  findAccountNumber,
] as const;

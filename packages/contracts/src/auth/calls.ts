import {
  correctionChecks,
  mobileChecks,
  numberChangeChecks,
  signInChecks,
  signUpChecks,
} from '../rules/account-checks.ts';

const service = 'auth';

export const signUp = {
  name: 'submitsignup',
  service,
  session: 'none',
  kind: 'command',
  checks: signUpChecks,
} as const;

export const requestOtp = {
  name: 'websiteloginotp',
  service,
  session: 'none',
  kind: 'command',
  checks: mobileChecks,
} as const;

export const signIn = {
  name: 'submitwithotp',
  service,
  session: 'none',
  kind: 'command',
  checks: signInChecks,
} as const;

/** 420: nothing is to be confirmed, or no longer. */
export const confirmSignUp = {
  name: 'confirmsignup',
  service,
  session: 'required',
  kind: 'command',
  checks: signUpChecks,
} as const;

export const signOut = { name: 'logout', service, session: 'none', kind: 'idempotent' } as const;

/** Sign-ins of 90 days, newest first, without addresses. `Chrome`, `Android`; `""` when unknown. */
export const getSessions = { name: 'getsessions', service, session: 'required', kind: 'query' } as const;

/** Includes the calling session. 401 unless it began in the last 15 minutes. */
export const endSessions = { name: 'endsessions', service, session: 'required', kind: 'idempotent' } as const;

/** Whether the applicant gets messages by SMS about an application. One-time passwords are always sent. */
export const getMessageSettings = {
  name: 'getmessagesettings',
  service,
  session: 'required',
  kind: 'query',
} as const;

export const setMessageSettings = {
  name: 'setmessagesettings',
  service,
  session: 'required',
  kind: 'idempotent',
} as const;

/** Own consents given with the sign-up, newest first. */
export const getSignUpConsents = {
  name: 'getsignupconsents',
  service,
  session: 'required',
  kind: 'query',
} as const;

export const getAccount = { name: 'getaccount', service, session: 'required', kind: 'query' } as const;

/** Lists the kinds of stored data with their periods and reasons. */
export const getRetention = {
  name: 'getretention',
  service,
  session: 'none',
  kind: 'query',
  get: true,
} as const;

/** All fields of the own account except the mobile number. */
export const correctAccount = {
  name: 'correctaccount',
  service,
  session: 'required',
  kind: 'idempotent',
  checks: correctionChecks,
} as const;

/** Sends one-time passwords to the old and to the new number. 401 unless the sign-in is at most five minutes old. */
export const requestNumberChange = {
  name: 'requestnumberchange',
  service,
  session: 'required',
  kind: 'command',
  checks: mobileChecks,
} as const;

/**
 * Ends the other sessions, and informs the old number, which can undo it for 24 hours. Submitted applications retain
 * their number. 401 unless the sign-in is at most five minutes old.
 */
export const changeNumber = {
  name: 'changenumber',
  service,
  session: 'required',
  kind: 'command',
  checks: numberChangeChecks,
} as const;

/** Sends a one-time password to a number that an account had until a change of the last 24 hours. */
export const requestNumberUndo = {
  name: 'requestnumberundo',
  service,
  session: 'none',
  kind: 'command',
  checks: mobileChecks,
} as const;

/** Gives the account this former number back, and ends all its sessions. */
export const undoNumberChange = {
  name: 'undonumberchange',
  service,
  session: 'none',
  kind: 'command',
  checks: signInChecks,
} as const;

/** 401 unless signed in within five minutes. A repeat returns the same request. */
export const requestErasure = {
  name: 'requesterasure',
  service,
  session: 'required',
  kind: 'idempotent',
} as const;

/** The own request; no data without one. */
export const getOwnErasure = { name: 'getownerasure', service, session: 'required', kind: 'query' } as const;

/** By the receipt, since the account may be deleted; no data for an unknown one. */
export const getErasure = { name: 'geterasure', service, session: 'none', kind: 'query' } as const;

// Separate from the other calls, since every page uses it and none of those.
export const getCurrentSession = {
  name: 'session',
  service: 'auth',
  session: 'required',
  kind: 'query',
} as const;

/** 32 bytes in base64 that seal local drafts, held in memory only. `old_keys` open drafts from before a key change. */
export const getDeviceKey = {
  name: 'getdevicekey',
  service: 'auth',
  session: 'required',
  kind: 'query',
} as const;

import type { CallDefinition } from '../call.ts';
import {
  correctionChecks,
  mobileChecks,
  numberChangeChecks,
  signInChecks,
  signUpChecks,
} from '../rules/account-checks.ts';

export const signUp = {
  name: 'submitsignup',
  service: 'auth',
  session: 'none',
  kind: 'command',
  checks: signUpChecks,
} as const satisfies CallDefinition;

export const requestOtp = {
  name: 'websiteloginotp',
  service: 'auth',
  session: 'none',
  kind: 'command',
  checks: mobileChecks,
} as const satisfies CallDefinition;

export const signIn = {
  name: 'submitwithotp',
  service: 'auth',
  session: 'none',
  kind: 'command',
  checks: signInChecks,
} as const satisfies CallDefinition;

/** 420: nothing is to be confirmed, or no longer. */
export const confirmSignUp = {
  name: 'confirmsignup',
  service: 'auth',
  session: 'required',
  kind: 'command',
  checks: signUpChecks,
} as const satisfies CallDefinition;

export const signOut = {
  name: 'logout',
  service: 'auth',
  session: 'none',
  kind: 'idempotent',
} as const satisfies CallDefinition;

/** Sign-ins of 90 days, newest first, without addresses. `Chrome`, `Android`; `""` when unknown. */
export const getSessions = {
  name: 'getsessions',
  service: 'auth',
  session: 'required',
  kind: 'query',
} as const satisfies CallDefinition;

/** Includes the calling session. 401 unless it began in the last 15 minutes. */
export const endSessions = {
  name: 'endsessions',
  service: 'auth',
  session: 'required',
  kind: 'idempotent',
} as const satisfies CallDefinition;

/** Whether the applicant gets messages by SMS about an application. One-time passwords are always sent. */
export const getMessageSettings = {
  name: 'getmessagesettings',
  service: 'auth',
  session: 'required',
  kind: 'query',
} as const satisfies CallDefinition;

export const setMessageSettings = {
  name: 'setmessagesettings',
  service: 'auth',
  session: 'required',
  kind: 'idempotent',
} as const satisfies CallDefinition;

/** Own consents given with the sign-up, newest first. */
export const getSignUpConsents = {
  name: 'getsignupconsents',
  service: 'auth',
  session: 'required',
  kind: 'query',
} as const satisfies CallDefinition;

export const getAccount = {
  name: 'getaccount',
  service: 'auth',
  session: 'required',
  kind: 'query',
} as const satisfies CallDefinition;

/** Lists the kinds of stored data with their periods and reasons. */
export const getRetention = {
  name: 'getretention',
  service: 'auth',
  session: 'none',
  kind: 'query',
  get: true,
} as const satisfies CallDefinition;

/** All fields of the own account except the mobile number. */
export const correctAccount = {
  name: 'correctaccount',
  service: 'auth',
  session: 'required',
  kind: 'idempotent',
  checks: correctionChecks,
} as const satisfies CallDefinition;

/** Sends one-time passwords to the old and to the new number. 401 unless the sign-in is at most five minutes old. */
export const requestNumberChange = {
  name: 'requestnumberchange',
  service: 'auth',
  session: 'required',
  kind: 'command',
  checks: mobileChecks,
} as const satisfies CallDefinition;

/**
 * Ends the other sessions, and informs the old number, which can undo it for 24 hours. Submitted applications retain
 * their number. 401 unless the sign-in is at most five minutes old.
 */
export const changeNumber = {
  name: 'changenumber',
  service: 'auth',
  session: 'required',
  kind: 'command',
  checks: numberChangeChecks,
} as const satisfies CallDefinition;

/** Sends a one-time password to a number that an account had until a change of the last 24 hours. */
export const requestNumberUndo = {
  name: 'requestnumberundo',
  service: 'auth',
  session: 'none',
  kind: 'command',
  checks: mobileChecks,
} as const satisfies CallDefinition;

/** Gives the account this former number back, and ends all its sessions. */
export const undoNumberChange = {
  name: 'undonumberchange',
  service: 'auth',
  session: 'none',
  kind: 'command',
  checks: signInChecks,
} as const satisfies CallDefinition;

/** 401 unless signed in within five minutes. A repeat returns the same request. */
export const requestErasure = {
  name: 'requesterasure',
  service: 'auth',
  session: 'required',
  kind: 'idempotent',
} as const satisfies CallDefinition;

/** The own request; no data without one. */
export const getOwnErasure = {
  name: 'getownerasure',
  service: 'auth',
  session: 'required',
  kind: 'query',
} as const satisfies CallDefinition;

/** By the receipt, since the account may be deleted; no data for an unknown one. */
export const getErasure = {
  name: 'geterasure',
  service: 'auth',
  session: 'none',
  kind: 'query',
} as const satisfies CallDefinition;

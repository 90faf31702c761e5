import * as z from 'zod';
import { defineCall } from '../call.ts';
import { addressInput, digitsInput, textInput } from '../fields.ts';
import { outcome, plainOutcome } from '../outcome.ts';
import { proof } from '../problem.ts';
import { correctionChecks, mobileChecks, numberChangeChecks, signInChecks } from '../rules/account-checks.ts';

/** All fields of the own account except the mobile number. */
export const correctAccount = defineCall('correctaccount', {
  service: 'auth',
  session: 'required',
  kind: 'idempotent',
  checks: correctionChecks,
  request: z.object({
    name: textInput,
    email: textInput,
    ...addressInput,
  }),
  response: plainOutcome({ 421: 'Email Already Exists' }),
});

/** Sends one-time passwords to the old and to the new number. 401 unless the sign-in is at most five minutes old. */
export const requestNumberChange = defineCall('requestnumberchange', {
  service: 'auth',
  session: 'required',
  kind: 'command',
  checks: mobileChecks,
  request: z.object({ number: digitsInput, proof }),
  response: plainOutcome({ 420: 'Mobile Number Already Exists' }),
});

/**
 * Ends the other sessions, and informs the old number, which can undo it for 24 hours. Submitted applications retain
 * their number. 401 unless the sign-in is at most five minutes old.
 */
export const changeNumber = defineCall('changenumber', {
  service: 'auth',
  session: 'required',
  kind: 'command',
  checks: numberChangeChecks,
  request: z.object({ number: digitsInput, otp: z.string(), old_otp: z.string(), proof }),
  response: outcome({
    data: z.object({ id: z.string(), number: z.string(), name: z.string() }),
    420: 'Enter the valid Otp',
    421: 'Mobile Number Already Exists',
  }),
});

/** Sends a one-time password to a number that an account had until a change of the last 24 hours. */
export const requestNumberUndo = defineCall('requestnumberundo', {
  service: 'auth',
  session: 'none',
  kind: 'command',
  checks: mobileChecks,
  request: z.object({ number: digitsInput, proof }),
  response: plainOutcome({ 420: 'This mobile Number Not registered' }),
});

/** Gives the account this former number back, and ends all its sessions. */
export const undoNumberChange = defineCall('undonumberchange', {
  service: 'auth',
  session: 'none',
  kind: 'command',
  checks: signInChecks,
  request: z.object({ number: digitsInput, otp: z.string(), proof }),
  response: plainOutcome({ 420: 'Enter the valid Otp' }),
});

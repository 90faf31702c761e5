import * as z from 'zod';
import { defineCall } from '../call.ts';
import { addressInput, digitsInput, textInput } from '../fields.ts';
import { outcome, plainOutcome } from '../outcome.ts';
import { correctionChecks, mobileChecks, numberChangeChecks } from '../rules/account-checks.ts';

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

/** Sends one-time passwords to the old and to the new number. */
export const requestNumberChange = defineCall('requestnumberchange', {
  service: 'auth',
  session: 'required',
  kind: 'command',
  checks: mobileChecks,
  request: z.object({ number: digitsInput }),
  response: plainOutcome({ 420: 'Mobile Number Already Exists' }),
});

/** Ends the other sessions. Submitted applications retain their number. */
export const changeNumber = defineCall('changenumber', {
  service: 'auth',
  session: 'required',
  kind: 'command',
  checks: numberChangeChecks,
  request: z.object({ number: digitsInput, otp: z.string(), old_otp: z.string() }),
  response: outcome({
    data: z.object({ id: z.string(), number: z.string(), name: z.string() }),
    420: 'Enter the valid Otp',
    421: 'Mobile Number Already Exists',
  }),
});

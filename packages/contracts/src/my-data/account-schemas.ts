import * as z from 'zod';
import * as calls from '../auth/calls.ts';
import { defineCall } from '../call.ts';
import { addressInput, digitsInput, textInput } from '../fields.ts';
import { outcome, plainOutcome } from '../outcome.ts';
import { proof } from '../problem.ts';

export const correctAccount = defineCall({
  ...calls.correctAccount,
  request: z.object({
    name: textInput,
    email: textInput,
    ...addressInput,
  }),
  response: plainOutcome({ 421: 'Email Already Exists' }),
});

export const requestNumberChange = defineCall({
  ...calls.requestNumberChange,
  request: z.object({ number: digitsInput, proof }),
  response: plainOutcome({ 420: 'Mobile Number Already Exists' }),
});

export const changeNumber = defineCall({
  ...calls.changeNumber,
  request: z.object({ number: digitsInput, otp: z.string(), old_otp: z.string(), proof }),
  response: outcome({
    data: z.object({ id: z.string(), number: z.string(), name: z.string() }),
    420: 'Enter the valid Otp',
    421: 'Mobile Number Already Exists',
  }),
});

export const requestNumberUndo = defineCall({
  ...calls.requestNumberUndo,
  request: z.object({ number: digitsInput, proof }),
  response: plainOutcome({ 420: 'This mobile Number Not registered' }),
});

export const undoNumberChange = defineCall({
  ...calls.undoNumberChange,
  request: z.object({ number: digitsInput, otp: z.string(), proof }),
  response: plainOutcome({ 420: 'Enter the valid Otp' }),
});

import * as z from 'zod';
import * as calls from '../auth/calls.ts';
import { defineCall } from '../call.ts';
import { addressInput, digitsInput, instant, textInput } from '../fields.ts';
import { outcome, plainOutcome } from '../outcome.ts';
import { proof } from '../problem.ts';

export const ownAccount = z.object({
  name: z.string(),
  email: z.string(),
  number: z.string(),
  address: z.string(),
  devasthanam: z.string(),
  landmark: z.string(),
  town: z.string(),
  pincode: z.string(),
  created_at: instant,
});
export type OwnAccount = z.infer<typeof ownAccount>;

export const getAccount = defineCall({
  ...calls.getAccount,
  request: z.object({}),
  response: outcome({ data: ownAccount }),
});

const storedKind = z.object({
  /** As in `exams/retention.json`; later releases have more. */
  kind: z.string(),
  what: z.string(),
  /** ISO 8601; null when only a request ends it. */
  period: z.string().nullable(),
  /** A starting point of the retention rules. */
  counted_from: z.string(),
  reason: z.string(),
});
export type StoredKind = z.infer<typeof storedKind>;

export const getRetention = defineCall({
  ...calls.getRetention,
  request: z.object({}),
  response: outcome({ data: storedKind }),
});

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

import * as z from 'zod';
import { defineCall } from '../call.ts';
import { instant } from '../fields.ts';
import { outcome } from '../outcome.ts';

/** Paise. */
const paise = z.int();
const sum = z.object({ count: z.int().min(0), amount: paise });

/**
 * `not-settled`: captured more than a week ago, in no settlement. The others are lines of a settlement: of a payment
 * that the ledger does not have or has not captured, of a refund that it does not have, of another amount, or of
 * something else than a payment or refund.
 */
export const settlementDifferenceKind = z.enum([
  ...(['unknown-payment', 'not-captured', 'unknown-refund'] as const),
  ...(['amount-differs', 'other-line', 'not-settled'] as const),
]);
export type SettlementDifferenceKind = z.infer<typeof settlementDifferenceKind>;

export const settlementDifference = z.object({
  kind: settlementDifferenceKind,
  application_id: z.string().nullable(),
  order_id: z.string().nullable(),
  /** Of another line: its own id. */
  payment_id: z.string(),
  /** Negative for a refund. */
  settled: paise,
  in_ledger: paise,
});
export type SettlementDifference = z.infer<typeof settlementDifference>;

export const settlementSum = z.object({
  settlement_id: z.string(),
  /** The bank's number of the transfer. */
  utr: z.string().nullable(),
  at: instant.nullable(),
  payments: sum,
  refunds: sum,
  /** Paid out, or deducted (negative), for something else. */
  others: sum,
  /** With tax. */
  fees: paise,
  /** `payments` − `refunds` + `others` − `fees`. */
  net: paise,
});
export type SettlementSum = z.infer<typeof settlementSum>;

export const reconciledDay = z.object({
  /** Payments of the ledger that began on the day, what of them is refunded, and what is in no settlement. */
  begun: z.object({ captured: sum, refunded: sum, unsettled: sum }),
  /** Of the day, whenever their payments were made. */
  settlements: z.array(settlementSum),
  /** The same lines by the ledger: `captured` − `refunded` − all fees + `differing` is the sum of all `net`. */
  in_ledger: z.object({ captured: paise, refunded: paise, differing: paise }),
  differences: z.array(settlementDifference),
  /** Further differences, which are not listed. */
  more: z.int().min(0),
});
export type ReconciledDay = z.infer<typeof reconciledDay>;

/** In India. */
export const dayRequest = z.object({ day: z.iso.date() });

/** Compares the ledger with what Razorpay paid out on a day. */
export const reconcileDay = defineCall({
  name: 'reconcileday',
  service: 'payment',
  session: 'service',
  callers: ['svc-desk'],
  kind: 'query',
  request: dayRequest,
  response: outcome({ data: reconciledDay }),
});

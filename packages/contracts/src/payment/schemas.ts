import * as z from 'zod';
import { defineCall } from '../call.ts';
import { id, instant } from '../fields.ts';
import { exportPaymentData } from '../my-data/export-calls.ts';
import { outcome } from '../outcome.ts';
import * as calls from './calls.ts';
import { reconcileDay } from './reconciliation.ts';

const orderRequest = z.object({ order_id: id });
const attemptsRequest = orderRequest.extend({ details: z.boolean().optional() });

/** The target and the hidden fields of the browser's post (specification, section 3). */
export const checkoutForm = z.object({
  action: z.url(),
  fields: z.object({
    key_id: z.string(),
    order_id: z.string(),
    /** Paise. */
    amount: z.string(),
    name: z.string(),
    description: z.string(),
    'prefill[contact]': z.string(),
    callback_url: z.string(),
    cancel_url: z.string(),
  }),
});
export type CheckoutForm = z.infer<typeof checkoutForm>;

export const attemptState = z.literal(['unknown', 'not_taken', 'held', 'taken', 'returning', 'returned']);
export const evidenceSource = z.literal(['checkout', 'callback', 'webhook', 'poll', 'cancel', 'refund']);

/** What a piece of evidence reports: a state of the payment at Razorpay, or a step of its applicant, its refund or its dispute. */
export const evidenceKind = z.literal([
  ...(['created', 'authorized', 'captured', 'refunded', 'charged_back', 'failed', 'failed-upi-id'] as const),
  ...([
    'checkout-started',
    'returned-paid',
    'returned-failed',
    'returned-failed-upi-id',
    'cancelled',
  ] as const),
  ...(['no-payment', 'mismatch', 'settled', 'other'] as const),
  ...([
    'refund-requested-paid-twice',
    'refund-requested-claim-lost',
    'refund-requested-order-replaced',
  ] as const),
  ...(['refund-deciding', 'refund-approved', 'refund-kept'] as const),
  ...(['refund-pending', 'refund-processed', 'refund-refused'] as const),
  ...(['dispute', 'dispute-won', 'dispute-lost', 'dispute-closed'] as const),
]);
export type EvidenceKind = z.infer<typeof evidenceKind>;

export const paymentAttempt = z.object({
  payment_id: z.string().nullable(),
  state: attemptState,
  /** Paise. */
  amount: z.number(),
  method: z.string().nullable(),
  bank_reference: z.string().nullable(),
  returning_by: instant.nullable(),
  /** The reason of a refund that is due or awaits approval. */
  returning_because: z.literal(['paid-twice', 'claim-lost', 'order-replaced']).optional(),
  last_checked: instant.nullable(),
  /** A second payment that awaits a clerk's decision, or whose refund a clerk rejected. */
  office: z.literal(['deciding', 'kept']).optional(),
  evidence: z.array(
    z.object({
      source: evidenceSource,
      at: instant,
      /** In English. */
      says: z.string(),
      kind: evidenceKind.optional(),
    }),
  ),
});
export type PaymentAttempt = z.infer<typeof paymentAttempt>;

export const startCheckout = defineCall({
  ...calls.startCheckout,
  request: orderRequest,
  response: outcome({ data: checkoutForm }),
});

export const getPaymentAttempts = defineCall({
  ...calls.getPaymentAttempts,
  request: attemptsRequest,
  response: outcome({ data: paymentAttempt }),
});

export const recheckPayment = defineCall({
  ...calls.recheckPayment,
  request: attemptsRequest,
  response: outcome({ data: paymentAttempt }),
});

/** What an order pays: the fee of the application, or that of its revaluation. */
export const paymentPurpose = z.enum(['application', 'revaluation']);
export type PaymentPurpose = z.infer<typeof paymentPurpose>;

export const ensureOrder = defineCall({
  name: 'ensureorder',
  service: 'payment',
  session: 'service',
  callers: ['svc-application'],
  kind: 'idempotent',
  request: z.object({
    application_id: id,
    user_id: id,
    number: z.string(),
    purpose: paymentPurpose.default('application'),
  }),
  response: outcome({
    data: z.object({ order_id: z.string(), amount: z.number(), round: z.int().optional() }),
  }),
});

/** Which of the applications still have a payment, refund or dispute whose outcome is open. */
export const findOpenPayments = defineCall({
  name: 'findopenpayments',
  service: 'payment',
  session: 'service',
  callers: ['svc-application'],
  kind: 'query',
  request: z.object({ application_ids: z.array(id).max(500) }),
  response: outcome({ data: z.object({ application_id: z.string() }) }),
});

/**
 * Closes the payments of an unpaid application, so that no checkout can start. No data once closed, else the reason.
 * `late`: every known payment is dead, but Razorpay may still report one as authorised.
 */
export const closePayments = defineCall({
  name: 'closepayments',
  service: 'payment',
  session: 'service',
  callers: ['svc-application'],
  kind: 'idempotent',
  request: z.object({ application_id: id }),
  response: outcome({ data: z.object({ state: z.enum(['paid', 'pending', 'late']) }) }),
});

const deskCaller = { service: 'payment', session: 'service', callers: ['svc-desk'] } as const;

export const pendingRefund = z.object({
  payment_id: z.string(),
  order_id: z.string(),
  application_id: z.string(),
  /** Paise. */
  amount: z.int(),
  bank_reference: z.string().nullable(),
  opened_at: instant,
  reason: z.enum(['paid-twice', 'claim-lost', 'order-replaced']),
  /** `refused`: Razorpay refused the refund. */
  status: z.enum(['deciding', 'refused']),
  /** The id of the first of two members of the staff. */
  approved_by: z.string().optional(),
});

export type PendingRefund = z.infer<typeof pendingRefund>;

export const caseAttempt = paymentAttempt.extend({ order_id: z.string(), opened_at: instant });
export type CaseAttempt = z.infer<typeof caseAttempt>;

/** All attempts to pay the fee of an application or of its revaluation, for the help desk. */
export const listAttempts = defineCall({
  ...deskCaller,
  name: 'listattempts',
  kind: 'query',
  request: z.object({ application_id: id, purpose: paymentPurpose.default('application') }),
  response: outcome({ data: caseAttempt }),
});

/** Payments that wait for a decision of the department. */
export const listPendingRefunds = defineCall({
  ...deskCaller,
  name: 'listpendingrefunds',
  kind: 'query',
  request: z.object({}),
  response: outcome({ data: pendingRefund }),
});

export const refundOutcome = z.enum(['approve', 'refuse']);
/** `awaiting-second`: approved by the first of two. */
export const refundResult = z.enum(['refunding', 'awaiting-second', 'refused']);

/** Decided by this member of the staff. Recorded in the audit log. */
export const decidePendingRefund = defineCall({
  ...deskCaller,
  name: 'decidependingrefund',
  kind: 'command',
  request: z.object({
    payment_id: id,
    outcome: refundOutcome,
    staff_id: id,
    why: z.string().trim().min(5).max(300),
  }),
  response: outcome({
    data: z.object({ result: refundResult }),
    420: 'No decision is pending for this payment',
    421: 'You have approved this payment already; another person must approve it, too',
  }),
});

export const paymentCalls = [
  startCheckout,
  getPaymentAttempts,
  recheckPayment,
  ensureOrder,
  findOpenPayments,
  closePayments,
  listAttempts,
  listPendingRefunds,
  decidePendingRefund,
  reconcileDay,
  exportPaymentData,
] as const;

import * as z from 'zod';
import { defineEvent } from '../event.ts';
import { id, instant } from '../fields.ts';

const bilingual = z.object({ name: z.string(), name_te: z.string() });

/** What a ticket is made from: the Aadhaar masked, the photo by its document id. */
export const ticketSnapshot = z.object({
  application_id: id,
  examine_year: z.string(),
  name: z.string(),
  father_name: z.string(),
  aadhaar_masked: z.string(),
  exam_type: z.int(),
  exam_regular: z.int(),
  languages: z.array(z.int()),
  centre_district: bilingual,
  agama: z.string(),
  photo: id,
  submitted_at: instant,
});
export type TicketSnapshot = z.infer<typeof ticketSnapshot>;

export const applicationSubmitted = defineEvent('application.submitted.v1', {
  producer: 'application',
  consumers: ['payment', 'ticket'],
  data: z.object({
    application_id: id,
    version: z.int(),
    user_id: id,
    number: z.string(),
    snapshot: ticketSnapshot,
  }),
});

export const applicationUpdated = defineEvent('application.updated.v1', {
  producer: 'application',
  consumers: ['ticket'],
  data: z.object({ application_id: id, version: z.int(), user_id: id, snapshot: ticketSnapshot }),
});

/** A late capture found its mobile or Aadhaar held by another application: the money goes back. */
export const applicationClaimLost = defineEvent('application.claim-lost.v1', {
  producer: 'application',
  consumers: ['payment', 'ticket'],
  data: z.object({ application_id: id, order_id: id, payment_id: id }),
});

const payment = { application_id: id, order_id: id };

export const orderCreated = defineEvent('payment.order-created.v1', {
  producer: 'payment',
  consumers: ['application'],
  /** Amount in paise; `round` counts the application's orders, of which the last is to be paid. */
  data: z.object({ ...payment, amount: z.int(), round: z.int().default(1) }),
});

export const paymentCaptured = defineEvent('payment.captured.v1', {
  producer: 'payment',
  consumers: ['application', 'ticket'],
  /** Amount in paise. */
  data: z.object({ ...payment, payment_id: id, amount: z.int(), at: instant }),
});

const unpaid = z.object({
  ...payment,
  payment_id: id.nullable(),
  /** A code of the provider's or our own, never free text of a person's. */
  why: z.string(),
  /** The provider has reported every attempt dead: a hold may begin to end. */
  all_attempts_dead: z.boolean(),
  at: instant,
});

export const paymentFailed = defineEvent('payment.failed.v1', {
  producer: 'payment',
  consumers: ['application'],
  data: unpaid,
});
export const paymentCancelled = defineEvent('payment.cancelled.v1', {
  producer: 'payment',
  consumers: ['application'],
  data: unpaid,
});

/**
 * The money of a captured payment is the applicant's again, or their bank's: given back at the provider,
 * or charged back. The application is not paid by it any more.
 */
export const paymentReversed = defineEvent('payment.reversed.v1', {
  producer: 'payment',
  consumers: ['application', 'ticket'],
  data: z.object({ ...payment, payment_id: id, why: z.literal(['refund', 'chargeback']), at: instant }),
});

export const ticketIssued = defineEvent('ticket.issued.v1', {
  producer: 'ticket',
  consumers: ['application'],
  data: z.object({ application_id: id, version: z.int(), at: instant }),
});

/** Every event there is: a service that uses one not listed here refuses to start. */
export const events = [
  applicationSubmitted,
  applicationUpdated,
  applicationClaimLost,
  orderCreated,
  paymentCaptured,
  paymentFailed,
  paymentCancelled,
  paymentReversed,
  ticketIssued,
] as const;

import * as z from 'zod';
import * as calls from '../auth/calls.ts';
import { defineCall } from '../call.ts';
import { defineEvent } from '../event.ts';
import { id, instant } from '../fields.ts';
import { outcome } from '../outcome.ts';

/**
 * `open-payment`: money is in transit; `application`: svc-application has not deleted its own yet;
 * `retention`: required by law until its date; `without-person`: only amounts, ids and times are left.
 */
export const remainingReason = z.enum(['open-payment', 'application', 'retention', 'without-person']);

export const remainingData = z.object({
  /** As in `exams/retention.json`. */
  kind: z.string(),
  because: remainingReason,
  /** When it is deleted; null while unknown. */
  until: instant.nullable(),
});
export type RemainingData = z.infer<typeof remainingData>;

/** Requests the erasure of all data of an applicant. Idempotent. */
export const erasureRequested = defineEvent('person.erasure-requested.v1', {
  producer: 'auth',
  consumers: ['application', 'payment', 'ticket', 'desk'],
  data: z.object({ user_id: id, at: instant }),
});

/** What a service has left of a person; a later report replaces an earlier one. */
const erasureReport = z.object({ user_id: id, at: instant, remaining: z.array(remainingData) });

export const applicationPersonErased = defineEvent('application.person-erased.v1', {
  producer: 'application',
  consumers: ['auth'],
  data: erasureReport,
});
export const paymentPersonErased = defineEvent('payment.person-erased.v1', {
  producer: 'payment',
  consumers: ['auth'],
  data: erasureReport,
});
export const ticketPersonErased = defineEvent('ticket.person-erased.v1', {
  producer: 'ticket',
  consumers: ['auth'],
  data: erasureReport,
});
export const deskPersonErased = defineEvent('desk.person-erased.v1', {
  producer: 'desk',
  consumers: ['auth'],
  data: erasureReport,
});

/** One for each service that erases by request. */
export const erasureReports = [
  applicationPersonErased,
  paymentPersonErased,
  ticketPersonErased,
  deskPersonErased,
] as const;
export type ErasureReportEvent = (typeof erasureReports)[number];

/** Services that erase by request; svc-auth deletes the account last. */
export const erasingServices = ['application', 'payment', 'ticket', 'desk'] as const;

export const erasureState = z.object({
  /** Opaque; shows the state after the account is deleted. */
  receipt: z.string(),
  requested_at: instant,
  /** Null until the account is deleted. */
  done_at: instant.nullable(),
  services: z.array(
    z.object({
      service: z.literal([...erasingServices, 'auth']),
      /** `asked`: no response yet; `waiting`: data is unsettled. */
      state: z.enum(['asked', 'waiting', 'done']),
      remaining: z.array(remainingData),
    }),
  ),
});
export type ErasureState = z.infer<typeof erasureState>;

export const requestErasure = defineCall({
  ...calls.requestErasure,
  request: z.object({}),
  response: outcome({ data: erasureState }),
});

export const getOwnErasure = defineCall({
  ...calls.getOwnErasure,
  request: z.object({}),
  response: outcome({ data: erasureState }),
});

export const getErasure = defineCall({
  ...calls.getErasure,
  request: z.object({ receipt: z.uuid() }),
  response: outcome({ data: erasureState }),
});

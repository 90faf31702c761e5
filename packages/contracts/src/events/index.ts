import * as z from 'zod';
import { grievanceState, grievanceSubject } from '../application/record.ts';
import { examinationSettings, noticeContent } from '../desk/proposals.ts';
import { examinationResult } from '../desk/results.ts';
import { caseReason, scrutinyVerdict } from '../desk/scrutiny.ts';
import { defineEvent } from '../event.ts';
import { accommodation, id, identityPaper, instant } from '../fields.ts';
import { erasureReports, erasureRequested } from '../my-data/erasure.ts';
import { services } from '../services.ts';
import { hallSeat } from '../ticket/hall-list.ts';

const bilingual = z.object({ name: z.string(), name_te: z.string() });

/** The Aadhaar is masked, and empty beside another identity paper; the photo is a document id. */
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
  dob: z.iso.date().optional(),
  /** What the hall must provide, without the reason and the certificate. */
  accommodation: accommodation.optional(),
  identity_paper: identityPaper.optional(),
});
export type TicketSnapshot = z.infer<typeof ticketSnapshot>;

export const applicationSubmitted = defineEvent('application.submitted.v1', {
  producer: 'application',
  consumers: ['auth', 'payment', 'ticket', 'desk'],
  isPersonal: true,
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
  consumers: ['ticket', 'desk'],
  isPersonal: true,
  data: z.object({ application_id: id, version: z.int(), user_id: id, snapshot: ticketSnapshot }),
});

/** A late capture whose mobile or Aadhaar another application holds: it is refunded. */
export const applicationClaimLost = defineEvent('application.claim-lost.v1', {
  producer: 'application',
  consumers: ['auth', 'payment', 'ticket', 'desk'],
  data: z.object({ application_id: id, order_id: id, payment_id: id }),
});

/** An unpaid application was deleted at its applicant's request. */
export const applicationWithdrawn = defineEvent('application.withdrawn.v1', {
  producer: 'application',
  consumers: ['auth', 'payment', 'ticket', 'desk'],
  data: z.object({ application_id: id }),
});

/** The applicant appeals against a rejection. */
export const applicationAppealed = defineEvent('application.appealed.v1', {
  producer: 'application',
  consumers: ['desk'],
  data: z.object({ application_id: id }),
});

/** The applicant filed a grievance, whose text svc-desk reads with the record. */
export const grievanceFiled = defineEvent('application.grievance-filed.v1', {
  producer: 'application',
  consumers: ['desk'],
  data: z.object({ application_id: id }),
});

/** The revaluation of an application was paid, its fee went back, or a result arrived that may end it. */
export const revaluationChanged = defineEvent('application.revaluation-changed.v1', {
  producer: 'application',
  consumers: ['desk'],
  data: z.object({ application_id: id }),
});

const payment = { application_id: id, order_id: id };

export const orderCreated = defineEvent('payment.order-created.v1', {
  producer: 'payment',
  consumers: ['application'],
  /** Amount in paise. `round` numbers the application's orders; only the last is payable. */
  data: z.object({ ...payment, amount: z.int(), round: z.int().default(1) }),
});

export const paymentCaptured = defineEvent('payment.captured.v1', {
  producer: 'payment',
  consumers: ['application', 'auth', 'ticket', 'desk'],
  data: z.object({ ...payment, payment_id: id, amount: z.int(), at: instant }),
});

const unpaid = z.object({
  ...payment,
  payment_id: id.nullable(),
  /** The provider's code or our own, never personal text. */
  why: z.string(),
  /** The provider has reported every attempt failed: the hold may expire. */
  all_attempts_dead: z.boolean(),
  at: instant,
});

export const paymentFailed = defineEvent('payment.failed.v1', {
  producer: 'payment',
  consumers: ['application', 'desk'],
  data: unpaid,
});
export const paymentCancelled = defineEvent('payment.cancelled.v1', {
  producer: 'payment',
  consumers: ['application', 'desk'],
  data: unpaid,
});

/** A captured payment was refunded or charged back and no longer pays the application. */
export const paymentReversed = defineEvent('payment.reversed.v1', {
  producer: 'payment',
  consumers: ['application', 'auth', 'ticket', 'desk'],
  data: z.object({ ...payment, payment_id: id, why: z.literal(['refund', 'chargeback']), at: instant }),
});

/** The fee of a revaluation, which the events above do not concern. */
export const revaluationCaptured = defineEvent('payment.revaluation-captured.v1', {
  producer: 'payment',
  consumers: ['application'],
  data: paymentCaptured.data,
});

export const revaluationReversed = defineEvent('payment.revaluation-reversed.v1', {
  producer: 'payment',
  consumers: ['application'],
  data: paymentReversed.data,
});

export const ticketIssued = defineEvent('ticket.issued.v1', {
  producer: 'ticket',
  consumers: ['application', 'auth', 'desk'],
  /** `hall`: present once a seat is allotted; a ticket may be reissued for it with the same version. */
  data: z.object({ application_id: id, version: z.int(), at: instant, hall: hallSeat.optional() }),
});

/** A decision of a clerk about a version; a later one of the same version replaces it. */
export const scrutinyDecided = defineEvent('desk.scrutiny-decided.v1', {
  producer: 'desk',
  consumers: ['application', 'auth', 'ticket'],
  isPersonal: true,
  data: z.object({
    application_id: id,
    user_id: id,
    decision_id: id,
    version: z.int(),
    verdict: scrutinyVerdict,
    /** With the notes that the applicant reads. */
    reasons: z.array(caseReason),
    /** Of a correction: the last day in India. */
    last_day: z.iso.date().optional(),
    at: instant,
  }),
});

/** What applicants read of a notice; the highest revision replaces all others, in any order of events. */
export const noticeChanged = defineEvent('desk.notice-changed.v1', {
  producer: 'desk',
  consumers: ['application'],
  data: noticeContent.extend({ notice_id: id, revision: z.int().positive() }),
});

/** The highest revision replaces these fields of the examination's file in every service, in any order of events. */
export const examinationRevised = defineEvent('desk.examination-revised.v1', {
  producer: 'desk',
  consumers: services,
  data: z.object({ examine_year: id, revision: z.int().positive(), settings: examinationSettings }),
});

/** A grievance was opened by telephone, is to be called back, or was answered. */
export const grievanceChanged = defineEvent('desk.grievance-changed.v1', {
  producer: 'desk',
  consumers: ['application'],
  isPersonal: true,
  data: z.object({
    application_id: id,
    user_id: id,
    number: id,
    subject: grievanceSubject,
    state: grievanceState,
    opened_at: instant,
    on: z.iso.date().optional(),
    /** Of a closed one. */
    answer: z.string().optional(),
    at: instant,
  }),
});

/**
 * The result of a candidate; the highest revision replaces all others, in any order of events. `uploaded_at`: when the
 * desk got its mark sheet, since a revaluation ends with a sheet that was made after its payment.
 */
export const resultPublished = defineEvent('desk.result-published.v1', {
  producer: 'desk',
  consumers: ['application', 'auth', 'ticket'],
  isPersonal: true,
  data: examinationResult.extend({ application_id: id, user_id: id, uploaded_at: instant }),
});

export const events = [
  applicationSubmitted,
  applicationUpdated,
  applicationClaimLost,
  applicationWithdrawn,
  applicationAppealed,
  revaluationChanged,
  grievanceFiled,
  orderCreated,
  paymentCaptured,
  paymentFailed,
  paymentCancelled,
  paymentReversed,
  revaluationCaptured,
  revaluationReversed,
  ticketIssued,
  scrutinyDecided,
  noticeChanged,
  examinationRevised,
  grievanceChanged,
  resultPublished,
  erasureRequested,
  ...erasureReports,
] as const;

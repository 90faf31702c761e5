import * as z from 'zod';
import { examinationResult, paperMarks } from '../desk/results.ts';
import { caseReason, scrutinyVerdict } from '../desk/scrutiny.ts';
import { accommodation, identityPaper, instant, storedFile } from '../fields.ts';
import { hallSeat } from '../ticket/hall-list.ts';

export const grievanceSubject = z.enum(['payment', 'ticket', 'correction', 'sign-in', 'other']);
export type GrievanceSubject = z.infer<typeof grievanceSubject>;

/** `call-back`: the help desk telephones on a day; `closed`: answered. */
export const grievanceState = z.enum(['open', 'call-back', 'closed']);
export type GrievanceState = z.infer<typeof grievanceState>;

/** S is final; `""` while unknown. */
export const paymentStatus = z.literal(['S', 'F', 'C', '']);
export type PaymentStatus = z.infer<typeof paymentStatus>;

export const recordedDecision = z.object({
  version: z.int(),
  verdict: scrutinyVerdict,
  reasons: z.array(caseReason),
  /** Of a correction: the last day in India. */
  last_day: z.iso.date().optional(),
  at: instant,
  /** The applicant's, of a rejection. A later decision answers it. */
  appeal: z.object({ text: z.string(), at: instant, is_answered: z.boolean() }).optional(),
});
export type RecordedDecision = z.infer<typeof recordedDecision>;

export const recordedGrievance = z.object({
  number: z.string(),
  subject: grievanceSubject,
  state: grievanceState,
  opened_at: instant,
  /** What the applicant wrote; empty for one by telephone. */
  text: z.string(),
  /** Of a call back: the day in India. */
  on: z.iso.date().optional(),
  /** Of a closed one. */
  answer: z.string().optional(),
});
export type RecordedGrievance = z.infer<typeof recordedGrievance>;

/**
 * `unpaid`: requested, and its fee is due; `returned`: the fee went back; `waiting`: paid; `complete`: a result
 * whose mark sheet was uploaded after the payment has each of the papers.
 */
export const revaluationState = z.enum(['unpaid', 'returned', 'waiting', 'complete']);

export const recordedRevaluation = z.object({
  state: revaluationState,
  requested_at: instant,
  /** The marks as they stood at the request, and those of the revaluation once it is complete. */
  papers: z.array(paperMarks.extend({ new_marks: paperMarks.shape.marks.optional() })),
  /** The last one; absent until svc-payment has created it. */
  order_id: z.string().optional(),
  paid_at: instant.optional(),
});
export type RecordedRevaluation = z.infer<typeof recordedRevaluation>;

/** The Aadhaar is masked (specification, section 3), and empty beside another identity paper. */
export const applicationRecord = z.object({
  id: z.string(),
  number: z.string(),
  application_id: z.string(),
  aadhar: z.string(),
  name: z.string(),
  father_name: z.string(),
  dob: z.string(),
  age: z.number(),
  postal_address: z.string(),
  district_id: z.number(),
  district_name: z.string(),
  mandal_id: z.number(),
  mandal_name: z.string(),
  exam_type: z.number(),
  exam_regular: z.number(),
  pasthallticket: z.string(),
  language: z.string(),
  centre_district_id: z.number(),
  centre_district_name: z.string(),
  agamamu: z.string(),
  amount: z.number(),
  image: z.array(storedFile),
  birth_certificate: z.array(storedFile),
  previous_certificate: z.array(storedFile),
  markmemos_certificate: z.array(storedFile),
  accommodation: accommodation.optional(),
  accommodation_certificate: z.array(storedFile).optional(),
  identity_paper: identityPaper.optional(),
  examine_year: z.string(),
  payment_status: paymentStatus,
  order_id: z.string(),
  transaction_id: z.string(),
  date: instant,
  version: z.number(),
  /** The application's version on the newest ticket; null before the first one, and while scrutiny withholds it. */
  ticket_version: z.number().nullable(),
  /** A paid application has no ticket: it is not accepted yet, or it was rejected. */
  ticket_withheld: z.literal(true).optional(),
  /** The last decision of a clerk about a version; absent before the first one. */
  scrutiny: recordedDecision.optional(),
  /** Oldest first; absent without any. */
  grievances: z.array(recordedGrievance).optional(),
  /** As on the newest ticket; absent before a seat is allotted. */
  hall: hallSeat.optional(),
  /** Absent before its publication. */
  result: examinationResult.optional(),
  /** Absent before it is requested. */
  revaluation: recordedRevaluation.optional(),
});
export type ApplicationRecord = z.infer<typeof applicationRecord>;

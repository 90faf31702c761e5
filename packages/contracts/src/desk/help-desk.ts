import * as z from 'zod';
import { grievanceState, grievanceSubject } from '../application/record.ts';
import { defineCall } from '../call.ts';
import { id, instant, mobileNumber } from '../fields.ts';
import { outcome, plainOutcome } from '../outcome.ts';
import { caseAttempt, paymentPurpose } from '../payment/schemas.ts';
import { MAX_GRIEVANCE } from '../rules/texts.ts';
import * as calls from './calls.ts';

/** In India. */
const day = z.iso.date();
const reason = z.string().trim().min(5).max(300);
const text = z.string().trim().min(1, 'Write something').max(MAX_GRIEVANCE);

export const grievanceSummary = z.object({
  /** `GR26-` and eight characters, the last a check. */
  number: z.string(),
  /** Absent for a caller without an application. */
  application_id: z.string().optional(),
  district_name: z.string().optional(),
  /** The mobile number of such a caller, but for its last four digits. */
  mobile_masked: z.string().optional(),
  subject: grievanceSubject,
  state: grievanceState,
  opened_at: instant,
  /** Of a call back. */
  on: day.optional(),
});
export type GrievanceSummary = z.infer<typeof grievanceSummary>;

export const grievance = grievanceSummary.extend({
  /** Oldest first: what the applicant said, what was agreed by telephone, the answer. */
  entries: z.array(
    z.object({
      id: z.string(),
      state: grievanceState,
      text: z.string(),
      /** Absent: the applicant, on the portal. */
      by: z.string().optional(),
      at: instant,
      on: day.optional(),
    }),
  ),
});
export type Grievance = z.infer<typeof grievance>;

/** By telephone, about an application or for the mobile number of a caller who has none. */
export const openGrievance = defineCall({
  ...calls.openGrievance,
  request: z.object({
    application_id: id.optional(),
    mobile: mobileNumber.optional(),
    subject: grievanceSubject,
    text,
  }),
  response: outcome({ data: z.object({ number: z.string() }) }),
});

/** Those that are not closed: call backs that are due, then open ones, then later call backs. */
export const getGrievances = defineCall({
  ...calls.getGrievances,
  request: z.object({
    /** The last number of the page before. */
    after: id.optional(),
    limit: z.int().min(1).max(100).default(50),
  }),
  response: outcome({ data: grievanceSummary.extend({ is_due: z.boolean() }) }),
});

export const getCallerGrievance = defineCall({
  ...calls.getCallerGrievance,
  request: z.object({ number: id }),
  response: outcome({ data: grievance }),
});

export const revealCaller = defineCall({
  ...calls.revealCaller,
  request: z.object({ number: id, reason }),
  response: outcome({ data: z.object({ mobile: z.string() }) }),
});

export const addGrievanceEntry = defineCall({
  ...calls.addGrievanceEntry,
  request: z.object({
    number: id,
    state: z.enum(['call-back', 'closed']),
    /** The answer, or what was agreed. */
    text,
    /** Of a call back, which needs it: today or later. */
    on: day.optional(),
  }),
  response: plainOutcome({ 420: 'This grievance is closed already' }),
});

/** By which the page says what to say, and prints what is known of each payment. */
export const getCaseAttempts = defineCall({
  ...calls.getCaseAttempts,
  request: z.object({ application_id: id, purpose: paymentPurpose.default('application') }),
  response: outcome({ data: caseAttempt }),
});

export const sendTextAgain = defineCall({
  ...calls.sendTextAgain,
  request: z.object({ application_id: id }),
  response: outcome({
    data: z.object({ kind: z.string() }),
    420: 'No message was sent about this application, or the applicant wants none',
    421: 'Messages were sent again three times today',
  }),
});

export const endApplicantSessions = defineCall({
  ...calls.endApplicantSessions,
  request: z.object({ application_id: id, reason }),
  response: outcome({ data: z.object({ count: z.int() }) }),
});

export const helpDeskCalls = [
  openGrievance,
  getGrievances,
  getCallerGrievance,
  revealCaller,
  addGrievanceEntry,
  getCaseAttempts,
  sendTextAgain,
  endApplicantSessions,
] as const;

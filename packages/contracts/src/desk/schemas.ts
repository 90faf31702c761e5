import * as z from 'zod';
import { applicationRecord, paymentStatus } from '../application/record.ts';
import { applicationVersion } from '../application/schemas.ts';
import { defineCall } from '../call.ts';
import { id, instant, mobileNumber } from '../fields.ts';
import { outcome, plainOutcome } from '../outcome.ts';
import { dayRequest, reconciledDay } from '../payment/reconciliation.ts';
import { pendingRefund, refundOutcome, refundResult } from '../payment/schemas.ts';
import { attendanceCalls, caseAttendance } from './attendance.ts';
import * as calls from './calls.ts';
import { deskHallCalls } from './hall-calls.ts';
import { grievance, grievanceSummary, helpDeskCalls } from './help-desk.ts';
import { deskExamination, deskNotice, examinationSettings, noticeContent } from './proposals.ts';
import { resultCalls } from './result-calls.ts';
import { caseReason, scrutinyRules, scrutinyState, scrutinyVerdict } from './scrutiny.ts';
import { signInCalls, staffMember } from './sign-in-calls.ts';
import { staffRoles } from './staff.ts';

/** A clerk who has the case open until `until`. */
export const caseLease = z.object({ staff_id: z.string(), name: z.string(), until: instant });
export type CaseLease = z.infer<typeof caseLease>;

export const caseSummary = z.object({
  application_id: z.string(),
  name: z.string(),
  /** All but the last four digits. */
  number_masked: z.string(),
  exam_type: z.int(),
  exam_regular: z.int(),
  district_id: z.int(),
  district_name: z.string(),
  payment_status: paymentStatus,
  submitted_at: instant,
  version: z.int(),
  scrutiny: scrutinyState,
  lease: caseLease.optional(),
});
export type CaseSummary = z.infer<typeof caseSummary>;

const facets = {
  examine_year: z.string().max(4).optional(),
  district_id: z.int().optional(),
  exam_type: z.int().optional(),
  payment_status: paymentStatus.optional(),
  scrutiny: scrutinyState.optional(),
};

export const searchCases = defineCall({
  ...calls.searchCases,
  request: z.object({
    text: z.string().max(100).default(''),
    ...facets,
    /** The last application of the page before. */
    after: id.optional(),
    limit: z.int().min(1).max(50).default(25),
  }),
  response: outcome({
    data: z.object({
      cases: z.array(caseSummary),
      /** Of callers without an application, by their mobile number or the number of a grievance. */
      grievances: z.array(grievanceSummary),
      /** Exact up to `MAX_MATCHES`. */
      total: z.int(),
      /** Applications whose last events the desk has not read yet. */
      behind: z.int(),
    }),
  }),
});

export const caseDecision = z.object({
  id: z.string(),
  version: z.int(),
  verdict: scrutinyVerdict,
  reasons: z.array(caseReason),
  /** For colleagues only. */
  note: z.string(),
  by: z.string(),
  at: instant,
  /** Of a correction: the last day in India. */
  last_day: z.iso.date().optional(),
});
export type CaseDecision = z.infer<typeof caseDecision>;

/** For colleagues. */
export const caseNote = z.object({ id: z.string(), text: z.string(), by: z.string(), at: instant });
export type CaseNote = z.infer<typeof caseNote>;

export const deskCase = z.object({
  summary: caseSummary,
  /** Personal fields masked. */
  record: applicationRecord,
  versions: z.array(applicationVersion),
  /** Newest first; without those of the first look while the case waits for a second one. */
  decisions: z.array(caseDecision),
  /** Newest first; without those of whom decided the first look while the case waits for a second one. */
  notes: z.array(caseNote),
  /** Newest first. */
  grievances: z.array(grievance),
  /** Absent without a seat, and before a file of its hall was uploaded. */
  attendance: caseAttendance.optional(),
  /** Other applications of the same mobile number, of all years. */
  related: z.array(z.string()),
});
export type DeskCase = z.infer<typeof deskCase>;

export const getCase = defineCall({
  ...calls.getCase,
  request: z.object({ application_id: id }),
  response: outcome({ data: deskCase }),
});

export const revealCase = defineCall({
  ...calls.revealCase,
  request: z.object({ application_id: id, reason: z.string().trim().min(5).max(300) }),
  response: outcome({ data: z.object({ number: z.string(), postal_address: z.string(), dob: z.string() }) }),
});

export const addCaseNote = defineCall({
  ...calls.addCaseNote,
  request: z.object({ application_id: id, text: z.string().trim().min(1).max(1000) }),
  response: outcome({ data: caseNote }),
});

const queueFilter = { district_id: z.int().optional(), exam_type: z.int().optional() };

export const getScrutinyQueues = defineCall({
  ...calls.getScrutinyQueues,
  request: z.object({}),
  response: outcome({
    data: z.object({
      district_id: z.int(),
      district_name: z.string(),
      exam_type: z.int(),
      waiting: z.int(),
      leased: z.int(),
      second_look: z.int(),
      /** When the case that has waited longest began to wait. */
      oldest_at: instant.nullable(),
    }),
  }),
});

export const getScrutinyRules = defineCall({
  ...calls.getScrutinyRules,
  request: z.object({}),
  response: outcome({ data: scrutinyRules }),
});

const count = z.int();

/** Exact; the sum of all groups is the number of applications, as is the sum of all days. */
export const deskReport = z.object({
  groups: z.array(
    z.object({
      district_id: z.int(),
      district_name: z.string(),
      exam_type: z.int(),
      payment_status: paymentStatus,
      scrutiny: scrutinyState,
      count,
    }),
  ),
  /** In India. */
  days: z.array(z.object({ day: z.iso.date(), submitted: count, paid: count })),
  clerks: z.array(
    z.object({ staff_id: z.string(), name: z.string(), accepted: count, correction: count, rejected: count }),
  ),
  /** Applications whose last events the desk has not read yet. */
  behind: count,
});
export type DeskReport = z.infer<typeof deskReport>;

/** Without a year: of the current examination. */
export const getDeskReport = defineCall({
  ...calls.getDeskReport,
  request: z.object({ examine_year: facets.examine_year }),
  response: outcome({ data: deskReport }),
});

/** Rows of a list with names and numbers. */
export const MAX_CONTACTS = 5000;

export const requestContacts = defineCall({
  ...calls.requestContacts,
  request: z.object({ ...facets, reason: z.string().trim().min(5).max(300) }),
  response: outcome({
    /** The token is for one download within five minutes. */
    data: z.object({ token: id }),
    420: `A list with names and numbers has ${MAX_CONTACTS} applications at most`,
  }),
});

export const contactExportQuery = z.object({ token: id });

/** In India. */
const day = z.iso.date();

export const deskAuditEntry = z.object({
  id: z.string(),
  at: instant,
  /** Of `auditActions`. */
  action: z.string(),
  staff_id: z.string(),
  name: z.string(),
  application_id: z.string().optional(),
  why: z.string().optional(),
});
export type DeskAuditEntry = z.infer<typeof deskAuditEntry>;

/** Newest first. With an application: of all days. */
export const getDeskAudit = defineCall({
  ...calls.getDeskAudit,
  request: z.object({
    day,
    staff_id: id.optional(),
    application_id: id.optional(),
    /** The last entry of the page before. */
    before: id.optional(),
    limit: z.int().min(1).max(100).default(50),
  }),
  response: outcome({ data: deskAuditEntry }),
});

/** Why a member's day deserves a look. */
export const activityConcern = z.enum(['own-number', 'many-cases', 'many-reveals', 'at-night']);

export const staffActivity = z.object({
  staff_id: z.string(),
  name: z.string(),
  searches: count,
  /** Different applications. */
  cases: count,
  papers: count,
  reveals: count,
  decisions: count,
  exports: count,
  concerns: z.array(activityConcern),
});
export type StaffActivity = z.infer<typeof staffActivity>;

export const getStaffActivity = defineCall({
  ...calls.getStaffActivity,
  request: z.object({ day }),
  response: outcome({ data: staffActivity }),
});

export const getRefundsToDecide = defineCall({
  ...calls.getRefundsToDecide,
  request: z.object({}),
  response: outcome({
    data: pendingRefund.extend({
      /** The name of the first of two members of the staff, and whether that is the caller. */
      approved_by: z.string().optional(),
      is_own_approval: z.boolean(),
    }),
  }),
});

export const decideRefund = defineCall({
  ...calls.decideRefund,
  request: z.object({
    payment_id: id,
    outcome: refundOutcome,
    /** For colleagues and the audit. */
    reason: z.string().trim().min(5).max(300),
  }),
  response: outcome({
    data: z.object({ result: refundResult }),
    420: 'No decision is pending for this payment',
    421: 'You have approved this payment already; another person must approve it, too',
  }),
});

export const getReconciliation = defineCall({
  ...calls.getReconciliation,
  request: dayRequest,
  response: outcome({ data: reconciledDay }),
});

export const staffName = z
  .string()
  .regex(
    /^[a-z][a-z0-9.-]{1,39}$/,
    'A name has 2 to 40 lower-case letters, digits, dots or hyphens and starts with a letter',
  );

export const staffAccount = staffMember.omit({ id: true }).extend({
  is_disabled: z.boolean(),
  /** Masked. */
  own_numbers: z.array(z.string()),
});

/** Shown once. */
export const staffCredentials = z.object({
  password: z.string(),
  /** `otpauth:` address for an authenticator app. */
  authenticator: z.string(),
});

export const getStaffAccounts = defineCall({
  ...calls.getStaffAccounts,
  request: z.object({}),
  response: outcome({ data: staffAccount }),
});

export const addStaffAccount = defineCall({
  ...calls.addStaffAccount,
  request: z.object({
    name: staffName,
    roles: z.array(z.enum(staffRoles)).min(1, 'Choose a role'),
    /** Only these districts. */
    districts: z.array(z.int().positive()).min(1).max(50).optional(),
  }),
  response: outcome({ data: staffCredentials, 420: 'This name is in use' }),
});

/** `disable`: ends the rights at once; `reset`: replaces password and authenticator, and lifts a lock. */
export const changeStaffAccount = defineCall({
  ...calls.changeStaffAccount,
  request: z.object({ name: z.string().max(40), action: z.enum(['disable', 'enable', 'reset']) }),
  response: outcome({
    data: staffCredentials,
    420: 'No account has this name',
    421: 'Another administrator must change your account',
  }),
});

export const setStaffNumbers = defineCall({
  ...calls.setStaffNumbers,
  request: z.object({
    name: z.string().max(40),
    numbers: z.array(mobileNumber).max(5),
  }),
  response: plainOutcome({
    420: 'No account has this name',
    421: 'Another administrator must change your account',
  }),
});

export const getNotices = defineCall({
  ...calls.getNotices,
  request: z.object({}),
  response: outcome({ data: deskNotice }),
});

/** A notice and its revision that the caller has seen. */
const seenNotice = { notice_id: id, revision: z.int().positive() };
const noticeChanged = 'The notice has changed meanwhile';

export const proposeNotice = defineCall({
  ...calls.proposeNotice,
  request: noticeContent.extend({
    /** Absent for a new notice. */
    replaces: z.object(seenNotice).optional(),
  }),
  response: outcome({ data: deskNotice, 420: noticeChanged }),
});

export const publishNotice = defineCall({
  ...calls.publishNotice,
  request: z.object(seenNotice),
  response: outcome({
    data: deskNotice,
    420: noticeChanged,
    421: 'You have proposed this notice; another person must publish it',
  }),
});

export const endNotice = defineCall({
  ...calls.endNotice,
  request: z.object(seenNotice),
  response: outcome({ data: deskNotice, 420: noticeChanged }),
});

export const getExaminationSettings = defineCall({
  ...calls.getExaminationSettings,
  request: z.object({}),
  response: outcome({ data: deskExamination }),
});

const settingsChanged = 'The proposal has changed meanwhile';
const seenProposal = z.object({ revision: z.int().positive() });

export const proposeSettings = defineCall({
  ...calls.proposeSettings,
  request: examinationSettings.extend({
    /** The newest that the caller has seen; 0: none. */
    revision: z.int().nonnegative(),
  }),
  response: outcome({ data: deskExamination, 420: settingsChanged }),
});

export const publishSettings = defineCall({
  ...calls.publishSettings,
  request: seenProposal,
  response: outcome({
    data: deskExamination,
    420: settingsChanged,
    421: 'You have proposed these settings; another person must publish them',
  }),
});

export const withdrawSettings = defineCall({
  ...calls.withdrawSettings,
  request: seenProposal,
  response: outcome({ data: deskExamination, 420: settingsChanged }),
});

const number = z.coerce.number().int().positive().optional();

/** Facets of an exported list, as query parameters. */
export const caseExportQuery = z.object({
  examine_year: z.string().max(4).optional(),
  district_id: number,
  exam_type: number,
  payment_status: paymentStatus.optional(),
  scrutiny: scrutinyState.optional(),
});

export const startNextCase = defineCall({
  ...calls.startNextCase,
  request: z.object({
    ...queueFilter,
    /** Cases that this clerk has put aside. */
    without: z.array(id).max(50).default([]),
  }),
  response: outcome({ data: deskCase }),
});

export const startCase = defineCall({
  ...calls.startCase,
  request: z.object({ application_id: id, take_over: z.boolean().default(false) }),
  response: outcome({
    data: deskCase,
    420: 'Another clerk has this case open',
    421: 'This case does not wait for a decision',
  }),
});

export const releaseCase = defineCall({
  ...calls.releaseCase,
  request: z.object({ application_id: id }),
  response: plainOutcome(),
});

export const decideCase = defineCall({
  ...calls.decideCase,
  request: z.object({
    application_id: id,
    /** The version that the clerk has seen. */
    version: z.int().positive(),
    verdict: scrutinyVerdict,
    reasons: z.array(caseReason).max(20).default([]),
    note: z.string().max(1000).default(''),
  }),
  response: outcome({
    data: z.object({ scrutiny: scrutinyState }),
    420: 'The case is not open for you any more',
    421: 'This version is decided already',
  }),
});

export const deskCalls = [
  ...signInCalls,
  searchCases,
  getCase,
  revealCase,
  addCaseNote,
  getScrutinyQueues,
  getScrutinyRules,
  getDeskReport,
  requestContacts,
  getDeskAudit,
  getStaffActivity,
  getRefundsToDecide,
  decideRefund,
  getReconciliation,
  getStaffAccounts,
  addStaffAccount,
  changeStaffAccount,
  setStaffNumbers,
  getNotices,
  proposeNotice,
  publishNotice,
  endNotice,
  getExaminationSettings,
  proposeSettings,
  publishSettings,
  withdrawSettings,
  startNextCase,
  startCase,
  releaseCase,
  decideCase,
  ...helpDeskCalls,
  ...resultCalls,
  ...attendanceCalls,
  ...deskHallCalls,
] as const;

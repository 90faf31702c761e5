// For browsers: calls, rules and types. A test keeps zod out of what this loads.

export * from './application/calls.ts';
export type * from './application/form.ts';
export type { District, Mandal, PublicExamination } from './application/public-lists.ts';
export type * from './application/record.ts';
export type { ApplicationVersion } from './application/schemas.ts';
export * from './audit/calls.ts';
export type { AuditRecord } from './audit/schemas.ts';
export * from './auth/calls.ts';
export type * from './call-list.ts';
export type { AgreementInput, PrivacyNotice } from './consent/privacy-notice.ts';
export type { ConsentRecord } from './consent/schemas.ts';
export type {
  AttendanceDifference,
  AttendanceFault,
  AttendanceFaultReason,
  AttendanceReport,
  AttendanceState,
  AttendanceUpload,
  CaseAttendance,
  HallAttendance,
} from './desk/attendance.ts';
export type { BatchCase, BatchResult, BatchState, DeskBatch } from './desk/batches.ts';
export * from './desk/calls.ts';
export type { Grievance, GrievanceSummary } from './desk/help-desk.ts';
export type * from './desk/proposals.ts';
export type { WaitingRevaluation } from './desk/result-calls.ts';
export type * from './desk/results.ts';
export type {
  CaseDecision,
  CaseLease,
  CaseNote,
  CaseSummary,
  DeskAuditEntry,
  DeskCase,
  DeskReport,
  StaffActivity,
} from './desk/schemas.ts';
export type * from './desk/scrutiny.ts';
export type { Passkey, StaffMember } from './desk/sign-in-calls.ts';
export type * from './examination.ts';
export type * from './fields.ts';
export type { ErasureState, RemainingData } from './my-data/erasure.ts';
export type { OwnAccount, StoredKind } from './my-data/schemas.ts';
export * from './payment/calls.ts';
export type * from './payment/reconciliation.ts';
export type { CaseAttempt, CheckoutForm, PaymentAttempt } from './payment/schemas.ts';
export type * from './problem.ts';
export type * from './ticket/hall-list.ts';
export type * from './ticket/halls.ts';
export type * from './ticket/verification.ts';
export * from './without-schemas.ts';

// For browsers: calls, rules and types. A test keeps zod out of what this loads.

export * from './application/calls.ts';
export type { ApplicationForm, FilledForm } from './application/form.ts';
export type { District, Mandal, PublicExamination } from './application/public-lists.ts';
export type {
  ApplicationRecord,
  RecordedDecision,
  RecordedGrievance,
  RecordedRevaluation,
} from './application/record.ts';
export type { ApplicationVersion } from './application/schemas.ts';
export type { StoredUnfinishedForm, UnfinishedForm } from './application/unfinished-form.ts';
export * from './audit/calls.ts';
export type { AuditRecord } from './audit/schemas.ts';
export * from './auth/calls.ts';
export * from './auth/session-calls.ts';
export type { CallAnswer, CallRequest } from './call-list.ts';
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
export type { DeskExamination, ExaminationSettings, SettingsRevision } from './desk/examination-settings.ts';
export type { GrievanceState, GrievanceSubject } from './desk/grievance.ts';
export type { Grievance, GrievanceSummary } from './desk/help-desk.ts';
export type { DeskNotice, NoticeContent, NoticeRevision, PublicNotice } from './desk/notices.ts';
export type { WaitingRevaluation } from './desk/result-calls.ts';
export type {
  ExaminationResult,
  MarkFault,
  MarkFaultReason,
  MarkSheet,
  MarkSheetState,
  PaperMarks,
  ResultPaper,
} from './desk/results.ts';
export type { RevisionFields } from './desk/revision.ts';
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
export type {
  BulkRule,
  PaperField,
  ScrutinyReason,
  ScrutinyRules,
  ScrutinyState,
  ScrutinyVerdict,
} from './desk/scrutiny.ts';
export type { Passkey, StaffMember } from './desk/sign-in-calls.ts';
export type { ExaminationTexts } from './desk/texts.ts';
export type { Examination } from './examination.ts';
export type { StoredFile } from './fields.ts';
export type { ErasureState, RemainingData } from './my-data/erasure.ts';
export type { OwnAccount, StoredKind } from './my-data/schemas.ts';
export * from './payment/calls.ts';
export type {
  ReconciledDay,
  SettlementDifference,
  SettlementDifferenceKind,
  SettlementSum,
} from './payment/reconciliation.ts';
export type { CaseAttempt, CheckoutForm, PaymentAttempt } from './payment/schemas.ts';
export type { Challenge, ProofOfWork } from './problem.ts';
export type { HallList, HallSeat } from './ticket/hall-list.ts';
export type {
  AllotmentState,
  CandidateChange,
  HallPackFailure,
  PlannedSeat,
  SeatList,
  SeatNote,
  SeatStatus,
} from './ticket/halls.ts';
export type { TicketVerification } from './ticket/verification.ts';
export * from './without-schemas.ts';

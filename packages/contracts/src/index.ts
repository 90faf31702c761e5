export * from './application/case-schemas.ts';
export * from './application/form.ts';
export * from './application/public-lists.ts';
export * from './application/record.ts';
export * from './application/schemas.ts';
export * from './application/unfinished-form.ts';
export * from './audit/head-calls.ts';
export * from './audit/schemas.ts';
export * from './auth/schemas.ts';
export * from './auth/session-schemas.ts';
export * from './call-list.ts';
export * from './consent/privacy-notice.ts';
export * from './consent/schemas.ts';
export * from './desk/attendance.ts';
export * from './desk/batches.ts';
export { MAX_MATCHES } from './desk/calls.ts';
export * from './desk/examination-settings.ts';
export * from './desk/hall-calls.ts';
export * from './desk/help-desk.ts';
export * from './desk/notices.ts';
export * from './desk/result-calls.ts';
export * from './desk/results.ts';
export * from './desk/revision.ts';
export * from './desk/schemas.ts';
export * from './desk/scrutiny.ts';
export * from './desk/sign-in-calls.ts';
export * from './event.ts';
export * from './events/index.ts';
export * from './examination.ts';
export * from './examination.ts';
export * from './examination-file.ts';
export * from './fields.ts';
export {
  type Accommodation,
  accommodation,
  type FileItem,
  fileItem,
  type Scribe,
  type StoredFile,
  scribe,
  storedFile,
} from './fields.ts';
export * from './my-data/account-schemas.ts';
export * from './my-data/erasure.ts';
export * from './my-data/export-calls.ts';
export * from './my-data/schemas.ts';
export * from './outcome.ts';
export * from './payment/reconciliation.ts';
export * from './payment/schemas.ts';
export * from './problem.ts';
export * from './service-contract.ts';
export * from './ticket/hall-list.ts';
export * from './ticket/halls.ts';
export * from './ticket/verification.ts';
export * from './without-schemas.ts';

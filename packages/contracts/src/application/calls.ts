import { aadhaarChecks, applicationChecks, updateChecks } from '../rules/application-checks.ts';

const service = 'application';

export const getExamination = {
  name: 'getexamination',
  service,
  session: 'none',
  kind: 'query',
  get: true,
} as const;

export const getDistricts = {
  name: 'getdistrict',
  service,
  session: 'none',
  kind: 'query',
  get: true,
} as const;

export const getMandals = { name: 'getmandals', service, session: 'none', kind: 'query', get: true } as const;

export const checkAadhaar = {
  name: 'checkaadhar',
  service,
  session: 'required',
  kind: 'query',
  checks: aadhaarChecks,
} as const;

export const saveDraft = {
  name: 'saveapplicationform',
  service,
  session: 'required',
  kind: 'idempotent',
  checks: applicationChecks,
} as const;

export const submitApplication = {
  name: 'submitapplicationform',
  service,
  session: 'required',
  kind: 'idempotent',
  checks: applicationChecks,
} as const;

export const submitSavedApplication = {
  name: 'paidSubmitapplicationform',
  service,
  session: 'required',
  kind: 'idempotent',
  checks: applicationChecks,
} as const;

export const updateApplication = {
  name: 'upadteapplication',
  service,
  session: 'required',
  kind: 'idempotent',
  checks: updateChecks,
} as const;

export const getDraft = { name: 'getsaveformdata', service, session: 'required', kind: 'query' } as const;

/** Stores what is typed in the form and not saved. 409 when it was changed elsewhere since it was read. */
export const saveUnfinishedForm = {
  name: 'saveunfinishedform',
  service,
  session: 'required',
  kind: 'command',
} as const;

export const getUnfinishedForm = {
  name: 'getunfinishedform',
  service,
  session: 'required',
  kind: 'query',
} as const;

export const deleteUnfinishedForm = {
  name: 'deleteunfinishedform',
  service,
  session: 'required',
  kind: 'idempotent',
} as const;

export const getApplications = {
  name: 'getticketsandprofile',
  service,
  session: 'required',
  kind: 'query',
} as const;

export const getApplication = {
  name: 'getapplicationform',
  service,
  session: 'required',
  kind: 'query',
} as const;

export const getPaymentStatus = {
  name: 'getpaymnetstatus',
  service,
  session: 'required',
  kind: 'query',
} as const;

export const getApplicationHistory = {
  name: 'getapplicationhistory',
  service,
  session: 'required',
  kind: 'query',
} as const;

/** Deletes an own application that is not paid, with its papers, and frees mobile and Aadhaar. */
export const withdrawApplication = {
  name: 'withdrawapplication',
  service,
  session: 'required',
  kind: 'command',
} as const;

/** Once for an application. 420: it is not rejected. 421: there is an appeal already. */
export const appealRejection = {
  name: 'appealrejection',
  service,
  session: 'required',
  kind: 'command',
} as const;

/** About an own application. 420: three are open already. */
export const fileGrievance = {
  name: 'filegrievance',
  service,
  session: 'required',
  kind: 'command',
} as const;

/**
 * Of papers of the published result, once for an application; papers may be changed until it is paid. 420: it is not
 * possible now. 421: it is paid already.
 */
export const requestRevaluation = {
  name: 'requestrevaluation',
  service,
  session: 'required',
  kind: 'idempotent',
} as const;

/** Own consents given with the form, newest first. */
export const getConsents = { name: 'getconsents', service, session: 'required', kind: 'query' } as const;

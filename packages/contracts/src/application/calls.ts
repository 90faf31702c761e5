import type { CallDefinition } from '../call.ts';
import { aadhaarChecks, applicationChecks, updateChecks } from '../rules/application-checks.ts';

const service = 'application';

export const getExamination = {
  name: 'getexamination',
  service,
  session: 'none',
  kind: 'query',
  get: true,
} as const satisfies CallDefinition;

export const getDistricts = {
  name: 'getdistrict',
  service,
  session: 'none',
  kind: 'query',
  get: true,
} as const satisfies CallDefinition;

export const getMandals = {
  name: 'getmandals',
  service,
  session: 'none',
  kind: 'query',
  get: true,
} as const satisfies CallDefinition;

export const checkAadhaar = {
  name: 'checkaadhar',
  service,
  session: 'required',
  kind: 'query',
  checks: aadhaarChecks,
} as const satisfies CallDefinition;

export const saveDraft = {
  name: 'saveapplicationform',
  service,
  session: 'required',
  kind: 'idempotent',
  checks: applicationChecks,
} as const satisfies CallDefinition;

export const submitApplication = {
  name: 'submitapplicationform',
  service,
  session: 'required',
  kind: 'idempotent',
  checks: applicationChecks,
} as const satisfies CallDefinition;

export const submitSavedApplication = {
  name: 'paidSubmitapplicationform',
  service,
  session: 'required',
  kind: 'idempotent',
  checks: applicationChecks,
} as const satisfies CallDefinition;

export const updateApplication = {
  name: 'upadteapplication',
  service,
  session: 'required',
  kind: 'idempotent',
  checks: updateChecks,
} as const satisfies CallDefinition;

export const getDraft = {
  name: 'getsaveformdata',
  service,
  session: 'required',
  kind: 'query',
} as const satisfies CallDefinition;

/** Stores what is typed in the form and not saved. 409 when it was changed elsewhere since it was read. */
export const saveUnfinishedForm = {
  name: 'saveunfinishedform',
  service,
  session: 'required',
  kind: 'command',
} as const satisfies CallDefinition;

export const getUnfinishedForm = {
  name: 'getunfinishedform',
  service,
  session: 'required',
  kind: 'query',
} as const satisfies CallDefinition;

export const deleteUnfinishedForm = {
  name: 'deleteunfinishedform',
  service,
  session: 'required',
  kind: 'idempotent',
} as const satisfies CallDefinition;

export const getApplications = {
  name: 'getticketsandprofile',
  service,
  session: 'required',
  kind: 'query',
} as const satisfies CallDefinition;

export const getApplication = {
  name: 'getapplicationform',
  service,
  session: 'required',
  kind: 'query',
} as const satisfies CallDefinition;

export const getPaymentStatus = {
  name: 'getpaymnetstatus',
  service,
  session: 'required',
  kind: 'query',
} as const satisfies CallDefinition;

export const getApplicationHistory = {
  name: 'getapplicationhistory',
  service,
  session: 'required',
  kind: 'query',
} as const satisfies CallDefinition;

/** Deletes an own application that is not paid, with its papers, and frees mobile and Aadhaar. */
export const withdrawApplication = {
  name: 'withdrawapplication',
  service,
  session: 'required',
  kind: 'command',
} as const satisfies CallDefinition;

/** Once for an application. 420: it is not rejected. 421: there is an appeal already. */
export const appealRejection = {
  name: 'appealrejection',
  service,
  session: 'required',
  kind: 'command',
} as const satisfies CallDefinition;

/** About an own application. 420: three are open already. */
export const fileGrievance = {
  name: 'filegrievance',
  service,
  session: 'required',
  kind: 'command',
} as const satisfies CallDefinition;

/**
 * Of papers of the published result, once for an application; papers may be changed until it is paid. 420: it is not
 * possible now. 421: it is paid already.
 */
export const requestRevaluation = {
  name: 'requestrevaluation',
  service,
  session: 'required',
  kind: 'idempotent',
} as const satisfies CallDefinition;

/** Own consents given with the form, newest first. */
export const getConsents = {
  name: 'getconsents',
  service,
  session: 'required',
  kind: 'query',
} as const satisfies CallDefinition;

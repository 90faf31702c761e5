import * as z from 'zod';
import { defineCall } from '../call.ts';
import { getConsents } from '../consent/calls.ts';
import { claimedIdentity, digitsInput, id, identityPaperInput, instant } from '../fields.ts';
import { exportApplicationData } from '../my-data/export-calls.ts';
import { orderOutcome, outcome, plainOutcome } from '../outcome.ts';
import { applicationChecks, updateChecks } from '../rules/application-checks.ts';
import { conflictMessages } from './conflict-messages.ts';
import { applicationForm, filledForm } from './form.ts';
import { getDistricts, getExamination, getMandals } from './public-lists.ts';
import { applicationRecord } from './record.ts';

const service = 'application';
const identityRequest = z.object(claimedIdentity);
const applicationRequest = identityRequest.extend({ application_id: id });

export const checkAadhaar = defineCall('checkaadhar', {
  service,
  session: 'required',
  kind: 'query',
  checks: applicationChecks.filter(({ field }) => field === 'aadhar'),
  request: identityRequest.extend({ aadhar: digitsInput, ...identityPaperInput }),
  response: plainOutcome({ 421: 'Aadhar Number Already Exists' }),
});

export const saveDraft = defineCall('saveapplicationform', {
  service,
  session: 'required',
  kind: 'idempotent',
  carriesFiles: true,
  checks: applicationChecks,
  request: applicationForm,
  response: outcome({
    data: z.object({ application_id: z.string(), draft_version: z.number() }),
    ...conflictMessages,
  }),
});

export const submitApplication = defineCall('submitapplicationform', {
  service,
  session: 'required',
  kind: 'idempotent',
  carriesFiles: true,
  checks: applicationChecks,
  request: applicationForm,
  response: orderOutcome(conflictMessages),
});

export const submitSavedApplication = defineCall('paidSubmitapplicationform', {
  service,
  session: 'required',
  kind: 'idempotent',
  carriesFiles: true,
  checks: applicationChecks,
  request: applicationForm,
  response: orderOutcome(conflictMessages),
});

export const updateApplication = defineCall('upadteapplication', {
  service,
  session: 'required',
  kind: 'idempotent',
  carriesFiles: true,
  checks: updateChecks,
  request: applicationForm.extend({ id }),
  response: plainOutcome({ 421: conflictMessages[421] }),
});

export const getDraft = defineCall('getsaveformdata', {
  service,
  session: 'required',
  kind: 'query',
  request: identityRequest,
  response: outcome({ data: filledForm }),
});

export const getApplications = defineCall('getticketsandprofile', {
  service,
  session: 'required',
  kind: 'query',
  request: identityRequest,
  response: outcome({ data: applicationRecord }),
});

export const getApplication = defineCall('getapplicationform', {
  service,
  session: 'required',
  kind: 'query',
  request: applicationRequest,
  response: outcome({ data: filledForm }),
});

export const getPaymentStatus = defineCall('getpaymnetstatus', {
  service,
  session: 'required',
  kind: 'query',
  request: identityRequest.extend({ order_id: id }),
  response: outcome({ data: applicationRecord }),
});

export const applicationVersion = z.object({
  version: z.number(),
  at: instant,
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
});
export type ApplicationVersion = z.infer<typeof applicationVersion>;

export const getApplicationHistory = defineCall('getapplicationhistory', {
  service,
  session: 'required',
  kind: 'query',
  request: applicationRequest,
  response: outcome({ data: applicationVersion }),
});

/** Deletes an own application that is not paid, with its papers, and frees mobile and Aadhaar. */
export const withdrawApplication = defineCall('withdrawapplication', {
  service,
  session: 'required',
  kind: 'command',
  request: z.object({ application_id: id }),
  response: plainOutcome({
    420: 'This application is paid and cannot be withdrawn.',
    421: 'A payment is open. The application can be withdrawn once it has settled.',
  }),
});

/** No data unless the application is this user's. */
export const findVersion = defineCall('findversion', {
  service,
  session: 'service',
  callers: ['svc-ticket'],
  kind: 'query',
  request: z.object({ application_id: id, user_id: id }),
  response: outcome({ data: z.object({ version: z.int() }) }),
});

export const applicationCalls = [
  getExamination,
  getDistricts,
  getMandals,
  checkAadhaar,
  saveDraft,
  submitApplication,
  submitSavedApplication,
  updateApplication,
  getDraft,
  getApplications,
  getApplication,
  getPaymentStatus,
  getApplicationHistory,
  getConsents,
  withdrawApplication,
  findVersion,
  exportApplicationData,
] as const;

import * as z from 'zod';
import { call } from '../call.ts';
import { claimedIdentity, digitsIn, id, instant } from '../fields.ts';
import { orderOutcome, outcome, plainOutcome } from '../outcome.ts';
import { applicationChecks, updateChecks } from '../rules/application-checks.ts';
import { applicationForm, filledForm } from './form.ts';
import { getDistricts, getExamination, getMandals } from './public-lists.ts';
import { applicationRecord } from './record.ts';
import { taken } from './taken.ts';

const service = 'application';
const mine = z.object(claimedIdentity);
const byApplication = mine.extend({ application_id: id });

export const checkAadhaar = call('checkaadhar', {
  service,
  session: 'required',
  kind: 'query',
  checks: applicationChecks.filter(({ field }) => field === 'aadhar'),
  request: mine.extend({ aadhar: digitsIn }),
  answer: plainOutcome({ 421: 'Aadhar Number Already Exists' }),
});

export const saveDraft = call('saveapplicationform', {
  service,
  session: 'required',
  kind: 'idempotent',
  carriesFiles: true,
  checks: applicationChecks,
  request: applicationForm,
  answer: outcome({
    data: z.object({ application_id: z.string(), draft_version: z.number() }),
    ...taken,
  }),
});

export const submitApplication = call('submitapplicationform', {
  service,
  session: 'required',
  kind: 'idempotent',
  carriesFiles: true,
  checks: applicationChecks,
  request: applicationForm,
  answer: orderOutcome(taken),
});

export const submitSavedApplication = call('paidSubmitapplicationform', {
  service,
  session: 'required',
  kind: 'idempotent',
  carriesFiles: true,
  checks: applicationChecks,
  request: applicationForm,
  answer: orderOutcome(taken),
});

export const updateApplication = call('upadteapplication', {
  service,
  session: 'required',
  kind: 'idempotent',
  carriesFiles: true,
  checks: updateChecks,
  request: applicationForm.extend({ id }),
  answer: plainOutcome({ 421: taken[421] }),
});

export const getDraft = call('getsaveformdata', {
  service,
  session: 'required',
  kind: 'query',
  request: mine,
  answer: outcome({ data: filledForm }),
});

export const getApplications = call('getticketsandprofile', {
  service,
  session: 'required',
  kind: 'query',
  request: mine,
  answer: outcome({ data: applicationRecord }),
});

export const getApplication = call('getapplicationform', {
  service,
  session: 'required',
  kind: 'query',
  request: byApplication,
  answer: outcome({ data: filledForm }),
});

export const getPaymentStatus = call('getpaymnetstatus', {
  service,
  session: 'required',
  kind: 'query',
  request: mine.extend({ order_id: id }),
  answer: outcome({ data: applicationRecord }),
});

export const applicationVersion = z.object({
  version: z.number(),
  at: instant,
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
});
export type ApplicationVersion = z.infer<typeof applicationVersion>;

export const getApplicationHistory = call('getapplicationhistory', {
  service,
  session: 'required',
  kind: 'query',
  request: byApplication,
  answer: outcome({ data: applicationVersion }),
});

/** The newest version of a submitted application, for other services; no data unless it is this user's. */
export const findVersion = call('findversion', {
  service,
  session: 'service',
  callers: ['svc-ticket'],
  kind: 'query',
  request: z.object({ application_id: id, user_id: id }),
  answer: outcome({ data: z.object({ version: z.int() }) }),
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
  findVersion,
] as const;

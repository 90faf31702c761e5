import * as z from 'zod';
import { defineCall } from '../call.ts';
import { getConsents } from '../consent/schemas.ts';
import { claimedIdentity, digitsInput, id, identityPaperInput, instant } from '../fields.ts';
import { exportApplicationData } from '../my-data/export-calls.ts';
import { orderOutcome, outcome, plainOutcome } from '../outcome.ts';
import { conflictMessages } from '../rules/application-checks.ts';
import { MAX_APPEAL, MAX_GRIEVANCE, MIN_APPEAL } from '../rules/texts.ts';
import * as calls from './calls.ts';
import { applicationForm, filledForm, formRevision, storedUnfinishedForm, unfinishedForm } from './form.ts';
import { getDistricts, getExamination, getMandals } from './public-lists.ts';
import { applicationRecord, grievanceSubject } from './record.ts';

const identityRequest = z.object(claimedIdentity);
const applicationRequest = identityRequest.extend({ application_id: id });

export const checkAadhaar = defineCall({
  ...calls.checkAadhaar,
  request: identityRequest.extend({ aadhar: digitsInput, ...identityPaperInput }),
  response: plainOutcome({ 421: 'Aadhar Number Already Exists' }),
});

export const saveDraft = defineCall({
  ...calls.saveDraft,
  carriesFiles: true,
  request: applicationForm,
  response: outcome({
    data: z.object({ application_id: z.string(), draft_version: z.number() }),
    ...conflictMessages,
  }),
});

export const submitApplication = defineCall({
  ...calls.submitApplication,
  carriesFiles: true,
  request: applicationForm,
  response: orderOutcome(conflictMessages),
});

export const submitSavedApplication = defineCall({
  ...calls.submitSavedApplication,
  carriesFiles: true,
  request: applicationForm,
  response: orderOutcome(conflictMessages),
});

export const updateApplication = defineCall({
  ...calls.updateApplication,
  carriesFiles: true,
  request: applicationForm.extend({ id }),
  response: plainOutcome({ 421: conflictMessages[421] }),
});

export const getDraft = defineCall({
  ...calls.getDraft,
  request: identityRequest,
  response: outcome({ data: filledForm }),
});

export const saveUnfinishedForm = defineCall({
  ...calls.saveUnfinishedForm,
  request: identityRequest.extend({
    form: unfinishedForm,
    /** As read or answered last. */
    revision: formRevision,
    draft_version: z.int().nonnegative(),
  }),
  response: outcome({
    data: z.object({ revision: formRevision }),
    420: conflictMessages[420],
  }),
});

export const getUnfinishedForm = defineCall({
  ...calls.getUnfinishedForm,
  request: z.object({}),
  response: outcome({ data: storedUnfinishedForm }),
});

export const deleteUnfinishedForm = defineCall({
  ...calls.deleteUnfinishedForm,
  request: identityRequest.extend({
    /** True: none is stored from now on, until another call says otherwise. */
    turn_off: z.boolean(),
  }),
  response: outcome({ data: z.object({ revision: formRevision }) }),
});

export const getApplications = defineCall({
  ...calls.getApplications,
  request: identityRequest,
  response: outcome({ data: applicationRecord }),
});

export const getApplication = defineCall({
  ...calls.getApplication,
  request: applicationRequest,
  response: outcome({ data: filledForm }),
});

export const getPaymentStatus = defineCall({
  ...calls.getPaymentStatus,
  request: identityRequest.extend({ order_id: id }),
  response: outcome({ data: applicationRecord }),
});

export const applicationVersion = z.object({
  version: z.number(),
  at: instant,
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
});
export type ApplicationVersion = z.infer<typeof applicationVersion>;

export const getApplicationHistory = defineCall({
  ...calls.getApplicationHistory,
  request: applicationRequest,
  response: outcome({ data: applicationVersion }),
});

export const withdrawApplication = defineCall({
  ...calls.withdrawApplication,
  request: z.object({ application_id: id }),
  response: plainOutcome({
    420: 'This application is paid and cannot be withdrawn.',
    421: 'A payment is open. The application can be withdrawn once it has settled.',
  }),
});

export const appealRejection = defineCall({
  ...calls.appealRejection,
  request: z.object({
    application_id: id,
    /** What the applicant answers to the reasons. */
    text: z
      .string()
      .trim()
      .min(MIN_APPEAL, 'Please write at least 20 letters')
      .max(MAX_APPEAL, 'Please write at most 1,000 letters'),
  }),
  response: plainOutcome({
    420: 'This application is not rejected.',
    421: 'You have appealed already. The department will answer.',
  }),
});

export const fileGrievance = defineCall({
  ...calls.fileGrievance,
  request: z.object({
    application_id: id,
    subject: grievanceSubject,
    text: z
      .string()
      .trim()
      .min(1, 'Please write what it is about')
      .max(MAX_GRIEVANCE, 'Please write at most 1,000 letters'),
  }),
  response: outcome({
    data: z.object({ number: z.string() }),
    420: 'Three of your grievances are open. The department will answer.',
  }),
});

export const requestRevaluation = defineCall({
  ...calls.requestRevaluation,
  request: z.object({
    application_id: id,
    /** Ids. */
    papers: z.array(z.string().max(10)).min(1, 'Please choose a paper').max(20),
  }),
  response: outcome({
    /** The order to pay; the amount in paise. */
    data: z.object({ order_id: z.string(), amount: z.number() }),
    420: 'A revaluation is not possible now.',
    421: 'The revaluation is paid already.',
  }),
});

/** No data unless the application is this user's. */
export const findVersion = defineCall({
  name: 'findversion',
  service: 'application',
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
  saveUnfinishedForm,
  getUnfinishedForm,
  deleteUnfinishedForm,
  getApplications,
  getApplication,
  getPaymentStatus,
  getApplicationHistory,
  getConsents,
  withdrawApplication,
  appealRejection,
  requestRevaluation,
  fileGrievance,
  findVersion,
  exportApplicationData,
] as const;

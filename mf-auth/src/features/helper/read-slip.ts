import {
  applicationChecks,
  type CallAnswer,
  type CallDefinition,
  getApplications,
  getDraft,
  getUnfinishedForm,
  runChecks,
  type UnfinishedForm,
} from '@archaka/contracts/calls';
import { describeApplication, type PublicExamination } from '@archaka/platform';
import { sendCommand, type User, type Word } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import type { Slip } from './helper-mode.ts';

const nothingMissing: Word = msg`Nothing is missing: the fee has arrived. The hall ticket is in the application history.`;
const notSubmitted: Word = msg`The form is saved, not submitted. Missing: Confirm to Pay, and the fee.`;
const unfinished: Word = msg`The form is not saved yet. It opens again after signing in, on any device.`;
const notBegun: Word = msg`Nothing is filled in yet.`;

async function read<Call extends CallDefinition>(call: Call): Promise<CallAnswer<Call>> {
  const { data } = await sendCommand<CallDefinition>(call, {}, { quiet: true, background: true });
  if (!data) throw new Error(`${call.name} was not answered`);
  return data as CallAnswer<Call>;
}

/** Messages of the checks that a form fails which the service stores as it was typed. */
function findMissing(form: UnfinishedForm, number: string, examination: PublicExamination): string[] {
  const { language = [], district, mandal, centre_district, ...typed } = form;
  const toPlace = (name: string, value = '') => ({ [name]: value, [`${name}_id`]: value && 1 });
  const body = {
    ...typed,
    number,
    ...toPlace('district', district),
    ...toPlace('mandal', mandal),
    ...toPlace('centre_district', centre_district),
    language: JSON.stringify(
      examination.languages.filter(({ language_id }) => language.includes(String(language_id))),
    ),
  };
  const failures = runChecks(applicationChecks, body, examination);
  // Of two messages about one field, the first.
  return failures
    .filter(({ field }, at) => failures.findIndex((one) => one.field === field) === at)
    .map(({ message }) => message);
}

/** What the person takes home. @throws when a service does not answer: the session then goes on. */
export async function readSlip(user: User, examination: PublicExamination): Promise<Slip> {
  const [applications, drafts, unfinishedForms] = await Promise.all([
    read(getApplications),
    read(getDraft),
    read(getUnfinishedForm),
  ]);
  const application = applications.data?.find(
    ({ examine_year }) => examine_year === examination.examine_year,
  );
  const draft = drafts.data?.[0];
  const form = unfinishedForms.data?.[0]?.form;
  const applicationId = (application ?? draft)?.application_id;
  const missing = form ? findMissing(form, user.number, examination) : [];
  if (application?.payment_status === 'S') return { applicationId, state: nothingMissing, missing: [] };
  if (application) {
    const state = describeApplication(application, { attempts: undefined, failed: true });
    return { applicationId, state: state?.sentences[0] ?? notSubmitted, missing: [] };
  }
  if (draft && !form) return { applicationId, state: notSubmitted, missing: [] };
  return { applicationId, state: form ? unfinished : notBegun, missing };
}

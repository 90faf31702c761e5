import {
  applicationChecks,
  type CallDefinition,
  type CallRequest,
  getApplications,
  getDraft,
  getPaymentAttempts,
  getUnfinishedForm,
  optionalChecks,
  runChecks,
  type UnfinishedForm,
} from '@archaka/contracts/calls';
import { describeApplication, type PublicExamination } from '@archaka/platform';
import { sendQuery, type User, type Word } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import type { Slip } from '../helper-mode.ts';

const notSubmitted: Word = msg`The form is saved, not submitted. Missing: Confirm to Pay, and the fee.`;
const unfinished: Word = msg`The form is not saved yet. It opens again after signing in, on any device.`;
const changed: Word = msg`The form is saved, and was changed since. The change opens again after signing in, on any device.`;
const notBegun: Word = msg`Nothing is filled in yet.`;

async function read<Call extends CallDefinition>(call: Call, body: CallRequest<Call>) {
  const { data } = await sendQuery(call, body);
  if (!data) throw new Error(`${call.name} was not answered`);
  return data;
}

/** Messages of the checks that a form fails which the service stores as it was typed. */
function findMissing(form: UnfinishedForm, number: string, examination: PublicExamination): string[] {
  const { language = [], district, mandal, centre_district, scribe, compensatory_time, ...typed } = form;
  const toPlace = (name: string, value = '') => ({ [name]: value, [`${name}_id`]: value && 1 });
  const chosen = examination.languages.filter(({ language_id }) => language.includes(String(language_id)));
  const body = {
    ...typed,
    number,
    ...toPlace('district', district),
    ...toPlace('mandal', mandal),
    ...toPlace('centre_district', centre_district),
    language: chosen.length > 0 ? JSON.stringify(chosen) : '',
    accommodation: { scribe, compensatory_time: Boolean(compensatory_time) },
  };
  const failures = runChecks([...applicationChecks, ...optionalChecks], body, examination);
  // Of two messages about one field, the first.
  return failures
    .filter(({ field }, at) => failures.findIndex((one) => one.field === field) === at)
    .map(({ message }) => message);
}

/** What the person takes home. @throws when a service does not answer: the session then goes on. */
export async function readSlip(user: User, examination: PublicExamination): Promise<Slip> {
  const [applications, drafts, unfinishedForms] = await Promise.all([
    read(getApplications, {}),
    read(getDraft, {}),
    read(getUnfinishedForm, {}),
  ]);
  const application = applications.data?.find(
    ({ examine_year }) => examine_year === examination.examine_year,
  );
  const draft = drafts.data?.[0];
  const toSlip = (state: Word, missing: readonly string[] = []): Slip => ({
    applicationId: (application ?? draft)?.application_id,
    number: `******${user.number.slice(-4)}`,
    state,
    missing,
  });
  if (application) {
    const { data: attempts } = await read(getPaymentAttempts, { order_id: application.order_id });
    const payments = { attempts, failed: !attempts };
    const state = describeApplication(application, payments, undefined, examination);
    return toSlip(state?.sentences[0] ?? notSubmitted);
  }
  const form = unfinishedForms.data?.[0]?.form;
  if (form) return toSlip(draft ? changed : unfinished, findMissing(form, user.number, examination));
  return toSlip(draft ? notSubmitted : notBegun);
}

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
import {
  addCatalogs,
  describeApplication,
  Facts,
  Message,
  type PublicExamination,
  Text,
} from '@archaka/platform';
import {
  Button,
  Dialog,
  Paragraph,
  Sentence,
  sendQuery,
  type User,
  type Word,
  words,
} from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import * as catalogs from './locales/te.po';

addCatalogs(catalogs);

/** What the helper hands to the person: read before the session ends, shown once beside the next sign-in. */
export interface Slip {
  /** Undefined before the first save. */
  readonly applicationId: string | undefined;
  /** Masked. */
  readonly number: string;
  readonly state: Word;
  /** Messages of the form's checks, in the specification's English. */
  readonly missing: readonly string[];
}

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

const title = msg`Slip for the person`;
const ended = msg`Signed out. Nothing of this person is left in this browser.`;
const noId = msg`Not yet; it comes with the first save`;
const missingTitle = msg`Missing in the form`;
const print = msg`Print`;
const next = msg`Sign in the next person`;

/** Printed alone: an open dialog hides the page on paper. */
export function SlipDialog({ slip, onClose }: { slip: Slip; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <Paragraph className="hint" word={ended} />
      <Facts
        facts={[
          { label: words.applicationId, value: slip.applicationId ?? <Sentence word={noId} /> },
          { label: words.mobileNumber, value: slip.number },
          { label: words.status, value: <Sentence word={slip.state} /> },
        ]}
      />
      <div className="row">
        <Button tone="main" word={next} onClick={onClose} />
        <Button word={print} onClick={() => globalThis.print()} />
      </div>
      {slip.missing.length > 0 && (
        <div className="stack">
          <h3>
            <Text of={missingTitle} />
          </h3>
          <ul>
            {slip.missing.map((message) => (
              <li key={message}>
                <Message of={message} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}

import { calls, envelope, type PublicRoute, routes } from '@archaka/contracts';
import { EventSealing } from '@archaka/service-kit/event-protection';
import { buildApplicant, buildPdf, buildPhoto, type Send } from '@archaka/test-kit';
import { createDocumentId } from '../../src/persistence/document-store.ts';
import type { GatedApplication, RunningApplication } from './service.ts';
import { beginUpload, cancelUpload, sendChunk } from './uploads.ts';
import type { CallResult, Form, TestUser } from './user.ts';

/** An applicant whose papers are uploaded, and what differs between applicants. */
export interface PreparedApplicant {
  readonly user: TestUser;
  /** Fields of the form for the uploaded papers. */
  readonly papers: Form;
  readonly aadhars: Readonly<Record<'edited' | 'submitted again', string>>;
  readonly applicationId: string;
  /** Of an upload that has begun. */
  readonly uploadPath: string;
}

const service = 'application';

/** Names of all calls and addresses at which an applicant's data is written, as the contracts list them. */
export const writingCalls: readonly string[] = [
  ...calls
    .filter((call) => call.service === service && call.session === 'required' && call.kind !== 'query')
    .map(({ name }) => name),
  ...Object.values<PublicRoute>(routes)
    .filter((route) => route.service === service && route.session === 'required' && route.method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`),
];

const FILES = {
  photo: await buildPhoto('jpeg', 60, 80),
  'another photo': await buildPhoto('png', 60, 80),
  paper: buildPdf('Birth certificate'),
  'resumed paper': buildPdf('Marks memo'),
};

const startUpload = (user: TestUser) => beginUpload(user, { size: FILES['resumed paper'].length });

type Write = (applicant: PreparedApplicant) => Promise<Send>;
/** What the caller sees, without ids. */
const toOutcome = ({ http, body }: CallResult) => [http, body.status, Boolean(body.orderId?.id)];

const sendForm =
  (call: string, change: (applicant: PreparedApplicant) => Form): Write =>
  async (applicant) => {
    const { user, papers } = applicant;
    const form = await user.form({ ...papers, ...change(applicant) });
    return async () => toOutcome(await user.call(call, form));
  };

const upload =
  (kind: string, file: keyof typeof FILES): Write =>
  async ({ user }) =>
  async () =>
    (await user.upload(kind, FILES[file])).http;

const sendToUpload =
  (send: (user: TestUser, path: string) => Promise<Response>): Write =>
  async ({ user, uploadPath }) =>
  async () => {
    const { status } = await send(user, uploadPath);
    // Another request has sent these bytes: the browser goes on to the same outcome.
    return status === 409 ? 200 : status;
  };

/** By name, which begins with the one in the contracts. */
export const writes: Readonly<Record<string, Write>> = {
  saveunfinishedform: async ({ user, papers }) => {
    const { data } = (await user.call('getunfinishedform')).body;
    const form = { ...papers, name: 'Not Saved' };
    const body = { form, revision: data[0]?.revision, draft_version: 1 };
    // Rejected by the order when there is one, else by the closed draft.
    return async () => (await user.call('saveunfinishedform', body)).body.status === 200;
  },
  deleteunfinishedform:
    async ({ user }) =>
    async () =>
      toOutcome(await user.call('deleteunfinishedform', { turn_off: true })),
  saveapplicationform: sendForm('saveapplicationform', ({ applicationId }) => ({
    application_id: applicationId,
    name: 'Saved Again',
  })),
  submitapplicationform: sendForm('submitapplicationform', () => ({ save_id: 2 })),
  paidSubmitapplicationform: sendForm('paidSubmitapplicationform', ({ applicationId, aadhars }) => ({
    save_id: 2,
    application_id: applicationId,
    aadhar: aadhars['submitted again'],
    name: 'Submitted Again',
  })),
  upadteapplication: sendForm('upadteapplication', ({ applicationId, aadhars }) => ({
    id: applicationId,
    aadhar: aadhars.edited,
    name: 'Edited',
  })),
  withdrawapplication: sendForm('withdrawapplication', ({ applicationId }) => ({
    application_id: applicationId,
  })),
  filegrievance: sendForm('filegrievance', ({ applicationId }) => ({
    application_id: applicationId,
    subject: 'payment',
    text: 'The fee is due, and the money is gone',
  })),
  'POST /api/documents': upload('image', 'another photo'),
  'POST /api/documents, of a stored paper': upload('birthcertificate', 'paper'),
  'POST /api/uploads':
    async ({ user }) =>
    async () =>
      (await startUpload(user)).status,
  'PATCH /api/uploads/:id': sendToUpload((user, path) => sendChunk(user, path, FILES['resumed paper'])),
  'DELETE /api/uploads/:id': sendToUpload(cancelUpload),
};

/** Stored without the decoders, which take longer than all other calls of an applicant. */
async function storePapers({ documents }: GatedApplication, ownerId: string): Promise<Form> {
  const store = async (filetype: string, bytes: Buffer) => {
    const documentId = createDocumentId(ownerId, bytes);
    await documents.save({ documentId, ownerId, filetype, bytes, details: {} });
    return [{ document_id: documentId, filetype }];
  };
  return {
    image: await store('jpeg', FILES.photo),
    birthcertificate: await store('pdf', FILES.paper),
  };
}

/** With a saved draft; or with an application that has no order yet, so that its form is still the draft. */
export async function prepareApplicant(
  portal: GatedApplication,
  startingPoint: 'draft' | 'application',
): Promise<PreparedApplicant> {
  const user = await portal.createUser();
  const papers = await storePapers(portal, user.person.id);
  if (startingPoint === 'draft') await user.save(papers);
  else {
    portal.payment.mode = 'rejecting';
    await user.submit(papers);
    portal.payment.mode = 'ok';
  }
  const begun = await startUpload(user);
  const [draft] = await user.getDraft();
  return {
    user,
    papers,
    aadhars: { edited: buildApplicant().aadhar, 'submitted again': buildApplicant().aadhar },
    applicationId: String(draft?.application_id),
    uploadPath: String(begun.headers.get('location')),
  };
}

type Row = Readonly<Record<string, unknown>>;

/** Of each collection the field with the owner, and what is compared. Counts of lookups and files count requests, also rejected ones. */
const storedRows: readonly (readonly [collection: string, owner: string, (row: Row) => unknown])[] = [
  ['applications', 'userId', ({ state, version, orders }) => ({ state, version, orders })],
  ['firstholds', 'userId', () => 'hold'],
  ['consents', 'userId', ({ version, agreed, how }) => ({ version, agreed, how })],
  ['documents', 'ownerId', ({ _id, filetype }) => ({ _id, filetype })],
  ['resumableuploads', 'ownerId', ({ outcome }) => outcome],
  ['uploadpieces', 'sealed.owner', ({ start, size }) => ({ start, size })],
  ['edits', '_id', ({ at }) => Object(at).length],
  ['audit_entries', 'subject.userId', ({ action, detail }) => ({ action, detail })],
];

/** Includes those that the relay has not sent. */
async function listEvents({ database, stage }: RunningApplication, ids: readonly string[]) {
  const sealing = new EventSealing([{ kid: '1', key: stage.secrets.EVENT_DATA_KEYS }]);
  const rows = await database.collection('outbox').find().toArray();
  return rows
    .map(({ body }) => sealing.openData(envelope.parse(JSON.parse(String(body)))))
    .filter(({ data }) => [Object(data).user_id, Object(data).application_id].some((id) => ids.includes(id)))
    .map(({ type, data }) => JSON.stringify({ type, data }));
}

/** Everything that svc-application stores about an applicant: the forms opened, rows without their times. */
async function readState(portal: RunningApplication, user: TestUser): Promise<object> {
  const { id: userId } = user.person;
  const list = (collection: string, filter: object) =>
    portal.database.collection<Row>(collection).find(filter).toArray();
  const applications = await list('applications', { userId });
  const ids = applications.map(({ _id }) => String(_id));
  const indexes = applications.map(({ content }) => Object(content).aadhaarIndex);
  const readAll = (call: string) =>
    Promise.all(ids.map(async (application_id) => (await user.call(call, { application_id })).body.data));
  // Before the forms, since each read of them is audited.
  const rows = await Promise.all(
    storedRows.map(async ([collection, owner, toCompared]) => [
      collection,
      (await list(collection, { [owner]: userId })).map((row) => JSON.stringify(toCompared(row))),
    ]),
  );
  const claims = (await list('claims', { userId })).map(({ _id, applicationId, freeAfter }) => {
    const [kind, , index] = String(_id).split(':');
    const ofItsAadhaar = kind === 'aadhaar' && indexes.includes(index);
    const ofApplication = ids.includes(String(applicationId));
    return JSON.stringify({ kind, ofItsAadhaar, ofApplication, expires: freeAfter !== null });
  });
  return {
    draft: await user.getDraft(),
    unfinished: { ...(await user.readUnfinished()), revision: undefined },
    applications: await user.listApplications(),
    forms: await readAll('getapplicationform'),
    histories: await readAll('getapplicationhistory'),
    rows,
    claims,
    events: await listEvents(portal, [userId, ...ids]),
  };
}

/** Sorts lists of rows once nothing in them differs between applicants. */
const sortTexts = (value: unknown): unknown => {
  if (!Array.isArray(value)) return value;
  return value.every((each) => typeof each === 'string') ? value.sort() : value;
};

/** Comparable with the state of another applicant. */
export async function describeState(
  portal: RunningApplication,
  { user, aadhars }: PreparedApplicant,
): Promise<unknown> {
  const { person } = user;
  const numbers = { 'first submitted': person.aadhar, ...aadhars };
  const names: readonly (readonly [string, string])[] = [
    [person.id, 'the person'],
    [person.number, 'the number'],
    ...Object.entries(numbers).flatMap(([name, aadhar]) => [
      [aadhar, `aadhar ${name}`] as const,
      [`**** **** ${aadhar.slice(-4)}`, `masked aadhar ${name}`] as const,
    ]),
    ...Object.entries(FILES).map(([name, bytes]) => [createDocumentId(person.id, bytes), name] as const),
  ];
  const state = JSON.stringify(await readState(portal, user));
  const comparable = names
    .reduce((text, [value, name]) => text.replaceAll(value, name), state)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
    .replaceAll(/ARC24-\w+/g, 'the application')
    .replaceAll(/order_\w+/g, 'the order')
    .replaceAll(/GR\d\d-\w{8}/g, 'the grievance');
  return JSON.parse(comparable, (_key, value) => sortTexts(value));
}

import { envelope } from '@archaka/contracts';
import { EventSealing } from '@archaka/service-kit/event-protection';
import type { RunningApplication } from './service.ts';
import type { TestUser } from './user.ts';

type Row = Readonly<Record<string, unknown>>;

interface FormFields {
  readonly id?: string;
  readonly application_id?: string;
}

const toTexts = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row));

/** Includes those that the relay has not sent. */
async function listEvents({ database, stage }: RunningApplication, userId: string, ids: readonly string[]) {
  const sealing = new EventSealing([{ kid: '1', key: stage.secrets.EVENT_DATA_KEYS }]);
  const rows = await Promise.all(
    ['outbox', 'published'].map((collection) => database.collection(collection).find().toArray()),
  );
  const byId = new Map(rows.flat().map((row) => [String(row._id), String(row.body)]));
  return [...byId.values()]
    .map((body) => sealing.openData(envelope.parse(JSON.parse(body))))
    .filter(({ data }) => Object(data).user_id === userId || ids.includes(Object(data).application_id))
    .map(({ type, data }) => ({ type, data }));
}

/**
 * Everything that svc-application stores about an applicant: the forms opened, rows without their times. Counts of
 * lookups and files are left out: they count requests, also those that are rejected later.
 */
export async function readApplicantState(portal: RunningApplication, user: TestUser): Promise<object> {
  const { person, call } = user;
  const list = (collection: string, filter: object): Promise<Row[]> =>
    portal.database.collection<Row>(collection).find(filter).toArray();
  const owned = { userId: person.id };
  const applications = await list('applications', owned);
  const ids = applications.map(({ _id }) => String(_id));
  const read = async (name: string, application_id: string) =>
    (await call(name, { application_id })).body.data as unknown as FormFields[];
  const audited = await list('audit_entries', { 'subject.userId': person.id });
  const indexes = applications.map(({ content }) => Object(content).aadhaarIndex);
  const describeClaim = (key: string) => {
    const [kind, , index] = key.split(':');
    return kind === 'aadhaar' ? `aadhaar of the application: ${indexes.includes(index)}` : kind;
  };
  return {
    draft: await user.getDraft(),
    applications: await user.listApplications(),
    states: toTexts(applications.map(({ state, version, orders }) => ({ state, version, orders }))),
    forms: await Promise.all(ids.map((id) => read('getapplicationform', id))),
    histories: await Promise.all(ids.map((id) => read('getapplicationhistory', id))),
    claims: toTexts(
      (await list('claims', owned)).map(({ _id, applicationId, freeAfter }) => ({
        claim: describeClaim(String(_id)),
        ofApplication: ids.includes(String(applicationId)),
        expires: freeAfter !== null,
      })),
    ),
    firstHolds: (await list('firstholds', owned)).length,
    consents: toTexts(
      (await list('consents', owned)).map(({ version, agreed, how }) => ({ version, agreed, how })),
    ),
    documents: toTexts(
      (await list('documents', { ownerId: person.id })).map(({ _id, filetype }) => ({ _id, filetype })),
    ),
    uploads: await Promise.all(
      (await list('resumableuploads', { ownerId: person.id })).map(async ({ _id, outcome }) => ({
        outcome,
        pieces: toTexts(
          (await list('uploadpieces', { uploadId: _id })).map(({ start, size }) => ({ start, size })),
        ),
      })),
    ),
    edits: (await list('edits', { _id: person.id })).map(({ at }) => Object(at).length),
    audit: toTexts(audited.map(({ action, detail }) => ({ action, detail }))),
    events: toTexts(await listEvents(portal, person.id, ids)),
  };
}

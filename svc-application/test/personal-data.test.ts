import { closePayments } from '@archaka/contracts';
import { describePersonalData, type StoredPerson } from '@archaka/privacy-kit/conformance';
import { createLog, loadExamination, openDatabase } from '@archaka/service-kit';
import { buildPdf, EXAM_FILE } from '@archaka/test-kit';
import { createRepositories } from '../src/persistence/repositories.ts';
import { declarePersonalData } from '../src/personal-data.ts';
import { openSealing } from './support/sealing.ts';
import { setUpApplication, submitApplication } from './support/service.ts';

const DAY_MS = 24 * 3600_000;
/** The closing of exams/2024.json. */
const CLOSING = new Date('2030-12-31T23:59:59+05:30');
const daysAfterClosing = (days: number): Date => new Date(CLOSING.getTime() + days * DAY_MS);
const PAID_END = new Date('2033-12-31T18:29:59Z');

const portal = setUpApplication();

const getCollection = (name: string) => portal.database.collection<{ _id: string }>(name);

/** The declaration on the database of the running service, which stores the examples. */
async function open() {
  const { mongoUrl, secrets } = portal.stage;
  const log = createLog({ name: 'personal-data', level: 'silent' });
  const db = await openDatabase({ url: mongoUrl, service: 'application', log });
  const { openPayments } = portal.payment;
  const call = async (called: unknown, body: { application_id: string; application_ids: string[] }) =>
    called === closePayments
      ? { data: openPayments.has(body.application_id) ? [{ state: 'pending' }] : [] }
      : {
          data: body.application_ids
            .filter((id) => openPayments.has(id))
            .map((application_id) => ({ application_id })),
        };
  const sealing = await openSealing(db, secrets);
  const declaration = declarePersonalData({
    db,
    repositories: createRepositories(db, sealing),
    examination: await loadExamination(EXAM_FILE),
    services: { call } as never,
    config: { EXAM_FILE } as never,
  });
  const { destroyDataKey } = sealing.personal;
  return { db, declaration: { ...declaration, destroyDataKey }, close: () => db.close() };
}

async function saveDraft(changes: object = {}): Promise<StoredPerson> {
  const user = await portal.createUser();
  await user.save();
  const { id: userId } = user.person;
  const draft = await portal.database
    .collection('drafts')
    .findOneAndUpdate({ userId }, { $set: { userId, ...changes } });
  return { userId, id: draft?.applicationId };
}

async function submit(changes: object = {}) {
  const submission = await submitApplication(portal);
  const { application_id: id } = submission.ids;
  await getCollection('applications').updateOne({ _id: id }, { $set: { submitted: true, ...changes } });
  return { ...submission, userId: submission.user.person.id, id };
}

const toPerson = ({ userId, id }: { userId: string; id: string }): StoredPerson => ({ userId, id });

/** After the emptied draft and the hold on its Aadhaar. */
const APPLICATION = ['applications', 'claims', 'documents', 'versions'];
const withoutDraft = { at: daysAfterClosing(90), left: APPLICATION };

describePersonalData('application', open, [
  {
    what: 'a draft with its papers',
    store: () => saveDraft(),
    due: [{ at: daysAfterClosing(90), left: [] }],
  },
  {
    what: 'a draft that was saved after the closing',
    store: () => saveDraft({ savedAt: daysAfterClosing(10) }),
    due: [{ at: daysAfterClosing(100), left: [] }],
  },
  {
    what: 'a form that was typed and never saved, with its paper',
    store: async () => {
      const user = await portal.createUser();
      const { document_id: id, filetype } = await user.upload('birthcertificate', await buildPdf());
      const form = { name: 'Not Saved', birthcertificate: [{ document_id: id, filetype }] };
      await user.call('saveunfinishedform', { form, revision: 0, draft_version: 0 });
      return { userId: user.person.id, id };
    },
    due: [{ at: daysAfterClosing(90), left: [] }],
  },
  {
    what: 'an unpaid application',
    store: async () => toPerson(await submit()),
    due: [withoutDraft, { at: daysAfterClosing(180), left: [] }],
  },
  {
    what: 'an unpaid application whose payment changed after the closing',
    store: async () => toPerson(await submit({ stateAt: daysAfterClosing(100) })),
    due: [withoutDraft, { at: daysAfterClosing(280), left: [] }],
  },
  {
    what: 'an unpaid application whose papers a younger draft names too',
    store: async () => {
      const { userId, id } = await submit();
      const version = await portal.database.collection('versions').findOne({ applicationId: id });
      const draft = {
        _id: `2031:${userId}`,
        userId,
        examYear: '2031',
        applicationId: id.replace('24', '31'),
      };
      await portal.database
        .collection('drafts')
        .insertOne({ ...draft, documents: version?.documents } as never);
      return { userId, id };
    },
    due: [
      { at: daysAfterClosing(90), left: [...APPLICATION, 'drafts'] },
      { at: daysAfterClosing(180), left: ['documents', 'drafts'] },
    ],
  },
  {
    what: 'an unpaid application whose payment is open',
    store: async () => {
      const { userId, id } = await submit();
      portal.payment.openPayments.add(id);
      return { userId, id };
    },
    isReported: true,
    settle: async ({ id = '' }) => {
      portal.payment.openPayments.delete(id);
    },
    due: [withoutDraft, { at: daysAfterClosing(180), left: [] }],
    erasure: {
      remaining: [{ kind: 'unpaid-application', because: 'open-payment', until: null }],
      left: [...APPLICATION, 'consents'],
    },
  },
  {
    what: 'a paid application',
    store: async () => {
      const { userId, id, capture } = await submit();
      await capture(`pay_${id}`);
      return { userId, id };
    },
    due: [withoutDraft, { at: PAID_END, left: [] }],
    erasure: {
      remaining: [{ kind: 'paid-application', because: 'retention', until: PAID_END.toISOString() }],
      left: [...APPLICATION, 'consents'],
    },
  },
  {
    what: 'an upload that no form names, with the day in which one may',
    store: async () => {
      const user = await portal.createUser();
      const { document_id: id } = await user.upload('birthcertificate', await buildPdf());
      return { userId: user.person.id, id };
    },
    due: [{ at: new Date(Date.now() + 31 * DAY_MS), left: [] }],
  },
]);

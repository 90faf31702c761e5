import { fileURLToPath } from 'node:url';
import { Sweeper } from '@archaka/privacy-kit';
import { createLog, type OpenDatabase, openDatabase } from '@archaka/service-kit';
import {
  buildPdf,
  createVariables,
  EXAM_FILE,
  eventually,
  findCollectionScans,
  startCommand,
} from '@archaka/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createRetainedData } from '../src/features/delete-overdue-data/retained-data.ts';
import { createRepositories } from '../src/persistence/repositories.ts';
import { openSealing } from './support/sealing.ts';
import { type Submission, setUpApplication, submitApplication } from './support/service.ts';
import type { TestUser } from './support/user.ts';

const RETENTION_FILE = fileURLToPath(import.meta.resolve('@archaka/exams/retention.json'));
const DAY_MS = 24 * 3600_000;
/** The facts of exams/2024.json. */
const CLOSING = new Date('2030-12-31T23:59:59+05:30');
const daysAfterClosing = (days: number): Date => new Date(CLOSING.getTime() + days * DAY_MS);
const NOTHING = { applications: 0, drafts: 0, claims: 0, files: 0 };

const portal = setUpApplication();
let db: OpenDatabase;
let repositories: ReturnType<typeof createRepositories>;
const log = createLog({ name: 'retention', level: 'silent' });
beforeAll(async () => {
  const { mongoUrl, secrets } = portal.stage;
  db = await openDatabase({ url: mongoUrl, service: 'application', log });
  repositories = createRepositories(db, await openSealing(db, secrets));
});
afterAll(() => db?.close());
beforeEach(async () => {
  const names = ['applications', 'versions', 'drafts', 'claims', 'firstholds', 'documents'];
  for (const name of names) await portal.database.collection(name).deleteMany({});
});

function createSweeper(now: Date, examFile = EXAM_FILE): Sweeper {
  const findOpen = async (_call: unknown, { application_ids: ids }: { application_ids: string[] }) => ({
    data: ids
      .filter((id) => portal.payment.openPayments.has(id))
      .map((application_id) => ({ application_id })),
  });
  return new Sweeper({
    service: 'application',
    data: createRetainedData({ db, repositories, services: { call: findOpen as never } }),
    files: { EXAM_FILE: examFile, RETENTION_FILE },
    db,
    log,
    getNow: async () => now,
  });
}
const sweep = (now: Date, examFile?: string) =>
  createSweeper(now, examFile).sweep(new AbortController().signal);

const getCollection = (name: string) => portal.database.collection<{ _id: string }>(name);
const setStateAt = ({ ids }: Submission, stateAt: Date) =>
  getCollection('applications').updateOne({ _id: ids.application_id }, { $set: { stateAt } });
async function submitPaid() {
  const submission = await submitApplication(portal);
  await submission.capture(`pay_${Math.random()}`);
  return submission;
}

/** What is stored of the user stays in a sweep at the first instant, and is deleted at the second. */
async function expectDeletedBetween(user: TestUser, stays: Date, goes: Date, kept = NOTHING) {
  const before = await portal.countRows(user);
  expect(before).not.toEqual(kept);
  await sweep(stays);
  expect(await portal.countRows(user)).toEqual(before);
  await sweep(goes);
  expect(await portal.countRows(user)).toEqual(kept);
}

describe('each kind of data', () => {
  test('stays as a draft for 90 days after the closing, then is deleted with its files; a submitted neighbour stays', async () => {
    const drafting = await portal.createUser();
    await drafting.save();
    const { user: neighbour } = await submitApplication(portal);
    const submitted = await portal.countRows(neighbour);
    await expectDeletedBetween(drafting, daysAfterClosing(89), daysAfterClosing(91));
    expect(await drafting.getDraft()).toEqual([]);
    expect(await portal.countRows(neighbour)).toEqual({ ...submitted, drafts: 0 });
  });

  test('stays as a hold on an Aadhaar for 90 days after the closing', async () => {
    await submitApplication(portal);
    await sweep(daysAfterClosing(89));
    expect(await portal.count('firstholds')).toBe(1);
    await sweep(daysAfterClosing(91));
    expect(await portal.count('firstholds')).toBe(0);
  });

  test('stays as an unpaid application for 180 days, then is deleted with versions, claims and files; a paid one stays', async () => {
    const [unpaid, paid] = [await submitApplication(portal), await submitPaid()];
    await sweep(daysAfterClosing(91));
    const neighbour = await portal.countRows(paid.user);
    await expectDeletedBetween(unpaid.user, daysAfterClosing(179), daysAfterClosing(181));
    expect(await portal.count('versions', { applicationId: unpaid.ids.application_id })).toBe(0);
    expect(await unpaid.user.listApplications()).toEqual([]);
    expect(await portal.countRows(paid.user)).toEqual(neighbour);
    expect(await paid.readStatus()).toBe('S');
  });

  test('counts from the last change of the payment when that is later than the closing', async () => {
    const submission = await submitApplication(portal);
    await setStateAt(submission, daysAfterClosing(100));
    await sweep(daysAfterClosing(91));
    await expectDeletedBetween(submission.user, daysAfterClosing(279), daysAfterClosing(281));
  });

  test('stays as a paid application for three years, then is deleted', async () => {
    const { user } = await submitPaid();
    await sweep(daysAfterClosing(91));
    expect(await portal.countRows(user)).toMatchObject({ applications: 1, claims: 2, files: 2 });
    await expectDeletedBetween(user, new Date('2033-12-30T18:29:59Z'), new Date('2034-01-01T18:29:59Z'));
  });

  test('stays as an upload that nothing names for 30 days and the day in which a form may name it', async () => {
    const user = await portal.createUser();
    await user.upload('birthcertificate', buildPdf());
    const now = Date.now();
    await expectDeletedBetween(user, new Date(now + 30 * DAY_MS), new Date(now + 32 * DAY_MS));
  });
});

test('an application whose payment is open stays, and is reported as overdue', async () => {
  const [open, closed] = [await submitApplication(portal), await submitApplication(portal)];
  portal.payment.openPayments.add(open.ids.application_id);
  const results = await sweep(daysAfterClosing(200));
  expect(await portal.countRows(open.user)).toMatchObject({ applications: 1, claims: 2, files: 2 });
  expect(await portal.countRows(closed.user)).toMatchObject({ applications: 0 });
  expect(results).toContainEqual({
    kind: 'unpaid-application',
    result: { deleted: 1, oldestDueAt: daysAfterClosing(180) },
  });
  portal.payment.openPayments.clear();
});

test('retains a draft for 90 days that was saved after a closing that has been moved', async () => {
  const drafting = await portal.createUser();
  await drafting.save();
  const longAgo = '2020-01-01T00:00:00+05:30';
  await sweep(new Date(), (await portal.writeExam({ closes: longAgo, edit_until: longAgo })).EXAM_FILE);
  expect(await portal.countRows(drafting)).toMatchObject({ drafts: 1, files: 2 });
});

test('retains a file that a younger draft names too', async () => {
  const { user, ids } = await submitApplication(portal);
  const version = await getCollection('versions').findOne({ _id: `${ids.application_id}:1` });
  const draft = {
    _id: `2031:${user.person.id}`,
    userId: user.person.id,
    examYear: '2031',
    applicationId: 'ARC31-00000000',
    documents: Object(version).documents,
  };
  await getCollection('drafts').insertOne(draft);
  await sweep(daysAfterClosing(181));
  expect(await portal.countRows(user)).toMatchObject({ applications: 0, drafts: 1, files: 2 });
});

test('lists in a preview exactly what the sweep then deletes, without deleting, and reads no whole collection', async () => {
  const drafting = await portal.createUser();
  await drafting.save();
  await submitApplication(portal);
  await submitPaid();
  const sweeper = createSweeper(new Date('2035-01-01T00:00:00Z'));
  const countRows = () =>
    Promise.all(['applications', 'versions', 'drafts', 'documents'].map((name) => portal.count(name)));
  const before = await countRows();
  const preview = await sweeper.preview();
  expect(await countRows()).toEqual(before);
  let results: Awaited<ReturnType<Sweeper['sweep']>> = [];
  const { queries, scanned } = await findCollectionScans(db.connection, async () => {
    results = await sweeper.sweep(new AbortController().signal);
  });
  expect(queries).toBeGreaterThan(10);
  expect(scanned).toEqual([]);
  const toCounts = (kinds: readonly { kind: string }[], read: (result: never) => number) =>
    kinds
      // The service goes on recording and sealing meanwhile.
      .filter(({ kind }) => kind !== 'audit-log')
      .map((each) => [each.kind, 'result' in each ? read(each.result as never) : 'failed']);
  expect(toCounts(results, ({ deleted }: { deleted: number }) => deleted)).toEqual(
    toCounts(preview, ({ deletable }: { deletable: unknown[] }) => deletable.length),
  );
  expect(await countRows()).toEqual([0, 0, 0, 0]);
});

describe('npm run retention', () => {
  const LONG_AGO = new Date('2025-12-01');

  /** Starts the command as an operator does, after the examination has closed. */
  async function startRetention(...args: string[]) {
    const variables = await createVariables('svc-application', portal.stage);
    const closed = { closes: '2026-01-01T00:00:00+05:30', edit_until: '2026-01-01T00:00:00+05:30' };
    const env = { ...variables, ...(await portal.writeExam(closed)) };
    return startCommand({ service: 'svc-application', name: 'retention', args, env });
  }
  const runRetention = async (...args: string[]) => (await startRetention(...args)).result;

  test('lists by --dry-run counts, dates and application IDs without names, deletes without it, and then lists nothing', async () => {
    const submission = await submitApplication(portal);
    const { user, ids } = submission;
    await setStateAt(submission, LONG_AGO);
    const dryRun = await runRetention('--dry-run');
    expect(dryRun).toMatchObject({ code: 0, stderr: '' });
    expect(dryRun.stdout).toContain(`    ${ids.application_id}, due 2026-06-29`);
    expect(dryRun.stdout).toContain('1 would be deleted, the oldest due 2026-06-29');
    expect(dryRun.stdout).not.toContain(user.person.name);
    expect(dryRun.stdout).not.toContain(user.person.number);
    expect(await portal.countRows(user)).toMatchObject({ applications: 1 });

    const swept = await runRetention();
    const deleted = expect.stringContaining('unpaid-application\n    1 deleted');
    expect(swept).toMatchObject({ code: 0, stdout: deleted });
    expect(await portal.countRows(user)).toMatchObject({ applications: 0 });
    expect((await runRetention('--dry-run')).stdout).not.toContain('would be deleted');
  });

  test('names the kind that it could not sweep while svc-payment is down, sweeps the others and exits with 1', async () => {
    const drafting = await portal.createUser();
    await drafting.save();
    await getCollection('drafts').updateMany({}, { $set: { savedAt: LONG_AGO } });
    const submission = await submitApplication(portal);
    await setStateAt(submission, LONG_AGO);
    portal.payment.mode = 'down';
    const { code, stdout } = await runRetention();
    portal.payment.mode = 'ok';
    expect(code).toBe(1);
    expect(stdout).toContain('unpaid-application\n    failed: svc-payment did not respond');
    expect(await portal.countRows(submission.user)).toMatchObject({ applications: 1 });
    expect(await portal.countRows(drafting)).toMatchObject({ drafts: 0 });
  });

  /** As MongoDB does a minute after a process ended. */
  async function abortTransactions({ client, databaseName }: typeof portal.database) {
    const admin = client.db('admin');
    // Every connection of a service names its database.
    const $match = { appName: databaseName, transaction: { $exists: true } };
    const pipeline = [{ $currentOp: { allUsers: true, idleSessions: true } }, { $match }];
    const operations = await admin.aggregate(pipeline).toArray();
    // Without a pattern MongoDB kills the sessions of all users.
    if (operations.length > 0)
      await admin.command({ killAllSessionsByPattern: operations.map(({ lsid }) => ({ lsid })) });
  }

  test('deletes whole rows until a kill, and the rest in the next sweep', async () => {
    const ROWS = 600;
    const drafts = Array.from({ length: ROWS }, (_, at) => ({
      _id: `2024:user-${String(at).padStart(5, '0')}`,
      applicationId: `ARC24-${at}`,
      examYear: '2024',
      documents: [`document-${at}`],
    }));
    const touchedAt = new Date('2026-11-01');
    const documents = drafts.map(({ documents: [_id = ''] }) => ({ _id, touchedAt }));
    await getCollection('drafts').insertMany(drafts);
    await getCollection('documents').insertMany(documents);
    const killed = await startRetention();
    await eventually(async () => (await portal.count('drafts')) < ROWS - 10, { timeoutMs: 30_000 });
    killed.kill();
    await killed.result;
    await abortTransactions(portal.database);
    const left = await portal.count('drafts');
    expect(left).toBeGreaterThan(0);
    expect(await portal.count('documents')).toBe(left);

    expect(await runRetention()).toMatchObject({ code: 0 });
    expect([await portal.count('drafts'), await portal.count('documents')]).toEqual([0, 0]);
  });
});

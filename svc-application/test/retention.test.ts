import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paymentCaptured } from '@archaka/contracts';
import { buildPdf, eventually, findCollectionScans, writeExamination } from '@archaka/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  DAY_MS,
  endTransactions,
  openRetention,
  type Retention,
  startRetention,
} from './support/retention.ts';
import { type RunningApplication, startApplication } from './support/service.ts';
import { submitApplication } from './support/submit-application.ts';
import type { TestUser } from './support/user.ts';

/** The facts of exams/2024.json. */
const CLOSING = new Date('2030-12-31T23:59:59+05:30');

let portal: RunningApplication;
let retention: Retention;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'retention-'));
  portal = await startApplication();
  retention = await openRetention(portal);
});
afterAll(async () => {
  await retention?.close();
  await portal?.stop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  const names = ['applications', 'versions', 'drafts', 'claims', 'firstholds', 'documents'];
  for (const name of names) await portal.database.collection(name).deleteMany({});
});

const daysAfterClosing = (days: number): Date => new Date(CLOSING.getTime() + days * DAY_MS);
const getCollection = (name: string) => portal.database.collection<{ _id: string }>(name);
const count = (name: string, filter: object = {}) => getCollection(name).countDocuments(filter);

async function pay({
  buildCaptured,
  readStatus,
}: Awaited<ReturnType<typeof submitApplication>>): Promise<void> {
  await portal.broker.publish(paymentCaptured, buildCaptured(`pay_${Math.random()}`));
  await eventually(async () => (await readStatus()) === 'S');
}

/** Numbers of a user's stored rows. */
async function countRows({ person }: TestUser) {
  return {
    applications: await count('applications', { userId: person.id }),
    drafts: await count('drafts', { userId: person.id }),
    claims: await count('claims', { userId: person.id }),
    files: await count('documents', { ownerId: person.id }),
  };
}

describe('each kind of data', () => {
  test('stays as a draft for 90 days after the closing, then is deleted with its files; a submitted neighbour stays', async () => {
    const drafting = await portal.createUser();
    await drafting.save();
    const { user: neighbour } = await submitApplication(portal);
    const [before, submitted] = [await countRows(drafting), await countRows(neighbour)];
    expect(before).toMatchObject({ drafts: 1, files: 2 });

    await retention.sweepAt(daysAfterClosing(89));
    expect(await countRows(drafting)).toEqual(before);
    await retention.sweepAt(daysAfterClosing(91));
    expect(await countRows(drafting)).toEqual({ applications: 0, drafts: 0, claims: 0, files: 0 });
    expect(await drafting.getDraft()).toEqual([]);
    expect(await countRows(neighbour)).toEqual({ ...submitted, drafts: 0 });
  });

  test('stays as a hold on an Aadhaar for 90 days after the closing', async () => {
    await submitApplication(portal);
    await retention.sweepAt(daysAfterClosing(89));
    expect(await count('firstholds')).toBe(1);
    await retention.sweepAt(daysAfterClosing(91));
    expect(await count('firstholds')).toBe(0);
  });

  test('stays as an unpaid application for 180 days, then is deleted with versions, claims and files; a paid one stays', async () => {
    const [unpaid, paid] = [await submitApplication(portal), await submitApplication(portal)];
    await pay(paid);
    const [before, neighbour] = [await countRows(unpaid.user), await countRows(paid.user)];
    expect(before).toMatchObject({ applications: 1, claims: 2, files: 2 });

    await retention.sweepAt(daysAfterClosing(179));
    expect(await countRows(unpaid.user)).toEqual({ ...before, drafts: 0 });
    await retention.sweepAt(daysAfterClosing(181));
    expect(await countRows(unpaid.user)).toEqual({ applications: 0, drafts: 0, claims: 0, files: 0 });
    expect(await count('versions', { applicationId: unpaid.ids.application_id })).toBe(0);
    expect(await unpaid.user.listApplications()).toEqual([]);
    expect(await countRows(paid.user)).toEqual({ ...neighbour, drafts: 0 });
    expect(await paid.readStatus()).toBe('S');
  });

  test('counts from the last change of the payment when that is later than the closing', async () => {
    const { user, ids } = await submitApplication(portal);
    const changed = { $set: { stateAt: daysAfterClosing(100) } };
    await getCollection('applications').updateOne({ _id: ids.application_id }, changed);
    await retention.sweepAt(daysAfterClosing(279));
    expect(await countRows(user)).toMatchObject({ applications: 1 });
    await retention.sweepAt(daysAfterClosing(281));
    expect(await countRows(user)).toMatchObject({ applications: 0 });
  });

  test('stays as a paid application for three years, then is deleted', async () => {
    const paid = await submitApplication(portal);
    await pay(paid);
    await retention.sweepAt(new Date('2033-12-30T18:29:59Z'));
    expect(await countRows(paid.user)).toMatchObject({ applications: 1, claims: 2, files: 2 });
    await retention.sweepAt(new Date('2034-01-01T18:29:59Z'));
    expect(await countRows(paid.user)).toEqual({ applications: 0, drafts: 0, claims: 0, files: 0 });
  });

  test('stays as an upload that nothing names for 30 days and the day in which a form may name it', async () => {
    const user = await portal.createUser();
    await user.upload('birthcertificate', buildPdf());
    const uploadedAt = Date.now();
    await retention.sweepAt(new Date(uploadedAt + 30 * DAY_MS));
    expect(await countRows(user)).toMatchObject({ files: 1 });
    await retention.sweepAt(new Date(uploadedAt + 32 * DAY_MS));
    expect(await countRows(user)).toMatchObject({ files: 0 });
  });
});

test('an application whose payment is open stays, and is reported as overdue', async () => {
  const [open, closed] = [await submitApplication(portal), await submitApplication(portal)];
  portal.payment.openPayments.add(open.ids.application_id);
  const results = await retention.sweepAt(daysAfterClosing(200));
  expect(await countRows(open.user)).toMatchObject({ applications: 1, claims: 2, files: 2 });
  expect(await countRows(closed.user)).toMatchObject({ applications: 0 });
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
  const examFile = await writeExamination(folder, { closes: longAgo, edit_until: longAgo });
  await retention.sweepAt(new Date(), examFile);
  expect(await countRows(drafting)).toMatchObject({ drafts: 1, files: 2 });
});

test('retains a file that a younger draft names too', async () => {
  const { user, ids } = await submitApplication(portal);
  const version = await getCollection('versions').findOne({ _id: `${ids.application_id}:1` });
  const { documents } = version as unknown as { documents: string[] };
  const draft = {
    _id: `2031:${user.person.id}`,
    userId: user.person.id,
    examYear: '2031',
    applicationId: 'ARC31-00000000',
    documents,
  };
  await getCollection('drafts').insertOne(draft);
  await retention.sweepAt(daysAfterClosing(181));
  expect(await countRows(user)).toMatchObject({ applications: 0, drafts: 1, files: 2 });
});

test('lists in a preview exactly what the sweep then deletes, without deleting', async () => {
  const drafting = await portal.createUser();
  await drafting.save();
  await submitApplication(portal);
  await pay(await submitApplication(portal));
  const sweeper = retention.createSweeperAt(new Date('2035-01-01T00:00:00Z'));
  const rows = () =>
    Promise.all(['applications', 'versions', 'drafts', 'documents'].map((name) => count(name)));
  const before = await rows();
  const preview = await sweeper.preview();
  expect(await rows()).toEqual(before);
  const results = await sweeper.sweep(new AbortController().signal);
  const toCounts = (kinds: readonly { kind: string }[], read: (result: never) => number) =>
    kinds
      // The service goes on recording and sealing meanwhile.
      .filter(({ kind }) => kind !== 'audit-log')
      .map((each) => [each.kind, 'result' in each ? read(each.result as never) : 'failed']);
  expect(toCounts(results, ({ deleted }: { deleted: number }) => deleted)).toEqual(
    toCounts(preview, ({ deletable }: { deletable: unknown[] }) => deletable.length),
  );
  expect(await rows()).toEqual([0, 0, 0, 0]);
});

test('reads no whole collection in a sweep', async () => {
  await submitApplication(portal);
  await pay(await submitApplication(portal));
  const { queries, scanned } = await findCollectionScans(retention.db.connection, () =>
    retention.sweepAt(new Date('2035-01-01T00:00:00Z')),
  );
  expect(queries).toBeGreaterThan(10);
  expect(scanned).toEqual([]);
});

describe('npm run retention', () => {
  const CLOSED = { closes: '2026-01-01T00:00:00+05:30', edit_until: '2026-01-01T00:00:00+05:30' };

  test('lists by --dry-run counts, dates and application IDs without names, deletes without it, and then lists nothing', async () => {
    const { user, ids } = await submitApplication(portal);
    const longAgo = { $set: { stateAt: new Date('2025-12-01') } };
    await getCollection('applications').updateOne({ _id: ids.application_id }, longAgo);
    const examFile = await writeExamination(folder, CLOSED);

    const dryRun = await (await startRetention(portal, examFile, '--dry-run')).result;
    expect(dryRun).toMatchObject({ code: 0, stderr: '' });
    expect(dryRun.stdout).toContain(`    ${ids.application_id}, due 2026-06-29`);
    expect(dryRun.stdout).toContain('1 would be deleted, the oldest due 2026-06-29');
    expect(dryRun.stdout).not.toContain(user.person.name);
    expect(dryRun.stdout).not.toContain(user.person.number);
    expect(await countRows(user)).toMatchObject({ applications: 1 });

    const swept = await (await startRetention(portal, examFile)).result;
    expect(swept).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('unpaid-application\n    1 deleted'),
    });
    expect(await countRows(user)).toMatchObject({ applications: 0 });
    const again = await (await startRetention(portal, examFile, '--dry-run')).result;
    expect(again.stdout).not.toContain('would be deleted');
  });

  test('names the kind that it could not sweep while svc-payment is down, sweeps the others and exits with 1', async () => {
    const drafting = await portal.createUser();
    await drafting.save();
    await getCollection('drafts').updateMany({}, { $set: { savedAt: new Date('2025-12-01') } });
    const { user, ids } = await submitApplication(portal);
    const longAgo = { $set: { stateAt: new Date('2025-12-01') } };
    await getCollection('applications').updateOne({ _id: ids.application_id }, longAgo);
    portal.payment.mode = 'down';
    const examFile = await writeExamination(folder, CLOSED);
    const { code, stdout } = await (await startRetention(portal, examFile)).result;
    portal.payment.mode = 'ok';
    expect(code).toBe(1);
    expect(stdout).toContain('unpaid-application\n    failed: svc-payment did not respond');
    expect(await countRows(user)).toMatchObject({ applications: 1 });
    expect(await countRows(drafting)).toMatchObject({ drafts: 0 });
  });

  test('deletes whole rows until a kill, and the rest in the next sweep', async () => {
    const ROWS = 600;
    const drafts = Array.from({ length: ROWS }, (_, at) => ({
      _id: `2024:user-${String(at).padStart(5, '0')}`,
      applicationId: `ARC24-${at}`,
      examYear: '2024',
      documents: [`document-${at}`],
    }));
    const documents = drafts.map(({ documents: [id = ''] }) => ({
      _id: id,
      touchedAt: new Date('2026-11-01'),
    }));
    await getCollection('drafts').insertMany(drafts);
    await getCollection('documents').insertMany(documents);
    const examFile = await writeExamination(folder, CLOSED);
    const killed = await startRetention(portal, examFile);
    await eventually(async () => (await count('drafts')) < ROWS - 10, { timeoutMs: 30_000 });
    killed.kill();
    await killed.result;
    await endTransactions(portal);
    const left = await getCollection('drafts').find().toArray();
    expect(left.length).toBeGreaterThan(0);
    expect(await count('documents')).toBe(left.length);

    const next = await (await startRetention(portal, examFile)).result;
    expect(next).toMatchObject({ code: 0 });
    expect([await count('drafts'), await count('documents')]).toEqual([0, 0]);
  });
});

import { createVariables, eventually, startCommand } from '@archaka/test-kit';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { setUpApplication, submitApplication } from './support/service.ts';

const portal = setUpApplication();
let examination: { EXAM_FILE: string };
beforeAll(async () => {
  const closed = '2026-01-01T00:00:00+05:30';
  examination = await portal.writeExam({ closes: closed, edit_until: closed });
});
beforeEach(async () => {
  const names = ['applications', 'versions', 'drafts', 'claims', 'firstholds', 'documents'];
  for (const name of names) await portal.database.collection(name).deleteMany({});
});

const getCollection = (name: string) => portal.database.collection<{ _id: string }>(name);
const count = (name: string, filter: object = {}) => getCollection(name).countDocuments(filter);

/** An unpaid application that is overdue since June 2026. */
async function submitLongAgo() {
  const { user, ids } = await submitApplication(portal);
  const longAgo = { $set: { stateAt: new Date('2025-12-01') } };
  await getCollection('applications').updateOne({ _id: ids.application_id }, longAgo);
  return { user, ids, isStored: async () => (await count('applications', { userId: user.person.id })) === 1 };
}

const startRetention = async (...args: string[]) =>
  startCommand({
    service: 'svc-application',
    name: 'retention',
    args,
    env: { ...(await createVariables('svc-application', portal.stage)), ...examination },
  });

/** Aborts the transactions of the service's database, as MongoDB does a minute after a process ended. */
async function endTransactions(): Promise<void> {
  const { database } = portal;
  const admin = database.client.db('admin');
  const operations = await admin
    .aggregate([
      { $currentOp: { allUsers: true, idleSessions: true } },
      // Every connection of a service names its database.
      { $match: { appName: database.databaseName, transaction: { $exists: true } } },
    ])
    .toArray();
  // Without a pattern MongoDB kills the sessions of all users.
  if (operations.length === 0) return;
  await admin.command({ killAllSessionsByPattern: operations.map(({ lsid }) => ({ lsid })) });
}

describe('npm run retention', () => {
  test('lists by --dry-run counts, dates and application IDs without names, deletes without it, and then lists nothing', async () => {
    const { user, ids, isStored } = await submitLongAgo();
    const dryRun = await (await startRetention('--dry-run')).result;
    expect(dryRun).toMatchObject({ code: 0, stderr: '' });
    expect(dryRun.stdout).toContain(`    ${ids.application_id}, due 2026-06-29`);
    expect(dryRun.stdout).toContain('1 would be deleted, the oldest due 2026-06-29');
    expect(dryRun.stdout).not.toContain(user.person.name);
    expect(dryRun.stdout).not.toContain(user.person.number);
    expect(await isStored()).toBe(true);

    const swept = await (await startRetention()).result;
    expect(swept).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('unpaid-application\n    1 deleted'),
    });
    expect(await isStored()).toBe(false);
    const again = await (await startRetention('--dry-run')).result;
    expect(again.stdout).not.toContain('would be deleted');
  });

  test('names the kind that it could not sweep while svc-payment is down, sweeps the others and exits with 1', async () => {
    const drafting = await portal.createUser();
    await drafting.save();
    await getCollection('drafts').updateMany({}, { $set: { savedAt: new Date('2025-12-01') } });
    const { isStored } = await submitLongAgo();
    portal.payment.mode = 'down';
    const { code, stdout } = await (await startRetention()).result;
    portal.payment.mode = 'ok';
    expect(code).toBe(1);
    expect(stdout).toContain('unpaid-application\n    failed: svc-payment did not respond');
    expect(await isStored()).toBe(true);
    expect(await count('drafts', { userId: drafting.person.id })).toBe(0);
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
    const killed = await startRetention();
    await eventually(async () => (await count('drafts')) < ROWS - 10, { timeoutMs: 30_000 });
    killed.kill();
    await killed.result;
    await endTransactions();
    const left = await getCollection('drafts').find().toArray();
    expect(left.length).toBeGreaterThan(0);
    expect(await count('documents')).toBe(left.length);

    const next = await (await startRetention()).result;
    expect(next).toMatchObject({ code: 0 });
    expect([await count('drafts'), await count('documents')]).toEqual([0, 0]);
  });
});

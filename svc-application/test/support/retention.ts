import { fileURLToPath } from 'node:url';
import { Sweeper } from '@archaka/privacy-kit';
import { createLog, openDatabase } from '@archaka/service-kit';
import { createVariables, EXAM_FILE, startCommand } from '@archaka/test-kit';
import { createRetainedData } from '../../src/features/delete-overdue-data/retained-data.ts';
import { createRepositories } from '../../src/persistence/repositories.ts';
import { openSealing } from './rotation.ts';
import type { RunningApplication } from './service.ts';

const RETENTION_FILE = fileURLToPath(import.meta.resolve('@archaka/exams/retention.json'));

export const DAY_MS = 24 * 3600_000;

/** The database of the service, and sweeps of it at any instant. */
export async function openRetention({ stage: { mongoUrl, secrets }, payment }: RunningApplication) {
  const log = createLog({ name: 'retention', level: 'silent' });
  const db = await openDatabase({ url: mongoUrl, service: 'application', log });
  const repositories = createRepositories(db, await openSealing(db, secrets));
  const findOpen = async (_call: unknown, { application_ids: ids }: { application_ids: string[] }) => ({
    data: ids.filter((id) => payment.openPayments.has(id)).map((application_id) => ({ application_id })),
  });
  const services = { call: findOpen as never };

  const createSweeperAt = (now: Date, examFile = EXAM_FILE): Sweeper =>
    new Sweeper({
      service: 'application',
      data: createRetainedData({ db, repositories, services }),
      files: { EXAM_FILE: examFile, RETENTION_FILE },
      db,
      log,
      getNow: async () => now,
    });

  return {
    db,
    repositories,
    createSweeperAt,
    sweepAt: (now: Date, examFile?: string) =>
      createSweeperAt(now, examFile).sweep(new AbortController().signal),
    close: () => db.close(),
  };
}
export type Retention = Awaited<ReturnType<typeof openRetention>>;

/** Runs the command as an operator does. */
export async function startRetention({ stage }: RunningApplication, examFile: string, ...args: string[]) {
  const variables = await createVariables('svc-application', stage);
  return startCommand({
    service: 'svc-application',
    name: 'retention',
    args,
    env: { ...variables, EXAM_FILE: examFile },
  });
}

/** Aborts the transactions of the service's database, as MongoDB does a minute after a process ended. */
export async function endTransactions({ database }: RunningApplication): Promise<void> {
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

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLog, createSweeper, openDatabase, openPersonalData, type Sweeper } from '@archaka/service-kit';
import { createVariables, startCommand } from '@archaka/test-kit';
import { createRetainedData } from '../../src/features/delete-overdue-data/retained-data.ts';
import { BlindIndex } from '../../src/persistence/blind-index.ts';
import { createRepositories } from '../../src/persistence/repositories.ts';
import type { RunningApplication } from './service.ts';

const EXAM_FILE = fileURLToPath(import.meta.resolve('@archaka/exams/2024.json'));
const RETENTION_FILE = fileURLToPath(import.meta.resolve('@archaka/exams/retention.json'));

export const DAY_MS = 24 * 3600_000;

/** The database of the service, and sweeps of it at any instant. */
export async function openRetention({ stage: { mongoUrl, secrets }, payment }: RunningApplication) {
  const log = createLog({ name: 'retention', level: 'silent' });
  const db = await openDatabase({ url: mongoUrl, service: 'application', log });
  const config = { MASTER_KEYS: [{ kid: '1', key: secrets.MASTER_KEYS }] as const };
  const personal = await openPersonalData('application', { db, config, log });
  const index = new BlindIndex([{ kid: '1', key: secrets.AADHAAR_INDEX_KEY }]);
  const repositories = createRepositories(db, { index, personal });
  const findOpen = async (_call: unknown, { application_ids: ids }: { application_ids: string[] }) => ({
    data: ids.filter((id) => payment.openPayments.has(id)).map((application_id) => ({ application_id })),
  });
  const services = { call: findOpen as never };

  const createSweeperAt = (now: Date, examFile = EXAM_FILE): Sweeper =>
    createSweeper({
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

/** Writes an examination file with these facts added to those of 2024. Returns its path. */
export async function writeExamination(folder: string, facts: object): Promise<string> {
  const path = join(folder, 'examination.json');
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(EXAM_FILE, 'utf8')), ...facts }));
  return path;
}

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

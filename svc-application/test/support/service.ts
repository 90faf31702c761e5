import { paymentCaptured, paymentFailed } from '@archaka/contracts';
import { createLog, openDatabase } from '@archaka/service-kit';
import {
  CommandGate,
  createTestEnvironment,
  eventually,
  openTestBroker,
  startService,
  type TestEnvironment,
} from '@archaka/test-kit';
import { afterAll, beforeAll } from '@jest/globals';
import type * as z from 'zod';
import { DocumentStore } from '../../src/persistence/document-store.ts';
import { startFakePayment } from './fake-payment.ts';
import { openSealing } from './sealing.ts';
import { createUser, type Form, type TestUser } from './user.ts';

interface ApplicationOptions {
  /** Variables that replace or extend the usual ones. */
  readonly env?: Record<string, string>;
  /** Facts of the examination that differ from those of 2024. */
  readonly examination?: object;
  /** Default: a new one. */
  readonly environment?: TestEnvironment;
}

/** svc-application as a child process, with an ensureOrder that tests steer, its events and its database. */
export async function startApplication({ env = {}, examination, environment }: ApplicationOptions = {}) {
  const stage = environment ?? (await createTestEnvironment());
  const writeExam = async (facts: object) => ({ EXAM_FILE: await stage.writeExamination(facts) });
  const payment = stage.register(await startFakePayment(stage));
  const broker = stage.register(await openTestBroker(stage));
  const database = await stage.openDatabase('application');
  const variables = { ...env, ...(examination && (await writeExam(examination))) };
  const service = await startService('svc-application', { environment: stage, env: variables });
  const count = (collection: string, filter: object = {}) =>
    database.collection(collection).countDocuments(filter);
  return {
    stage,
    payment,
    broker,
    database,
    service,
    /** `EXAM_FILE` with these facts in place of those of 2024. */
    writeExam,
    /** Number of the rows of a collection. */
    count,
    /** Numbers of a user's rows. */
    countRows: async ({ person: { id: userId } }: TestUser) => ({
      applications: await count('applications', { userId }),
      drafts: await count('drafts', { userId }),
      claims: await count('claims', { userId }),
      files: await count('documents', { ownerId: userId }),
    }),
    /** Waits until the service has handled an event. */
    waitUntilHandled: (id: string) =>
      eventually(async () => {
        const handled = { $expr: { $and: [{ $eq: ['$_id', id] }, { $gt: ['$doneAt', null] }] } };
        return (await count('inbox', handled)) === 1;
      }),
    /** A new signed-in applicant. */
    createUser: (overrides = {}) => createUser(stage, overrides),
    /** Restarts it with the same data. */
    restart: async (changed: Record<string, string> = {}) => {
      await service.stop();
      return startService('svc-application', { environment: stage, env: { ...variables, ...changed } });
    },
    stop: stage.close,
  };
}
export type RunningApplication = Awaited<ReturnType<typeof startApplication>>;

async function startGatedApplication() {
  const environment = await createTestEnvironment();
  const gate = await CommandGate.start(environment.mongoUrl);
  const running = await startApplication({ environment, env: { MONGO_URL: gate.url } });
  const log = createLog({ name: 'test', level: 'silent' });
  const db = await openDatabase({ url: environment.mongoUrl, service: 'application', log });
  const { personal } = await openSealing(db, environment.secrets);
  const stop = async () => {
    await db.close();
    await running.stop();
    await gate.stop();
  };
  return { ...running, gate, documents: new DocumentStore(db.connection, personal), stop };
}
export type GatedApplication = Awaited<ReturnType<typeof startGatedApplication>>;

function setUp<Running extends { stop: () => Promise<void> }>(start: () => Promise<Running>): Running {
  const running = {} as Running;
  beforeAll(async () => {
    Object.assign(running, await start());
  });
  afterAll(() => running.stop?.());
  return running;
}

/** Runs while the tests of a file do. */
export const setUpApplication = (
  prepare: () => ApplicationOptions | Promise<ApplicationOptions> = () => ({}),
): RunningApplication => setUp(async () => startApplication(await prepare()));

/** Behind a gate at which a test holds its writes. */
export const setUpGatedApplication = () => setUp(startGatedApplication);

const minutesFromNow = (count: number) => new Date(Date.now() + count * 60_000);

/** An applicant with a submitted, unpaid application, and the events about it. */
export async function submitApplication(portal: RunningApplication, changes: Form = {}) {
  const user = await portal.createUser();
  const { body } = await user.submit(changes);
  const [listed] = await user.listApplications();
  const ids = { application_id: String(listed?.application_id), order_id: String(body.orderId?.id) };
  const ofApplication = { applicationId: ids.application_id };
  const claims = portal.database.collection('claims');
  const readStatus = async () => (await user.listApplications())[0]?.payment_status;
  const buildCaptured = (payment_id = 'pay_1') => ({
    ...ids,
    payment_id,
    amount: 10000,
    at: new Date().toISOString(),
  });
  const buildUnpaid = (minutes = 1, overrides: Partial<z.input<typeof paymentFailed.data>> = {}) => ({
    ...ids,
    payment_id: 'pay_0',
    why: 'BAD_REQUEST_ERROR',
    all_attempts_dead: true,
    at: minutesFromNow(minutes).toISOString(),
    ...overrides,
  });
  return {
    user,
    ids,
    buildCaptured,
    buildUnpaid,
    /** The record as currently listed. */
    readRecord: async () => (await user.listApplications())[0],
    readStatus,
    capture: async (payment_id?: string) => {
      await portal.broker.publish(paymentCaptured, buildCaptured(payment_id));
      await eventually(async () => (await readStatus()) === 'S');
    },
    /** All its attempts are dead, unless said otherwise. */
    fail: async (overrides: Partial<z.input<typeof paymentFailed.data>> = {}) => {
      await portal.broker.publish(paymentFailed, buildUnpaid(1, overrides));
      await eventually(async () => (await readStatus()) === 'F');
    },
    /** Ends its hold as if 24 hours had passed. */
    expireHold: () =>
      claims.updateMany(
        { ...ofApplication, freeAfter: { $ne: null } },
        { $set: { freeAfter: new Date(Date.now() - 1000) } },
      ),
    readClaimExpiries: async () =>
      (await claims.find(ofApplication).toArray()).map(({ freeAfter }) => freeAfter as Date | null),
  };
}
export type Submission = Awaited<ReturnType<typeof submitApplication>>;

import {
  CommandGate,
  createTestEnvironment,
  eventually,
  openTestBroker,
  startService,
  type TestEnvironment,
} from '@archaka/test-kit';
import { startFakePayment } from './fake-payment.ts';
import { createUser } from './user.ts';

interface ApplicationOptions {
  /** Variables that replace or extend the usual ones. */
  readonly env?: Record<string, string>;
  /** Default: a new one. */
  readonly environment?: TestEnvironment;
}

/** svc-application as a child process, with an ensureOrder that tests steer, its events and its database. */
export async function startApplication({ env = {}, environment }: ApplicationOptions = {}) {
  const stage = environment ?? (await createTestEnvironment());
  const payment = stage.register(await startFakePayment(stage));
  const broker = stage.register(await openTestBroker(stage));
  const database = await stage.openDatabase('application');
  const service = await startService('svc-application', { environment: stage, env });
  return {
    stage,
    payment,
    broker,
    database,
    service,
    /** Waits until the service has handled an event. */
    waitUntilHandled: (id: string) =>
      eventually(async () => {
        const handled = { $expr: { $and: [{ $eq: ['$_id', id] }, { $gt: ['$doneAt', null] }] } };
        return (await database.collection('inbox').countDocuments(handled)) === 1;
      }),
    /** A new signed-in applicant. */
    createUser: (overrides = {}) => createUser(stage, overrides),
    /** Restarts it with the same data. */
    restart: async (changed: Record<string, string> = {}) => {
      await service.stop();
      return startService('svc-application', { environment: stage, env: { ...env, ...changed } });
    },
    stop: stage.close,
  };
}
export type RunningApplication = Awaited<ReturnType<typeof startApplication>>;

/** Behind a gate at which a test holds its writes. */
export async function startGatedApplication() {
  const environment = await createTestEnvironment();
  const gate = await CommandGate.start(environment.mongoUrl);
  const running = await startApplication({ environment, env: { MONGO_URL: gate.url } });
  const stop = async () => {
    await running.stop();
    await gate.stop();
  };
  return { ...running, gate, stop };
}
export type GatedApplication = Awaited<ReturnType<typeof startGatedApplication>>;

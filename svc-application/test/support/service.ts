import { eventually, openBroker, openStage, startService } from '@archaka/test-kit';
import { createConnection } from 'mongoose';
import { startFakePayment } from './fake-payment.ts';
import { makeUser } from './user.ts';

interface Options {
  /** Variables in place of, or beside, the usual ones. */
  readonly env?: Record<string, string>;
}

/** svc-application as a child process, with an ensureOrder that tests steer, its events and its database. */
export async function startApplication({ env = {} }: Options = {}) {
  const stage = await openStage();
  const payment = stage.add(await startFakePayment(stage));
  const broker = stage.add(await openBroker(stage));
  const url = new URL(stage.mongoUrl);
  url.pathname = `${url.pathname}_application`;
  const database = await createConnection(url.href).asPromise();
  stage.add({ stop: () => database.close() });
  const service = await startService('svc-application', { stage, env });
  return {
    stage,
    payment,
    broker,
    database,
    service,
    /** Waits until the service has done with an event. */
    taken: (id: string) =>
      eventually(async () => {
        const done = { $expr: { $and: [{ $eq: ['$_id', id] }, { $gt: ['$doneAt', null] }] } };
        return (await database.collection('inbox').countDocuments(done)) === 1;
      }),
    /** A new signed-in applicant. */
    user: (own = {}) => makeUser(stage, own),
    /** Starts it again, on the same data. */
    restart: async (changed: Record<string, string> = {}) => {
      await service.stop();
      return startService('svc-application', { stage, env: { ...env, ...changed } });
    },
    stop: stage.close,
  };
}
export type RunningApplication = Awaited<ReturnType<typeof startApplication>>;

import type { CallHandler, OpenDatabase, User } from '@archaka/service-kit';
import { createApp } from '@archaka/service-kit/server';
import type { Express, Request, Response } from 'express';
import { createDependencies } from '../../src/composition.ts';
import type { SecondPaymentPolicy } from '../../src/domain/refund.ts';
import { createDecideRefund } from '../../src/features/decide-refund/decide-refund.ts';
import { createEnsureOrderHandler } from '../../src/features/ensure-order/ensure-order.ts';
import { createHandleCallbackRoute } from '../../src/features/handle-callback/handle-callback.ts';
import { createHandleCancelRoute } from '../../src/features/handle-cancel/handle-cancel.ts';
import { createHandleWebhookRoute } from '../../src/features/handle-webhook/handle-webhook.ts';
import { createRecheckPaymentHandler } from '../../src/features/recheck-payment/recheck-payment.ts';
import { createFormBuilder } from '../../src/features/start-checkout/checkout-form.ts';
import { createStartCheckoutHandler } from '../../src/features/start-checkout/start-checkout.ts';
import { createAttemptRepository } from '../../src/persistence/attempt-repository.ts';
import { type Commit, createCrashingDatabase } from './crashing-database.ts';
import { createFakeProvider } from './fake-provider.ts';
import { ProcessRun } from './process-run.ts';
import type { ProviderState } from './provider-state.ts';
import { createRecordingEvents } from './recorded-events.ts';
import { createConfig, examination, log } from './test-config.ts';

const applicant: User = { id: 'user-1', number: '9000000001', name: 'Applicant', sid: 'session' };

interface ProcessOptions {
  readonly db: OpenDatabase;
  readonly theirs: ProviderState;
  readonly secondPayment: SecondPaymentPolicy;
  readonly onCommit: (commit: Commit) => void;
}

/** The service after a start: routes, jobs and commands over the real database, with no state in memory. */
export function startProcess({ db: database, theirs, secondPayment, onCommit }: ProcessOptions) {
  const life = new ProcessRun();
  const db = createCrashingDatabase(database, life, onCommit);
  const config = createConfig(secondPayment);
  const { provider, shown, answersLate } = createFakeProvider(theirs, life);
  const dependencies = createDependencies(
    { db, events: createRecordingEvents(database, life), log, config, examination },
    provider,
  );

  const mayPoll = async () => true;
  const app: Express = createApp({
    log,
    routes: (router) => {
      createHandleCallbackRoute({ ...dependencies, mayPoll, log, keySecret: config.RAZORPAY_KEY_SECRET })(
        router,
      );
      createHandleCancelRoute({ ...dependencies, mayPoll })(router);
      createHandleWebhookRoute({ ...dependencies, log, webhookSecret: config.RAZORPAY_WEBHOOK_SECRET })(
        router,
      );
    },
  });
  const run = (served: CallHandler, body: Record<string, string>) =>
    served.run(body, { user: applicant, request: {} as Request, response: {} as Response }, examination);

  /** Processes due evidence one row at a time: the model follows the last snapshot. */
  async function sweep(): Promise<void> {
    const evidence = database.connection.collection<{ _id: string }>('evidence');
    const isDue = { due_at: { $type: 'date' }, $expr: { $lte: ['$due_at', '$$NOW'] } } as const;
    const tried = new Set<string>();
    for (;;) {
      const entry = await evidence.findOne({ ...isDue, _id: { $nin: [...tried] } }, { sort: { due_at: 1 } });
      if (!entry) return;
      tried.add(entry._id);
      await dependencies.evidenceQueue.processNow(entry._id);
    }
  }
  const startCheckout = createStartCheckoutHandler({
    ...dependencies,
    db,
    buildForm: createFormBuilder(config, examination),
  });
  const attempts = createAttemptRepository(db);

  return {
    life,
    shown,
    answersLate,
    app,
    ensureOrder: (application_id: string) =>
      run(createEnsureOrderHandler(dependencies), {
        application_id,
        user_id: applicant.id,
        number: applicant.number,
      }),
    leave: (order_id: string) => run(startCheckout, { order_id }),
    recheck: (order_id: string) =>
      run(createRecheckPaymentHandler({ ...dependencies, mayPoll }), { order_id }),
    decide: createDecideRefund({ ...dependencies, db, attempts, limit: Number.MAX_SAFE_INTEGER }),
    reconcile: dependencies.pollQueue.drain,
    sweep,
    returning: dependencies.refundQueue.drain,
    /** Abandons all work in flight. */
    whenIdle: async () => {
      // In production the queues do this on a notification.
      await sweep();
      await dependencies.refundQueue.drain().catch(() => undefined);
      await life.whenCommitted();
    },
  };
}
export type Process = ReturnType<typeof startProcess>;

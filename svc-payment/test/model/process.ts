import type { CallHandler, OpenDatabase, User } from '@archaka/service-kit';
import { createApp } from '@archaka/service-kit/server';
import type { Express, Request, Response } from 'express';
import { createParts } from '../../src/composition.ts';
import type { SecondPaymentPolicy } from '../../src/domain/refund.ts';
import { type Decision, decideRefund } from '../../src/features/decide-refund.ts';
import { createEnsureOrderHandler } from '../../src/features/ensure-order.ts';
import { createReturnRoutes } from '../../src/features/handle-return.ts';
import { createWebhookRoute } from '../../src/features/handle-webhook.ts';
import { createRecheckPaymentHandler } from '../../src/features/show-attempts.ts';
import { createStartCheckoutHandler } from '../../src/features/start-checkout.ts';
import { createCrashingDatabase } from './crashing-database.ts';
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
}

/** The service after a start: routes, jobs and commands over the real database, with no state in memory. */
export function startProcess({ db: database, theirs, secondPayment }: ProcessOptions) {
  const life = new ProcessRun();
  const db = createCrashingDatabase(database, life);
  const config = createConfig(secondPayment);
  const { provider, answersLate } = createFakeProvider(theirs, life);
  const parts = {
    ...createParts({ db, events: createRecordingEvents(database, life), log, config, examination }, provider),
    mayPoll: async () => true,
  };
  const app: Express = createApp({
    log,
    routes: (router) => {
      createReturnRoutes({ ...parts, keySecret: config.RAZORPAY_KEY_SECRET })(router);
      createWebhookRoute({ ...parts, webhookSecret: config.RAZORPAY_WEBHOOK_SECRET })(router);
    },
  });
  const run = (served: CallHandler, body: Record<string, string>) =>
    served.run(body, { user: applicant, request: {} as Request, response: {} as Response }, examination);

  /** Processes due evidence one row at a time, so that a sequence repeats. */
  async function sweep(): Promise<void> {
    const evidence = database.connection.collection<{ _id: string }>('evidence');
    const isDue = { due_at: { $type: 'date' }, $expr: { $lte: ['$due_at', '$$NOW'] } } as const;
    const tried = new Set<string>();
    for (;;) {
      const entry = await evidence.findOne({ ...isDue, _id: { $nin: [...tried] } }, { sort: { due_at: 1 } });
      if (!entry) return;
      tried.add(entry._id);
      await parts.evidenceQueue.processNow(entry._id);
    }
  }
  return {
    life,
    answersLate,
    app,
    ensureOrder: (application_id: string) =>
      run(createEnsureOrderHandler(parts), {
        application_id,
        user_id: applicant.id,
        number: applicant.number,
      }),
    leave: (order_id: string) =>
      run(createStartCheckoutHandler(parts, { config, examination }), { order_id }),
    recheck: (order_id: string) => run(createRecheckPaymentHandler(parts), { order_id }),
    decide: (decision: Decision) => decideRefund(parts, { ...decision, limit: Number.MAX_SAFE_INTEGER }),
    reconcile: () => parts.pollQueue.drain(),
    sweep,
    refunding: () => parts.refundQueue.drain(),
    /** Abandons all work in flight. */
    whenIdle: async () => {
      // In production the queues do this on a notification.
      await sweep();
      await parts.refundQueue.drain().catch(() => undefined);
      await life.whenCommitted();
    },
  };
}
export type Process = ReturnType<typeof startProcess>;

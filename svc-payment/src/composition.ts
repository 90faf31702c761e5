import { routes } from '@archaka/contracts';
import { servePersonalData } from '@archaka/privacy-kit';
import {
  defineJob,
  registerGauges,
  type ServiceContext,
  type ServiceModule,
  Tombstones,
  WorkQueue,
} from '@archaka/service-kit';
import { type Config, toAccount } from './config.ts';
import { createEventHandlers } from './events/handlers.ts';
import { createClosePaymentsHandler, createFindOpenPaymentsHandler } from './features/close-payments.ts';
import { createEvidenceProcessor } from './features/confirm-payment/confirm-payment.ts';
import { createEnsureOrderHandler } from './features/ensure-order.ts';
import { createReturnRoutes } from './features/handle-return.ts';
import { createWebhookRoute } from './features/handle-webhook.ts';
import { createPollLimits, type Parts } from './features/parts.ts';
import { pollDueOrder } from './features/poll-due-orders.ts';
import { readSettlements } from './features/read-settlements.ts';
import { createReconcileDayHandler } from './features/reconcile-ledger/reconcile-day.ts';
import { createRefundHandlers, issueRefund } from './features/refunds.ts';
import {
  createListAttemptsHandler,
  createRecheckPaymentHandler,
  createShowAttemptsHandler,
} from './features/show-attempts.ts';
import { createStartCheckoutHandler } from './features/start-checkout.ts';
import { createRepositories } from './persistence/ledger-repository.ts';
import { declarePersonalData } from './personal-data.ts';
import { createProviderRecords, type Provider } from './razorpay/provider.ts';

type PartsContext = Pick<ServiceContext<Config>, 'db' | 'events' | 'log' | 'config' | 'examination'>;

function createParts({ db, events, log, config, examination }: PartsContext, provider: Provider) {
  const repositories = createRepositories(db);
  const { orders, attempts, evidence } = repositories;
  const base = {
    db,
    events,
    log,
    examination,
    provider,
    ...repositories,
    tombstones: new Tombstones(db.connection),
    settings: {
      secondPayment: config.SECOND_PAYMENT,
      captureAfterMs: config.CAPTURE_AFTER_MS,
      firstPollMs: config.RECONCILE_FIRST_MS,
    },
  };
  const refundQueue = new WorkQueue({
    name: 'refunds',
    rows: attempts.rows,
    handle: (attempt, { claimedAt }) => issueRefund(base, attempt, claimedAt),
    concurrency: 2,
    log,
  });
  const parts = { ...base, refundQueue };
  const evidenceQueue = new WorkQueue({
    name: 'evidence',
    rows: evidence.rows,
    handle: createEvidenceProcessor(parts),
    concurrency: 8,
    log,
  });
  const pollQueue = new WorkQueue({
    name: 'polls',
    rows: orders.rows,
    handle: (order, { claimedAt }) => pollDueOrder(parts, order, claimedAt),
    // Mostly waits: with few workers, slow responses of Razorpay would delay the rows that are due.
    concurrency: 12,
    log,
  });
  return { ...parts, evidenceQueue, pollQueue };
}

export async function createServiceModule(
  context: ServiceContext<Config>,
  provider: Provider,
): Promise<ServiceModule> {
  const { db, config } = context;
  const parts = { ...createParts(context, provider), mayPoll: createPollLimits(db) };
  const records = createProviderRecords(toAccount(config));
  const personalData = await servePersonalData('payment', context, declarePersonalData(parts, config));
  registerBacklogMetrics(parts);

  return {
    handlers: [
      createEnsureOrderHandler(parts),
      createStartCheckoutHandler(parts, context),
      createShowAttemptsHandler(parts),
      createListAttemptsHandler(parts),
      createRecheckPaymentHandler(parts),
      createFindOpenPaymentsHandler(parts),
      createClosePaymentsHandler(parts),
      ...createRefundHandlers({ ...parts, audit: context.audit, limit: config.TWO_PEOPLE_ABOVE_PAISE }),
      createReconcileDayHandler({ ...parts, records }),
      ...personalData.handlers,
    ],
    routes: (router) => {
      createReturnRoutes({ ...parts, keySecret: config.RAZORPAY_KEY_SECRET })(router);
      createWebhookRoute({ ...parts, webhookSecret: config.RAZORPAY_WEBHOOK_SECRET })(router);
    },
    publicRoutes: [routes.paymentCallback, routes.paymentCancel, routes.paymentWebhook],
    eventHandlers: [...createEventHandlers(parts), ...personalData.eventHandlers],
    queues: [parts.evidenceQueue, parts.refundQueue, parts.pollQueue, ...personalData.queues],
    jobs: [
      ...personalData.jobs,
      defineJob({
        name: 'settlements',
        ms: 3_600_000,
        run: (signal) => readSettlements(parts, records, signal),
      }),
    ],
  };
}

function registerBacklogMetrics({
  orders,
  evidence,
  attempts,
}: Pick<Parts, 'orders' | 'evidence' | 'attempts'>): void {
  registerGauges(
    {
      payment_unreconciled_orders: 'Orders that are due to be polled at Razorpay',
      payment_unreconciled_oldest_seconds: 'How long the oldest of these orders is overdue',
      payment_unreconciled_parked: 'Orders parked after repeated failed polls while Razorpay responds',
    },
    async () => {
      const { waiting, oldestSeconds, parked } = await orders.readBacklog();
      return {
        payment_unreconciled_orders: waiting,
        payment_unreconciled_oldest_seconds: oldestSeconds,
        payment_unreconciled_parked: parked,
      };
    },
  );
  registerGauges(
    {
      payment_evidence_parked: 'Evidence parked after repeated failures',
      payment_refunds_parked: 'Refunds parked after repeated failures',
    },
    async () => ({
      payment_evidence_parked: (await evidence.readBacklog()).parked,
      payment_refunds_parked: (await attempts.readBacklog()).parked,
    }),
  );
}

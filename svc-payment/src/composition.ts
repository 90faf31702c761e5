import { erasureRequested, getPaymentAudit, paymentPersonErased, routes } from '@archaka/contracts';
import {
  createAuditHandler,
  createDueDates,
  createErasure,
  createWorkQueue,
  defineJob,
  findExamineYear,
  loadExaminations,
  type ServiceContext,
  type ServiceModule,
  Tombstones,
  type WorkQueue,
} from '@archaka/service-kit';
import { type Config, toAccount } from './config.ts';
import { onApplicationClaimLost } from './events/on-application-claim-lost.ts';
import { onApplicationSubmitted } from './events/on-application-submitted.ts';
import { onApplicationWithdrawn } from './events/on-application-withdrawn.ts';
import { registerBacklogMetrics } from './features/backlog-metrics.ts';
import { createClosePaymentsHandler } from './features/close-payments/close-payments.ts';
import { type CloseRecord, createCloseRecord } from './features/close-payments/close-record.ts';
import { type ConfirmPayment, createConfirmPayment } from './features/confirm-payment/confirm-payment.ts';
import { createRetainedData } from './features/delete-overdue-data/retained-data.ts';
import { createProviderOrders } from './features/ensure-order/create-provider-order.ts';
import {
  createEnsureOrderHandler,
  createGetPayableOrder,
  type GetPayableOrder,
} from './features/ensure-order/ensure-order.ts';
import { createErasePerson } from './features/erase-person/erase-person.ts';
import { createExportDataHandler } from './features/export-data/export-data.ts';
import { createFindOpenPaymentsHandler } from './features/find-open-payments/find-open-payments.ts';
import { createHandleCallbackRoute } from './features/handle-callback/handle-callback.ts';
import { createHandleCancelRoute } from './features/handle-cancel/handle-cancel.ts';
import { createHandleWebhookRoute } from './features/handle-webhook/handle-webhook.ts';
import { createIssueRefunds } from './features/issue-refunds/issue-refunds.ts';
import { createPollDueOrders } from './features/poll-due-orders/poll-due-orders.ts';
import { createReadSettlements } from './features/read-settlements/read-settlements.ts';
import { createRecheckPaymentHandler } from './features/recheck-payment/recheck-payment.ts';
import {
  createReadAttempts,
  createShowAttemptsHandler,
  type ReadAttempts,
} from './features/show-attempts/show-attempts.ts';
import { createFormBuilder } from './features/start-checkout/checkout-form.ts';
import { createStartCheckoutHandler } from './features/start-checkout/start-checkout.ts';
import { type AttemptRepository, createAttemptRepository } from './persistence/attempt-repository.ts';
import { createEvidenceRepository, type EvidenceRepository } from './persistence/evidence-repository.ts';
import { createLedgerRepository, type LedgerRepository } from './persistence/ledger-repository.ts';
import { createOrderRepository, type OrderRepository } from './persistence/order-repository.ts';
import { createPollLimits } from './persistence/poll-limits.ts';
import type { Provider } from './razorpay/provider.ts';
import { createProviderRecords } from './razorpay/provider-records.ts';

type CompositionContext = Pick<ServiceContext<Config>, 'db' | 'events' | 'log' | 'config' | 'examination'>;

interface Repositories {
  readonly orders: OrderRepository;
  readonly attempts: AttemptRepository;
  readonly ledgers: LedgerRepository;
  readonly evidence: EvidenceRepository;
}

interface Dependencies extends Repositories {
  readonly db: CompositionContext['db'];
  readonly tombstones: Tombstones;
  readonly log: CompositionContext['log'];
  /** Paise. */
  readonly fee: number;
  readonly evidenceQueue: WorkQueue;
  readonly refundQueue: WorkQueue;
  readonly pollQueue: WorkQueue;
  readonly getPayableOrder: GetPayableOrder;
  readonly pollOrder: ConfirmPayment['pollOrder'];
  readonly readAttempts: ReadAttempts;
}

function createQueues(
  { db, events, log, config }: CompositionContext,
  provider: Provider,
  repositories: Repositories,
) {
  const { orders, attempts, ledgers, evidence } = repositories;
  const refundQueue = createWorkQueue({
    name: 'refunds',
    rows: attempts.refundRows,
    handle: createIssueRefunds({ db, ledgers, evidence, provider, log }),
    concurrency: 2,
    log,
  });
  const { processEvidence, pollOrder } = createConfirmPayment({
    ...repositories,
    ...{ db, provider, events, log, onRefundDue: refundQueue.notify },
    captureAfterMs: config.CAPTURE_AFTER_MS,
    secondPayment: config.SECOND_PAYMENT,
  });
  const evidenceQueue = createWorkQueue({
    name: 'evidence',
    rows: evidence.rows,
    handle: async (entry) => void (await processEvidence(entry)),
    concurrency: 8,
    log,
  });
  const { createProviderOrder, recoverOrder } = createProviderOrders({ db, orders, provider, events, log });
  const pollQueue = createWorkQueue({
    name: 'looks',
    rows: orders.pollRows,
    handle: createPollDueOrders({ pollOrder, recoverOrder, log, minDelayMs: config.RECONCILE_FIRST_MS }),
    // Mostly waits: with few workers, slow responses of Razorpay would delay the rows that are due.
    concurrency: 12,
    log,
  });
  return { refundQueue, evidenceQueue, pollQueue, pollOrder, createProviderOrder };
}

export function createDependencies(context: CompositionContext, provider: Provider): Dependencies {
  const { db, log, config, examination } = context;
  const fee = config.FEE_PAISE ?? examination.fee_paise;
  const orders = createOrderRepository(db, config.RECONCILE_FIRST_MS);
  const attempts = createAttemptRepository(db);
  const ledgers = createLedgerRepository(orders, attempts);
  const evidence = createEvidenceRepository(db);
  const repositories = { orders, attempts, ledgers, evidence };
  const { createProviderOrder, ...queues } = createQueues(context, provider, repositories);
  return {
    db,
    log,
    fee,
    tombstones: new Tombstones(db.connection),
    ...repositories,
    ...queues,
    getPayableOrder: createGetPayableOrder({ db, orders, ledgers, createProviderOrder, fee }),
    readAttempts: createReadAttempts(attempts, evidence),
  };
}

function createPersonErasure(
  { db, events, log, audit, config }: ServiceContext<Config>,
  { orders, closeRecord }: { orders: OrderRepository; closeRecord: CloseRecord },
) {
  const findYear = async (applicationId: string) =>
    findExamineYear([...(await loadExaminations(config.EXAM_FILE)).keys()], applicationId);
  const findDueDate = createDueDates(config);
  const erasePerson = createErasePerson({ orders, closeRecord, findYear, findDueDate });
  return createErasure({
    db,
    events,
    log,
    audit,
    requestEvent: erasureRequested,
    reportEvent: paymentPersonErased,
    erasePerson,
  });
}

export function createServiceModule(context: ServiceContext<Config>, provider: Provider): ServiceModule {
  const { db, log, config, examination } = context;
  const base = createDependencies(context, provider);
  const { orders, attempts, ledgers, evidence, readAttempts } = base;
  const dependencies = { ...base, mayPoll: createPollLimits(db) };
  const records = createProviderRecords(toAccount(config));
  const readSettlements = createReadSettlements({ records, attempts, evidence });
  const closeRecord = createCloseRecord(base);
  const erasure = createPersonErasure(context, { orders, closeRecord });
  const buildForm = createFormBuilder(config, examination);
  registerBacklogMetrics({ orders, attempts, evidence });

  return {
    handlers: [
      createEnsureOrderHandler(dependencies),
      createStartCheckoutHandler({ ...dependencies, buildForm }),
      createShowAttemptsHandler(orders, readAttempts),
      createRecheckPaymentHandler(dependencies),
      createFindOpenPaymentsHandler(base),
      createClosePaymentsHandler(closeRecord),
      createExportDataHandler({ ...base, audit: context.audit }),
      createAuditHandler(getPaymentAudit, context.audit),
    ],
    routes: (router) => {
      createHandleCallbackRoute({ ...dependencies, keySecret: config.RAZORPAY_KEY_SECRET })(router);
      createHandleCancelRoute(dependencies)(router);
      createHandleWebhookRoute({ ...dependencies, webhookSecret: config.RAZORPAY_WEBHOOK_SECRET })(router);
    },
    publicRoutes: [routes.paymentCallback, routes.paymentCancel, routes.paymentWebhook],
    eventHandlers: [
      onApplicationSubmitted(base),
      onApplicationWithdrawn(base),
      onApplicationClaimLost(ledgers, log),
      erasure.eventHandler,
    ],
    queues: [base.evidenceQueue, base.refundQueue, base.pollQueue, erasure.queue],
    retainedData: createRetainedData(base),
    jobs: [defineJob({ name: 'settlements', ms: 3_600_000, run: readSettlements })],
  };
}

import { createWorkQueue, type ServiceContext } from '@archaka/service-kit';
import type { z } from 'zod';
import { type config, toAccount } from './config.ts';
import { registerBacklogMetrics } from './features/backlog-metrics.ts';
import { createConfirmPayment } from './features/confirm-payment/confirm-payment.ts';
import { createProviderOrders } from './features/ensure-order/create-provider-order.ts';
import { createGetPayableOrder } from './features/ensure-order/payable-order.ts';
import { createIssueRefunds } from './features/issue-refunds/issue-refunds.ts';
import { createPollDueOrders } from './features/poll-due-orders/poll-due-orders.ts';
import { createReadSettlements } from './features/read-settlements/read-settlements.ts';
import { createReadAttempts } from './features/show-attempts/show-attempts.ts';
import { createAttemptRepository } from './persistence/attempt-repository.ts';
import { createEvidenceRepository } from './persistence/evidence-repository.ts';
import { createLedgerRepository } from './persistence/ledger-repository.ts';
import { createOrderRepository } from './persistence/order-repository.ts';
import type { Provider } from './razorpay/provider.ts';
import { createProviderRecords } from './razorpay/provider-records.ts';

export type Config = z.infer<typeof config>;

type CompositionDependencies = Pick<
  ServiceContext<Config>,
  'db' | 'events' | 'log' | 'config' | 'examination'
>;

/** The stores, and the use cases that several doors of the service share. */
export function createDependencies(
  { db, events, log, config, examination }: CompositionDependencies,
  provider: Provider,
) {
  const fee = config.FEE_PAISE ?? examination.fee_paise;
  const orders = createOrderRepository(db, config.RECONCILE_FIRST_MS);
  const attempts = createAttemptRepository(db);
  const ledgers = createLedgerRepository(orders, attempts);
  const evidence = createEvidenceRepository(db);
  const records = createProviderRecords(toAccount(config));

  const refundQueue = createWorkQueue({
    name: 'refunds',
    rows: attempts.refundRows,
    handle: createIssueRefunds({ db, ledgers, evidence, provider, log }),
    concurrency: 2,
    log,
  });

  const { processEvidence, pollOrder } = createConfirmPayment({
    ...{ db, orders, attempts, ledgers, evidence, provider, events, log, onRefundDue: refundQueue.notify },
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
    handle: createPollDueOrders({
      pollOrder,
      recoverOrder,
      log,
      minDelayMs: config.RECONCILE_FIRST_MS,
    }),
    concurrency: 5,
    log,
  });

  return {
    ...{ fee, orders, ledgers, evidence, evidenceQueue, refundQueue, pollQueue },
    getPayableOrder: createGetPayableOrder({ db, orders, ledgers, createProviderOrder, fee }),
    pollOrder,
    readAttempts: createReadAttempts(attempts, evidence),
    readSettlements: createReadSettlements({ records, attempts, evidence }),
    registerBacklogMetrics: () => registerBacklogMetrics({ orders, attempts, evidence }),
  };
}

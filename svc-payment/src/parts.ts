import { type Context, workQueue } from '@archaka/service-kit';
import type { z } from 'zod';
import { accountOf, type config } from './config.ts';
import { orderToPay } from './features/ensure-order/order-to-pay.ts';
import { placeOrder } from './features/ensure-order/place-order.ts';
import { readSettlements } from './features/read-settlements/read-settlements.ts';
import { reconcile } from './features/reconcile/reconcile.ts';
import { returnMoney } from './features/return-money/return-money.ts';
import { askNow } from './features/settle-order/ask-now.ts';
import { looks as looksAt } from './features/settle-order/look-at-order.ts';
import { settleOrder } from './features/settle-order/settle-order.ts';
import { attemptsOf } from './features/show-attempts/show-attempts.ts';
import { showBacklogs } from './features/show-backlogs.ts';
import { digestEvidence } from './features/work-on-evidence/digest.ts';
import type { Provider } from './razorpay/provider.ts';
import { razorpayRecords } from './razorpay/records.ts';
import { attemptStore } from './store/attempts.ts';
import { bookStore } from './store/books.ts';
import { evidenceStore } from './store/evidence.ts';
import { orderStore } from './store/orders.ts';

export type Config = z.infer<typeof config>;

type Setting = Pick<Context<Config>, 'db' | 'events' | 'log' | 'config' | 'facts'>;

/** The stores, and the use cases that several doors of the service share. */
export function makeParts({ db, events, log, config, facts }: Setting, provider: Provider) {
  const fee = config.FEE_PAISE ?? facts.fee_paise;
  const orders = orderStore(db, config.RECONCILE_FIRST_MS);
  const attempts = attemptStore(db);
  const books = bookStore(orders, attempts);
  const evidence = evidenceStore(db);
  const records = razorpayRecords(accountOf(config));

  const refundQueue = workQueue({
    name: 'refunds',
    rows: attempts.refundRows,
    handle: returnMoney({ db, books, evidence, provider, log }),
    concurrency: 2,
    log,
  });
  const onReturning = refundQueue.notify;

  const looks = looksAt(provider, config.CAPTURE_AFTER_MS);
  const settle = settleOrder({
    db,
    books,
    evidence,
    events,
    log,
    onReturning,
    secondPayment: config.SECOND_PAYMENT,
  });
  const { refundNews } = attempts;
  const digest = digestEvidence({ orders, books, refundNews, evidence, looks, settle, onReturning, log });
  const evidenceQueue = workQueue({
    name: 'evidence',
    rows: evidence.rows,
    handle: async (piece) => void (await digest(piece)),
    concurrency: 8,
    log,
  });
  const { place, findLost } = placeOrder({ db, orders, provider, events, log });
  const lookQueue = workQueue({
    name: 'looks',
    rows: orders.lookRows,
    handle: reconcile({ looks, settle, findLost, log, firstMs: config.RECONCILE_FIRST_MS }),
    concurrency: 5,
    log,
  });

  return {
    ...{ fee, orders, books, evidence, evidenceQueue, refundQueue, lookQueue },
    orderToPay: orderToPay({ db, orders, books, place, fee }),
    askNow: askNow(looks, settle),
    attempts: attemptsOf(attempts, evidence),
    settlements: readSettlements({ records, attempts, evidence }),
    showBacklogs: () => showBacklogs({ orders, attempts, evidence }),
  };
}

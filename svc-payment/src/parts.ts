import type { Context } from '@archaka/service-kit';
import type { z } from 'zod';
import { accountOf, type config } from './config.ts';
import { answersFirst } from './features/answers-first.ts';
import { orderToPay } from './features/ensure-order/order-to-pay.ts';
import { placeOrder } from './features/ensure-order/place-order.ts';
import { readSettlements } from './features/read-settlements/read-settlements.ts';
import { reconcile } from './features/reconcile/reconcile.ts';
import { returnMoney } from './features/return-money/return-money.ts';
import { askNow } from './features/settle-order/ask-now.ts';
import { looks as looksAt } from './features/settle-order/look-at-order.ts';
import { settleOrder } from './features/settle-order/settle-order.ts';
import { attemptsOf } from './features/show-attempts/show-attempts.ts';
import { workInHand } from './features/work-in-hand.ts';
import { digestEvidence } from './features/work-on-evidence/digest.ts';
import { knownBy } from './features/work-on-evidence/nothing-new.ts';
import { sweepEvidence, workOnEvidence } from './features/work-on-evidence/work-on-evidence.ts';
import { workSoon } from './features/work-on-evidence/work-soon.ts';
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

  const inHand = workInHand(log);
  const returning = returnMoney({ db, attempts, books, evidence, provider, log });
  const onReturning = () => inHand.add(returning(new AbortController().signal));

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
  const isKnown = knownBy(attempts);
  const digest = digestEvidence({ orders, attempts, evidence, isKnown, looks, settle, onReturning, log });
  const workOn = workOnEvidence({ evidence, digest, log });
  const { answering, inTurn } = answersFirst();
  const soon = workSoon(inTurn(workOn));
  const { place, findLost } = placeOrder({ db, orders, provider, events, log });

  return {
    ...{ fee, orders, books, evidence, inHand, returning, workOn, isKnown, answering },
    orderToPay: orderToPay({ db, orders, books, place, fee }),
    workSoon: (key: string) => inHand.add(soon(key)),
    askNow: askNow(looks, settle),
    attempts: attemptsOf(attempts, evidence),
    sweep: sweepEvidence({ takeDue: inTurn(evidence.takeDue), digest }),
    settlements: readSettlements({ records, attempts, evidence }),
    reconcile: reconcile({
      orders,
      takeDue: inTurn(orders.takeDue),
      looks,
      settle,
      findLost,
      log,
      firstMs: config.RECONCILE_FIRST_MS,
    }),
  };
}

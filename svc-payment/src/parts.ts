import type { Context } from '@archaka/service-kit';
import type { z } from 'zod';
import type { config } from './config.ts';
import { placeOrder } from './features/ensure-order/place-order.ts';
import { reconcile } from './features/reconcile/reconcile.ts';
import { returnMoney } from './features/return-money/return-money.ts';
import { askNow } from './features/settle-order/ask-now.ts';
import { looks as looksAt } from './features/settle-order/look-at-order.ts';
import { settleOrder } from './features/settle-order/settle-order.ts';
import { attemptsOf } from './features/show-attempts/show-attempts.ts';
import { workInHand } from './features/work-in-hand.ts';
import { digestEvidence } from './features/work-on-evidence/digest.ts';
import { sweepEvidence, workOnEvidence } from './features/work-on-evidence/work-on-evidence.ts';
import { razorpay } from './razorpay/provider.ts';
import { attemptStore } from './store/attempts.ts';
import { bookStore } from './store/books.ts';
import { evidenceStore } from './store/evidence.ts';
import { orderStore } from './store/orders.ts';

export type Config = z.infer<typeof config>;

/** The stores, Razorpay, and the use cases that several doors of the service share. */
export function makeParts({ db, events, log, config }: Context<Config>) {
  const orders = orderStore(db, config.RECONCILE_FIRST_MS);
  const attempts = attemptStore(db);
  const books = bookStore(orders, attempts);
  const evidence = evidenceStore(db);
  const provider = razorpay({
    keyId: config.RAZORPAY_KEY_ID,
    keySecret: config.RAZORPAY_KEY_SECRET,
    url: config.RAZORPAY_URL,
  });

  const inHand = workInHand(log);
  const returning = returnMoney({ db, attempts, books, evidence, provider, log });
  const onReturning = () => inHand.add(returning(new AbortController().signal));

  const looks = looksAt(provider, config.CAPTURE_AFTER_MS);
  const settle = settleOrder({ db, books, evidence, events, log, onReturning });
  const digest = digestEvidence({ orders, attempts, evidence, looks, settle, onReturning, log });
  const workOn = workOnEvidence({ evidence, digest, log });
  const { place, findLost } = placeOrder({ db, orders, provider, events, log });

  return {
    ...{ orders, books, evidence, inHand, returning, place, workOn },
    workSoon: (key: string) => inHand.add(workOn(key)),
    askNow: askNow(looks, settle),
    attempts: attemptsOf(books, evidence),
    sweep: sweepEvidence({ evidence, digest }),
    reconcile: reconcile({ orders, looks, settle, findLost, log, firstMs: config.RECONCILE_FIRST_MS }),
  };
}

import {
  orderCreated,
  paymentCancelled,
  paymentCaptured,
  paymentFailed,
  paymentReversed,
  routes,
} from '@archaka/contracts';
import { every, limitOn, runService } from '@archaka/service-kit';
import { accountOf, config } from './config.ts';
import { ensureOrderHandler } from './features/ensure-order/ensure-order.ts';
import { knowApplication } from './features/know-application/know-application.ts';
import { checkoutForms } from './features/leave-for-checkout/checkout-form.ts';
import { leaveHandler } from './features/leave-for-checkout/leave-for-checkout.ts';
import { timelineRoute } from './features/print-timeline/route.ts';
import { recheckHandler } from './features/recheck-payment/recheck-payment.ts';
import { claimLost } from './features/return-money/claim-lost.ts';
import { showAttemptsHandler } from './features/show-attempts/show-attempts.ts';
import { callbackRoute } from './features/take-callback/take-callback.ts';
import { cancelRoute } from './features/take-cancel/take-cancel.ts';
import { signedBy } from './features/take-webhook/secrets.ts';
import { webhookRoute } from './features/take-webhook/take-webhook.ts';
import { makeParts } from './parts.ts';
import { razorpay } from './razorpay/provider.ts';
import { createPollLimits } from './store/poll-limits.ts';

const TIMELINES = { name: 'timelines', points: 60, seconds: 600 };

await runService({
  name: 'svc-payment',
  service: 'payment',
  config,
  publishes: [orderCreated, paymentCaptured, paymentFailed, paymentCancelled, paymentReversed],
  build: (context) => {
    const { db, log, facts, config, guard } = context;
    const parts = makeParts(context, razorpay(accountOf(config)));
    const { orders, books, attempts, fee, evidenceQueue, refundQueue, lookQueue } = parts;
    const mayPoll = createPollLimits(db);
    parts.showBacklogs();

    return {
      handlers: [
        ensureOrderHandler(parts),
        leaveHandler({ ...parts, db, formFor: checkoutForms(config, facts) }),
        showAttemptsHandler(orders, attempts),
        recheckHandler({ ...parts, mayPoll }),
      ],
      routes: (router) => {
        callbackRoute({ ...parts, mayPoll, log, keySecret: config.RAZORPAY_KEY_SECRET })(router);
        cancelRoute({ ...parts, mayPoll })(router);
        webhookRoute({ ...parts, log, isSigned: signedBy(config) })(router);
        timelineRoute({ guard, orders, attempts, facts, asks: limitOn(db, TIMELINES) })(router);
      },
      publicRoutes: [
        routes.paymentCallback,
        routes.paymentCancel,
        routes.paymentWebhook,
        routes.paymentTimeline,
      ],
      takes: [knowApplication(orders, fee), claimLost(books, log)],
      queues: [evidenceQueue, refundQueue, lookQueue],
      jobs: [every({ name: 'settlements', ms: config.SETTLEMENTS_MS, run: parts.settlements })],
    };
  },
});

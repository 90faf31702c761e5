import { orderCreated, paymentCancelled, paymentCaptured, paymentFailed, routes } from '@archaka/contracts';
import { every, runService } from '@archaka/service-kit';
import { config } from './config.ts';
import { ensureOrderHandler } from './features/ensure-order/ensure-order.ts';
import { knowApplication } from './features/know-application/know-application.ts';
import { checkoutForms } from './features/leave-for-checkout/checkout-form.ts';
import { leaveHandler } from './features/leave-for-checkout/leave-for-checkout.ts';
import { recheckHandler } from './features/recheck-payment/recheck-payment.ts';
import { claimLost } from './features/return-money/claim-lost.ts';
import { showAttemptsHandler } from './features/show-attempts/show-attempts.ts';
import { callbackRoute } from './features/take-callback/take-callback.ts';
import { cancelRoute } from './features/take-cancel/take-cancel.ts';
import { webhookRoute } from './features/take-webhook/take-webhook.ts';
import { makeParts } from './parts.ts';

const SWEEP_MS = 2_000;

await runService({
  name: 'svc-payment',
  service: 'payment',
  config,
  publishes: [orderCreated, paymentCaptured, paymentFailed, paymentCancelled],
  build: (context) => {
    const { db, log, facts, config } = context;
    const parts = makeParts(context);
    const { orders, books, attempts } = parts;
    const fee = config.FEE_PAISE ?? facts.fee_paise;
    const firstMs = config.RECONCILE_FIRST_MS;

    return {
      handlers: [
        ensureOrderHandler({ ...parts, fee }),
        leaveHandler({ ...parts, db, formFor: checkoutForms(config, facts) }),
        showAttemptsHandler(orders, attempts),
        recheckHandler(parts),
      ],
      routes: (router) => {
        callbackRoute({ ...parts, log, keySecret: config.RAZORPAY_KEY_SECRET })(router);
        cancelRoute({ ...parts, log })(router);
        webhookRoute({ ...parts, log, secret: config.RAZORPAY_WEBHOOK_SECRET })(router);
      },
      publicRoutes: [routes.paymentCallback, routes.paymentCancel, routes.paymentWebhook],
      takes: [knowApplication(orders, fee), claimLost(books, log)],
      jobs: [
        every({ name: 'evidence', ms: SWEEP_MS, run: parts.sweep }),
        every({ name: 'refunds', ms: SWEEP_MS, run: parts.returning }),
        every({ name: 'reconcile', ms: Math.ceil(firstMs / 4), run: parts.reconcile }),
      ],
      close: () => parts.inHand.finished(),
    };
  },
});

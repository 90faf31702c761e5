import {
  orderCreated,
  paymentCancelled,
  paymentCaptured,
  paymentFailed,
  paymentReversed,
  routes,
} from '@archaka/contracts';
import { createRateLimiter, defineJob, runService } from '@archaka/service-kit';
import { createDependencies } from './composition.ts';
import { config, toAccount } from './config.ts';
import { onApplicationClaimLost } from './events/on-application-claim-lost.ts';
import { onApplicationSubmitted } from './events/on-application-submitted.ts';
import { createEnsureOrderHandler } from './features/ensure-order/ensure-order.ts';
import { createHandleCallbackRoute } from './features/handle-callback/handle-callback.ts';
import { createHandleCancelRoute } from './features/handle-cancel/handle-cancel.ts';
import { createHandleWebhookRoute } from './features/handle-webhook/handle-webhook.ts';
import { createSignatureVerifier } from './features/handle-webhook/signature-verifier.ts';
import { createPrintTimelineRoute } from './features/print-timeline/print-timeline.ts';
import { createRecheckPaymentHandler } from './features/recheck-payment/recheck-payment.ts';
import { createShowAttemptsHandler } from './features/show-attempts/show-attempts.ts';
import { createFormBuilder } from './features/start-checkout/checkout-form.ts';
import { createStartCheckoutHandler } from './features/start-checkout/start-checkout.ts';
import { createPollLimits } from './persistence/poll-limits.ts';
import { createProvider } from './razorpay/provider.ts';

const TIMELINE_RATE_LIMIT = { name: 'timelines', points: 60, seconds: 600 };

await runService({
  name: 'svc-payment',
  service: 'payment',
  config,
  publishedEvents: [orderCreated, paymentCaptured, paymentFailed, paymentCancelled, paymentReversed],
  build: (context) => {
    const { db, log, examination, config, guard } = context;
    const dependencies = createDependencies(context, createProvider(toAccount(config)));
    const { orders, ledgers, readAttempts, fee, evidenceQueue, refundQueue, pollQueue } = dependencies;
    const mayPoll = createPollLimits(db);
    dependencies.registerBacklogMetrics();

    return {
      handlers: [
        createEnsureOrderHandler(dependencies),
        createStartCheckoutHandler({
          ...dependencies,
          db,
          buildForm: createFormBuilder(config, examination),
        }),
        createShowAttemptsHandler(orders, readAttempts),
        createRecheckPaymentHandler({ ...dependencies, mayPoll }),
      ],
      routes: (router) => {
        createHandleCallbackRoute({ ...dependencies, mayPoll, log, keySecret: config.RAZORPAY_KEY_SECRET })(
          router,
        );
        createHandleCancelRoute({ ...dependencies, mayPoll })(router);
        createHandleWebhookRoute({ ...dependencies, log, isSigned: createSignatureVerifier(config) })(router);
        createPrintTimelineRoute({
          guard,
          orders,
          readAttempts,
          examination,
          rateLimiter: createRateLimiter(db, TIMELINE_RATE_LIMIT),
        })(router);
      },
      publicRoutes: [
        routes.paymentCallback,
        routes.paymentCancel,
        routes.paymentWebhook,
        routes.paymentTimeline,
      ],
      eventHandlers: [onApplicationSubmitted(orders, fee), onApplicationClaimLost(ledgers, log)],
      queues: [evidenceQueue, refundQueue, pollQueue],
      jobs: [
        defineJob({ name: 'settlements', ms: config.SETTLEMENTS_MS, run: dependencies.readSettlements }),
      ],
    };
  },
});

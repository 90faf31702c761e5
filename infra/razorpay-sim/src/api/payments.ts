import { type Request, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { toCollection } from '../entities.ts';
import { badRequest, unknownId } from '../errors.ts';
import type { Idempotency } from '../ledger/ledger.ts';
import { capturePayment } from '../money/payments.ts';
import { refundPayment } from '../money/refunds.ts';
import type { Simulator } from '../simulator.ts';
import {
  createPaiseSchema,
  listSchema,
  MIN_AMOUNT_MESSAGE,
  notesSchema,
  paginate,
  parse,
  parseId,
  receiptSchema,
} from './parse.ts';
import { withFaults } from './routes.ts';

const captureSchema = z.strictObject({
  amount: createPaiseSchema(MIN_AMOUNT_MESSAGE),
  currency: z.literal('INR', 'Currency is not supported').default('INR'),
});

const refundSchema = z.strictObject({
  amount: createPaiseSchema(MIN_AMOUNT_MESSAGE).optional(),
  speed: z.literal('normal').default('normal'),
  notes: notesSchema,
  receipt: receiptSchema,
});

type Handle = (work: (request: Request) => object) => RequestHandler;

/** https://razorpay.com/docs/api/payments */
export function createPaymentRoutes(simulator: Simulator): Router {
  const { ledger } = simulator;
  const router = Router();
  const handle: Handle = (work) => withFaults(simulator, 'payments_api', work);
  router.get(
    '/',
    handle(({ query }) => {
      const range = parse(listSchema, query);
      return toCollection(
        paginate(
          ledger.payments().map(({ payment }) => payment),
          range,
        ),
      );
    }),
  );
  router.get(
    '/:id',
    handle(({ params }) => ledger.getPayment(parseId(params)).payment),
  );
  router.post(
    '/:id/capture',
    handle(({ params, body }) =>
      capturePayment(simulator, parseId(params), parse(captureSchema, body ?? {}).amount),
    ),
  );
  registerRefundRoutes(router, simulator, handle);
  return router;
}

/** https://razorpay.com/docs/api/refunds */
function registerRefundRoutes(router: Router, simulator: Simulator, handle: Handle): void {
  const { ledger } = simulator;
  router.post(
    '/:id/refund',
    handle((request) => {
      const { speed: _normal, ...refund } = parse(refundSchema, request.body ?? {});
      const idempotency = parseIdempotency(request);
      return refundPayment(simulator, parseId(request.params), { ...refund, idempotency });
    }),
  );
  router.get(
    '/:id/refunds',
    handle(({ params, query }) => {
      const { payment } = ledger.getPayment(parseId(params));
      const found = ledger.findRefundsByPayment(payment.id).map(({ refund }) => refund);
      return toCollection(paginate(found, parse(listSchema, query)));
    }),
  );
  router.get(
    '/:id/refunds/:refund',
    handle(({ params }) => {
      const { refund } = ledger.getRefund(String(params.refund));
      if (refund.payment_id !== params.id) throw unknownId();
      return refund;
    }),
  );
}

const KEY_PATTERN = /^[A-Za-z0-9_-]+$/;

/** https://razorpay.com/docs/api/refunds/normal-refunds-idempotent */
function parseIdempotency(request: Request): Idempotency {
  const key = request.get('x-refund-idempotency');
  if (key === undefined) throw badRequest('The X-Refund-Idempotency header is required.');
  if (key.length < 10) throw badRequest('The idempotency key must be at least 10 characters long.');
  if (!KEY_PATTERN.test(key)) {
    throw badRequest(
      'The idempotency key must only contain alphanumeric characters, underscores, and hyphens',
    );
  }
  return { key, request: JSON.stringify(request.body ?? {}) };
}

import { type Request, Router } from 'express';
import { z } from 'zod';
import { collection } from '../entities.ts';
import type { Idempotency } from '../ledger/facts.ts';
import { capturePayment } from '../money/capture-payment.ts';
import { refundPayment } from '../money/refund-payment.ts';
import { badRequest, unknownId } from '../provider-error.ts';
import type { Simulator } from '../simulator.ts';
import { answering } from './answer.ts';
import { idIn, LEAST_AMOUNT, listSchema, notesSchema, page, paise, parse, receiptSchema } from './parse.ts';

const captureSchema = z.strictObject({
  amount: paise(LEAST_AMOUNT),
  currency: z.literal('INR', 'Currency is not supported').default('INR'),
});

const refundSchema = z.strictObject({
  amount: paise(LEAST_AMOUNT).optional(),
  speed: z.enum(['normal', 'optimum']).default('normal'),
  notes: notesSchema,
  receipt: receiptSchema,
});

/** https://razorpay.com/docs/api/payments and …/api/refunds */
export function payments(simulator: Simulator): Router {
  const { ledger } = simulator;
  const router = Router();
  const answer = (work: (request: Request) => object) => answering(simulator, 'payments_api', work);
  router.get(
    '/',
    answer(({ query }) => {
      const range = parse(listSchema, query);
      return collection(
        page(
          ledger.payments().map(({ payment }) => payment),
          range,
        ),
      );
    }),
  );
  router.get(
    '/:id',
    answer(({ params }) => ledger.getPayment(idIn(params)).payment),
  );
  router.post(
    '/:id/capture',
    answer(({ params, body }) =>
      capturePayment(simulator, idIn(params), parse(captureSchema, body ?? {}).amount),
    ),
  );
  router.post(
    '/:id/refund',
    answer((request) => {
      const refund = parse(refundSchema, request.body ?? {});
      return refundPayment(simulator, idIn(request.params), {
        ...refund,
        idempotency: idempotencyOf(request, ledger.faults.refunds_need_key),
      });
    }),
  );
  router.get(
    '/:id/refunds',
    answer(({ params, query }) => {
      const { payment } = ledger.getPayment(idIn(params));
      const found = ledger.refundsOf(payment.id).map(({ refund }) => refund);
      return collection(page(found, parse(listSchema, query)));
    }),
  );
  router.get(
    '/:id/refunds/:refund',
    answer(({ params }) => {
      const { refund } = ledger.getRefund(String(params.refund));
      if (refund.payment_id !== params.id) throw unknownId();
      return refund;
    }),
  );
  return router;
}

const keyShape = /^[A-Za-z0-9_-]+$/;

/** https://razorpay.com/docs/api/refunds/normal-refunds-idempotent */
function idempotencyOf(request: Request, needed: boolean): Idempotency | null {
  const key = request.get('x-refund-idempotency');
  if (key === undefined) {
    if (needed) throw badRequest('The X-Refund-Idempotency header is required.');
    return null;
  }
  if (key.length < 10) throw badRequest('The idempotency key must be at least 10 characters long.');
  if (!keyShape.test(key)) {
    throw badRequest(
      'The idempotency key must only contain alphanumeric characters, underscores, and hyphens',
    );
  }
  return { key, request: JSON.stringify(request.body ?? {}) };
}

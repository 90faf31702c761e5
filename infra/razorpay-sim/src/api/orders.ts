import { type Request, Router } from 'express';
import { z } from 'zod';
import { collection } from '../entities.ts';
import { placeOrder } from '../money/place-order.ts';
import type { Simulator } from '../simulator.ts';
import { answering } from './answer.ts';
import {
  idIn,
  LEAST_AMOUNT,
  notesSchema,
  orderListSchema,
  page,
  paise,
  parse,
  receiptSchema,
} from './parse.ts';

const yes = z.union([z.literal(true), z.literal(1), z.literal('1'), z.literal('true')]).transform(() => true);
const no = z
  .union([z.literal(false), z.literal(0), z.literal('0'), z.literal('false')])
  .transform(() => false);

const orderSchema = z.strictObject({
  amount: paise(LEAST_AMOUNT),
  currency: z.literal('INR', 'Currency is not supported'),
  receipt: receiptSchema,
  notes: notesSchema,
  payment_capture: z.union([yes, no]).default(true),
  payment: z
    .strictObject({
      capture: z.enum(['automatic', 'manual']),
      capture_options: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
});

/** https://razorpay.com/docs/api/orders */
export function orders(simulator: Simulator): Router {
  const { ledger } = simulator;
  const router = Router();
  const answer = (work: (request: Request) => object) => answering(simulator, 'orders_api', work);

  router.post(
    '/',
    answer(({ body }) => {
      const { amount, receipt, notes, payment, payment_capture } = parse(orderSchema, body ?? {});
      const capture = payment?.capture ?? (payment_capture ? 'automatic' : 'manual');
      return placeOrder(simulator, { amount, receipt, notes, capture });
    }),
  );
  router.get(
    '/',
    answer(({ query }) => {
      const { receipt, ...range } = parse(orderListSchema, query);
      const found = receipt === undefined ? ledger.orders() : ledger.ordersWithReceipt(receipt);
      return collection(
        page(
          found.map(({ order }) => order),
          range,
        ),
      );
    }),
  );
  router.get(
    '/:id',
    answer(({ params }) => ledger.getOrder(idIn(params)).order),
  );
  router.get(
    '/:id/payments',
    answer(({ params }) => {
      const { order } = ledger.getOrder(idIn(params));
      return collection(ledger.paymentsOf(order.id).map(({ payment }) => payment));
    }),
  );
  return router;
}

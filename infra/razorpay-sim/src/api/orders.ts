import { type Request, Router } from 'express';
import { z } from 'zod';
import { createId, getUnixTime, type Notes, type Order, toCollection } from '../entities.ts';
import type { Simulator } from '../simulator.ts';
import {
  createPaiseSchema,
  MIN_AMOUNT_MESSAGE,
  notesSchema,
  orderListSchema,
  paginate,
  parse,
  parseId,
  receiptSchema,
} from './parse.ts';
import { withFaults } from './routes.ts';

const yes = z.union([z.literal(true), z.literal(1), z.literal('1'), z.literal('true')]).transform(() => true);
const no = z
  .union([z.literal(false), z.literal(0), z.literal('0'), z.literal('false')])
  .transform(() => false);

const orderSchema = z.strictObject({
  amount: createPaiseSchema(MIN_AMOUNT_MESSAGE),
  currency: z.literal('INR', 'Currency is not supported'),
  receipt: receiptSchema,
  notes: notesSchema,
  payment_capture: z.union([yes, no]).default(true),
  payment: z
    .strictObject({
      capture: z.enum(['automatic', 'manual']),
    })
    .optional(),
});

type OrderRequest = {
  amount: number;
  receipt: string | null;
  notes: Notes;
  capture: 'automatic' | 'manual';
};

/** Always creates a new order: Razorpay does not deduplicate by receipt. */
export function createOrder(simulator: Simulator, { amount, receipt, notes, capture }: OrderRequest): Order {
  const order: Order = {
    id: createId('order_'),
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency: 'INR',
    receipt,
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes,
    created_at: getUnixTime(),
  };
  simulator.recordEvents([{ fact: 'order', record: { order, capture } }], []);
  return order;
}

/** https://razorpay.com/docs/api/orders */
export function createOrderRoutes(simulator: Simulator): Router {
  const { ledger } = simulator;
  const router = Router();
  const handle = (work: (request: Request) => object) => withFaults(simulator, 'orders_api', work);

  router.post(
    '/',
    handle(({ body }) => {
      const { amount, receipt, notes, payment, payment_capture } = parse(orderSchema, body ?? {});
      const capture = payment?.capture ?? (payment_capture ? 'automatic' : 'manual');
      return createOrder(simulator, { amount, receipt, notes, capture });
    }),
  );
  router.get(
    '/',
    handle(({ query }) => {
      const { receipt, ...range } = parse(orderListSchema, query);
      const found = receipt === undefined ? ledger.orders() : ledger.findOrdersByReceipt(receipt);
      return toCollection(
        paginate(
          found.map(({ order }) => order),
          range,
        ),
      );
    }),
  );
  router.get(
    '/:id',
    handle(({ params }) => ledger.getOrder(parseId(params)).order),
  );
  router.get(
    '/:id/payments',
    handle(({ params }) => {
      const { order } = ledger.getOrder(parseId(params));
      return toCollection(ledger.findPaymentsByOrder(order.id).map(({ payment }) => payment));
    }),
  );
  return router;
}

import { Router } from 'express';
import { parse } from '../api/parse.ts';
import { type Faults, faultsSchema } from '../faults.ts';
import { settlePayments } from '../money/settle-payments.ts';
import type { Simulator } from '../simulator.ts';
import { changeDispute, refundOnDashboard } from './dashboard.ts';
import { simulatePayment } from './payments.ts';

/** Control routes for tests; Razorpay has no equivalent. */
export function createControlRoutes(simulator: Simulator): Router {
  const { ledger } = simulator;
  const router = Router();
  router.post('/payments', ({ body }, response) => {
    response.json(simulatePayment(simulator, body ?? {}));
  });
  router.post('/refunds', ({ body }, response) => {
    response.json(refundOnDashboard(simulator, body ?? {}));
  });
  router.post('/disputes', ({ body }, response) => {
    response.json(changeDispute(simulator, body ?? {}));
  });
  router.post('/settlements', (_request, response) => {
    response.json(settlePayments(simulator) ?? { settlement: null, items: [] });
  });
  router.post('/faults', ({ body }, response) => {
    const faults: Faults = { ...ledger.faults, ...omitUndefined(parse(faultsSchema.partial(), body ?? {})) };
    simulator.recordEvents([{ fact: 'faults', faults }], []);
    response.json(ledger.faults);
  });
  router.post('/reset', (_request, response) => {
    simulator.recordEvents([{ fact: 'reset' }], []);
    response.json(ledger.faults);
  });
  router.get('/ledger', (_request, response) => {
    response.json({
      orders: ledger.orders().map(({ order }) => order),
      payments: ledger.payments().map(({ payment }) => payment),
      refunds: ledger.refunds().map(({ refund }) => refund),
      disputes: ledger.disputes(),
      settlements: ledger.settlements().map(({ settlement }) => settlement),
      deliveries: ledger.deliveries(),
      faults: ledger.faults,
    });
  });
  return router;
}

type DefinedValues<Values> = { [Key in keyof Values]?: Exclude<Values[Key], undefined> };

/** Only the keys with a value. */
function omitUndefined<Values extends object>(values: Values): DefinedValues<Values> {
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as DefinedValues<Values>;
}

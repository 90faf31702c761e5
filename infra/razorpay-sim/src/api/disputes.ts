import { type Request, Router } from 'express';
import { toCollection } from '../entities.ts';
import type { Simulator } from '../simulator.ts';
import { listSchema, paginate, parse, parseId } from './parse.ts';
import { withFaults } from './with-faults.ts';

/** https://razorpay.com/docs/api/disputes */
export function createDisputeRoutes(simulator: Simulator): Router {
  const { ledger } = simulator;
  const router = Router();
  const handle = (work: (request: Request) => object) => withFaults(simulator, 'payments_api', work);
  router.get(
    '/',
    handle(({ query }) => toCollection(paginate(ledger.disputes(), parse(listSchema, query)))),
  );
  router.get(
    '/:id',
    handle(({ params }) => ledger.getDispute(parseId(params))),
  );
  return router;
}

import { type Request, Router } from 'express';
import { collection } from '../entities.ts';
import type { Simulator } from '../simulator.ts';
import { answering } from './answer.ts';
import { idIn, listSchema, page, parse } from './parse.ts';

/** https://razorpay.com/docs/api/disputes */
export function disputes(simulator: Simulator): Router {
  const { ledger } = simulator;
  const router = Router();
  const answer = (work: (request: Request) => object) => answering(simulator, 'payments_api', work);
  router.get(
    '/',
    answer(({ query }) => collection(page(ledger.disputes(), parse(listSchema, query)))),
  );
  router.get(
    '/:id',
    answer(({ params }) => ledger.getDispute(idIn(params))),
  );
  return router;
}

import { Router } from 'express';
import type { Simulator } from '../simulator.ts';
import { sendPage } from './send-page.ts';
import { renderUpiPage } from './upi-page.ts';
import { getVisit, toBankPath, toReturnPath, toUpiPath } from './visits.ts';

/** The page with the code and the link of a UPI payment, and the state that its script polls. */
export function createUpiRoutes(simulator: Simulator): Router {
  const router = Router();
  router.get('/v1/checkout/upi/:id', ({ params }, response) => {
    const { visit, payment } = getVisit(simulator, params.id);
    if (payment.status !== 'created') {
      response.redirect(303, toReturnPath(payment.id));
      return;
    }
    const paths = {
      app: toBankPath(payment.id),
      state: `${toUpiPath(payment.id)}/state`,
      back: toReturnPath(payment.id),
    };
    sendPage(response, { status: 200, text: renderUpiPage(visit, payment, paths) });
  });
  router.get('/v1/checkout/upi/:id/state', ({ params }, response) => {
    const { payment } = getVisit(simulator, params.id);
    response.set('cache-control', 'no-store').json({ isDecided: payment.status !== 'created' });
  });
  return router;
}

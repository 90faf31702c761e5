import express, { type ErrorRequestHandler, type Express } from 'express';
import { authentication } from './api/authentication.ts';
import { disputes } from './api/disputes.ts';
import { orders } from './api/orders.ts';
import { payments } from './api/payments.ts';
import { settlements } from './api/settlements.ts';
import { checkout } from './checkout/routes.ts';
import { badRequest, ProviderError, unknownAddress } from './provider-error.ts';
import { controls } from './sim/routes.ts';
import type { Simulator } from './simulator.ts';

export function createApp(simulator: Simulator): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.get(['/healthz', '/readyz'], (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.use(checkout(simulator));
  app.use('/sim', express.json(), controls(simulator));
  app.use('/v1', authentication(simulator.keys), express.json(), express.urlencoded({ extended: true }));
  app.use('/v1/orders', orders(simulator));
  app.use('/v1/payments', payments(simulator));
  app.use('/v1/disputes', disputes(simulator));
  app.use('/v1/settlements', settlements(simulator));
  app.use(() => {
    throw unknownAddress();
  });
  app.use(refuse);
  return app;
}

const refuse: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  const refusal = error instanceof ProviderError ? error : unreadable(error);
  response.status(refusal.status).json(refusal.body);
};

/** Express refuses what it cannot read with a 4xx of its own; anything else is a fault of ours. */
function unreadable(error: unknown): ProviderError {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return badRequest('The request could not be read');
  console.error(
    JSON.stringify({ level: 'error', message: error instanceof Error ? error.stack : 'unknown' }),
  );
  return new ProviderError(500, { code: 'SERVER_ERROR', description: 'The server encountered an error' });
}

import { createHash, timingSafeEqual } from 'node:crypto';
import { type Request, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { type ReconItem, toCollection } from '../entities.ts';
import { notAuthenticated, serverDown } from '../errors.ts';
import { type Faults, shouldFail } from '../faults.ts';
import type { Simulator } from '../simulator.ts';
import { listSchema, paginate, parse, parseId, toNumericSchema } from './parse.ts';

/** Basic authentication with key id and secret, as on every call of Razorpay's API. */
export function createAuthentication(keys: { id: string; secret: string }): RequestHandler {
  const expected = hash(`Basic ${Buffer.from(`${keys.id}:${keys.secret}`).toString('base64')}`);
  return (request, response, next) => {
    if (timingSafeEqual(hash(request.get('authorization') ?? ''), expected)) return next();
    response.set('www-authenticate', 'Basic realm="Razorpay"');
    throw notAuthenticated();
  };
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

type ApiName = 'orders_api' | 'payments_api';

/** Applies the current faults: with `down` nothing is done; with `slow` the response is late. */
export function withFaults(
  simulator: Simulator,
  api: ApiName,
  work: (request: Request) => object,
): RequestHandler {
  return (request, response) => {
    const { faults } = simulator.ledger;
    const fault = faults[api] !== 'ok' && shouldFail(faults) ? faults[api] : 'ok';
    if (fault === 'down') throw serverDown();
    const body = work(request);
    if (shouldDropResponse(request, faults)) request.socket.destroy();
    else if (fault === 'slow') setTimeout(() => response.json(body), faults.delay_ms);
    else response.json(body);
  };
}

/** Makes the refund, but may close the connection without a response. */
function shouldDropResponse({ method, path }: Request, faults: Faults): boolean {
  return faults.refunds_api === 'lose' && method === 'POST' && path.endsWith('/refund') && shouldFail(faults);
}

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

const reconSchema = z.strictObject({
  year: createDigitsSchema(1000, 9999, 'The year must be 4 digits.'),
  month: createDigitsSchema(1, 12, 'The month is not a valid month.'),
  day: createDigitsSchema(1, 31, 'The day must be between 1 and 2 digits.').optional(),
  count: toNumericSchema(
    z.int().min(1, 'The count must be at least 1.').max(1000, 'The count may not be greater than 1000.'),
  ).default(10),
  skip: toNumericSchema(z.int().min(0)).default(0),
});

function createDigitsSchema(min: number, max: number, message: string) {
  return toNumericSchema(z.int(message).min(min, message).max(max, message));
}

/** https://razorpay.com/docs/api/settlements/fetch-recon */
export function createSettlementRoutes(simulator: Simulator): Router {
  const router = Router();
  router.get(
    '/recon/combined',
    withFaults(simulator, 'payments_api', ({ query }) => {
      const { count, skip, ...date } = parse(reconSchema, query);
      const items = simulator.ledger.settlements().flatMap((record) => record.items);
      return toCollection(items.filter((item) => isOn(item, date)).slice(skip, skip + count));
    }),
  );
  return router;
}

const indianDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });

/** Whether a line was settled in that month, or on that day of it, in India. */
function isOn(item: ReconItem, date: { year: number; month: number; day?: number | undefined }): boolean {
  const [year, month, day] = indianDate
    .format(item.settled_at * 1000)
    .split('-')
    .map(Number);
  return year === date.year && month === date.month && (date.day === undefined || day === date.day);
}

import { Router } from 'express';
import { z } from 'zod';
import { toCollection } from '../entities.ts';
import type { ReconItem } from '../settlement-entities.ts';
import type { Simulator } from '../simulator.ts';
import { parse, toNumericSchema } from './parse.ts';
import { withFaults } from './with-faults.ts';

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

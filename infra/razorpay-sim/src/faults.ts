import { z } from 'zod';

export const faultsSchema = z.strictObject({
  orders_api: z.enum(['ok', 'down', 'slow']),
  payments_api: z.enum(['ok', 'down', 'slow']),
  refunds_api: z.enum(['ok', 'lose']),
  webhooks: z.enum(['ok', 'lose', 'duplicate', 'reorder', 'delay']),
  rate: z.number().min(0).max(1),
  delay_ms: z.int().min(0).max(3_600_000),
});

/** The faults, their share of requests or events (`rate`), and their delay (`delay_ms`). */
export type Faults = z.infer<typeof faultsSchema>;

export const noFaults: Faults = {
  orders_api: 'ok',
  payments_api: 'ok',
  refunds_api: 'ok',
  webhooks: 'ok',
  rate: 1,
  delay_ms: 8000,
};

/** Decides by `rate` whether a fault applies. */
export function shouldFail(faults: Faults): boolean {
  return Math.random() < faults.rate;
}

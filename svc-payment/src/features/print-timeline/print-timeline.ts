import { type Examination, routes } from '@archaka/contracts';
import { type Guard, getUser, invalid, type RateLimiter } from '@archaka/service-kit';
import type { Router } from 'express';
import * as z from 'zod';
import type { OrderRepository } from '../../persistence/order-repository.ts';
import { getOwnOrder } from '../own-order.ts';
import type { ReadAttempts } from '../show-attempts/show-attempts.ts';
import { createTimelineDocument } from './timeline-document.ts';

interface PrintTimelineDependencies {
  readonly guard: Guard;
  readonly orders: OrderRepository;
  readonly readAttempts: ReadAttempts;
  /** How often a user asks: far more is allowed than anybody reads. */
  readonly rateLimiter: RateLimiter;
  readonly examination: Examination;
}

const querySchema = z.object({
  order_id: z.string('No order is named').min(1, 'No order is named').max(100, 'No order is named'),
  language: z.enum(['te', 'en'], 'There is no such language').default('te'),
});

/** @throws HttpProblem 400 for an address that names no order, or another language. */
function parseQuery(input: unknown): z.output<typeof querySchema> {
  const { data, error } = querySchema.safeParse(input);
  if (data) return data;
  throw invalid(error.issues.map(({ path, message }) => ({ field: path.join('.'), message })));
}

const toFileName = (applicationId: string): string => `payments-${applicationId.replace(/[^\w-]/g, '_')}.pdf`;

/** `GET /api/payment/timeline`: the payments of one's own order, line by line, as a PDF. */
export function createPrintTimelineRoute({
  guard,
  orders,
  readAttempts,
  rateLimiter,
  examination,
}: PrintTimelineDependencies) {
  return (router: Router) =>
    router.get(routes.paymentTimeline.path, guard.applicant, async (request, response) => {
      const { order_id, language } = parseQuery(request.query);
      const user = getUser(response);
      await rateLimiter.consume(user.id);
      const order = await getOwnOrder(orders, order_id, user);
      const orderAttempts = await readAttempts(order);
      const pdf = await createTimelineDocument({
        examination,
        order,
        attempts: orderAttempts,
        language,
        madeAt: new Date(),
      });
      response.setHeader('cache-control', 'private, no-store');
      response.setHeader('content-type', 'application/pdf');
      response.setHeader('content-disposition', `attachment; filename="${toFileName(order.application_id)}"`);
      pdf.pipe(response);
    });
}

import { type Examination, routes } from '@archaka/contracts';
import { type Guard, invalid, type Limit, userOf } from '@archaka/service-kit';
import type { Router } from 'express';
import * as z from 'zod';
import type { OrderStore } from '../../store/orders.ts';
import { getOwnOrder } from '../own-order.ts';
import type { AttemptsOf } from '../show-attempts/show-attempts.ts';
import { timelineDocument } from './timeline-document.ts';

interface Parts {
  readonly guard: Guard;
  readonly orders: OrderStore;
  readonly attempts: AttemptsOf;
  /** How often a user asks: far more is allowed than anybody reads. */
  readonly asks: Limit;
  readonly facts: Examination;
}

const query = z.object({
  order_id: z.string('No order is named').min(1, 'No order is named').max(100, 'No order is named'),
  language: z.enum(['te', 'en'], 'There is no such language').default('te'),
});

/** @throws Refusal 400 for an address that names no order, or another language. */
function asked(given: unknown): z.output<typeof query> {
  const { data, error } = query.safeParse(given);
  if (data) return data;
  throw invalid(error.issues.map(({ path, message }) => ({ field: path.join('.'), message })));
}

const nameOf = (applicationId: string): string => `payments-${applicationId.replace(/[^\w-]/g, '_')}.pdf`;

/** `GET /api/payment/timeline`: the payments of one's own order, line by line, as a PDF. */
export function timelineRoute({ guard, orders, attempts, asks, facts }: Parts) {
  return (router: Router) =>
    router.get(routes.paymentTimeline.path, guard.applicant, async (request, response) => {
      const { order_id, language } = asked(request.query);
      const user = userOf(response);
      await asks.count(user.id);
      const order = await getOwnOrder(orders, order_id, user);
      const known = await attempts(order);
      const pdf = await timelineDocument({ facts, order, attempts: known, language, madeAt: new Date() });
      response.setHeader('cache-control', 'private, no-store');
      response.setHeader('content-type', 'application/pdf');
      response.setHeader('content-disposition', `attachment; filename="${nameOf(order.application_id)}"`);
      pdf.pipe(response);
    });
}

import { ensureOrder, requestRevaluation } from '@archaka/contracts';
import {
  businessError,
  type CallHandler,
  dependencyUnavailable,
  handleCall,
  invalid,
  notFound,
  ok,
  toApplicant,
} from '@archaka/service-kit';
import { addOrder, choosePapers, findRevaluableResult } from '../../domain/revaluation.ts';
import type { Dependencies } from '../dependencies.ts';
import { assertOwner } from '../load-applicant-state/load-applicant-state.ts';

/** Total wait for an order. */
const TIMEOUT_MS = 5000;

/** Without an order in time the papers are stored all the same; the next request goes on from here. */
export const createRequestRevaluationHandler = (deps: Dependencies): CallHandler =>
  handleCall(requestRevaluation, {
    handle: async ({ body: { application_id, papers }, user }) => {
      const { audit, db, examination, repositories, services } = deps;
      const { applications } = repositories;
      const application = assertOwner(await applications.find(application_id), user);
      const revaluable = findRevaluableResult(application, examination, new Date());
      if (!revaluable) return businessError(420);
      const { chosen, errors } = choosePapers(papers, revaluable);
      if (errors.length > 0) throw invalid(errors);
      await repositories.editQuota.consume(user.id);
      const isRecorded = await db.transaction(async () => {
        const result = await applications.requestRevaluation(application_id, chosen);
        if (result)
          await audit.record({
            action: 'revaluation.requested',
            actor: toApplicant(user),
            subject: { applicationId: application_id },
          });
        return result;
      });
      if (isRecorded === undefined) throw notFound();
      if (!isRecorded) return businessError(421);
      const { id: user_id, number } = user;
      const request = { application_id, user_id, number, purpose: 'revaluation' as const };
      const { data: [order] = [] } = await services.call(ensureOrder, request, { timeoutMs: TIMEOUT_MS });
      if (!order) throw dependencyUnavailable('svc-payment');
      await db.transaction(() =>
        applications.recordRevaluation(application_id, (known) => addOrder(known, order.order_id)),
      );
      return ok({ data: [{ order_id: order.order_id, amount: order.amount }] });
    },
  });

import { routes, trialMessages } from '@archaka/contracts';
import {
  createRateLimiter,
  dependencyUnavailable,
  getUser,
  HttpProblem,
  notFound,
  toApplicant,
} from '@archaka/service-kit';
import { bulkhead } from 'cockatiel';
import type { Router } from 'express';
import { createMemoContent, isPublished } from '../domain/result.ts';
import { renderMemoSheet } from '../render/memo-page.ts';
import type { SheetRenderer } from '../render/renderer.ts';
import type { Dependencies } from './dependencies.ts';
import { getOwnDueTicket } from './get-ticket.ts';

/** Of one applicant. */
const LIMIT = { name: 'memos', points: 30, seconds: 600 };

/** They are printed within some seconds; more get 503 and try again. */
const MAX_WAITING = 100;

/** `GET /api/tickets/:application_id/memo`, for the owner: printed on request; 404 without a published result. */
export function registerDownloadMemoRoute(router: Router, deps: Dependencies, renderer: SheetRenderer): void {
  const { db, guard, audit, config, findExamination, repositories } = deps;
  const limit = createRateLimiter(db, LIMIT);
  // The pool opens a page for each concurrent print; tickets have the same number besides.
  const printing = bulkhead(config.TICKET_PAGES, MAX_WAITING);
  const mark = config.TRIAL ? trialMessages.mark : undefined;

  router.get(routes.getMemo.path, guard.applicant, async ({ params }, response) => {
    const applicationId = String(params.application_id);
    const user = getUser(response);
    const request = await getOwnDueTicket(deps, applicationId, user.id);
    const examination = findExamination(request.applicationVersion.snapshot.examine_year);
    if (!isPublished(request) || !examination) throw notFound();
    await limit.consume(user.id);
    const allotment = await repositories.allotments.find(applicationId);
    const content = createMemoContent({ ...request, allotment }, examination);
    const pdf = await printing
      .execute(() => renderer.print('memo', content.title, [renderMemoSheet({ ...content, mark })]))
      .catch((error: unknown) => {
        throw error instanceof HttpProblem ? error : dependencyUnavailable('chromium', error);
      });
    const { revision } = request.result;
    await audit.record({
      action: 'memo.downloaded',
      actor: toApplicant(user),
      subject: { applicationId },
      detail: { revision },
    });
    response.setHeader('cache-control', 'private, no-store');
    response.setHeader('content-type', 'application/pdf');
    response.setHeader('content-disposition', `attachment; filename="memo-${applicationId}.pdf"`);
    response.end(pdf);
  });
}

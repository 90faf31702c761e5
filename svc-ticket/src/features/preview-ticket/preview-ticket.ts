import { setTimeout as pause } from 'node:timers/promises';
import { findVersion, isApplicationId, routes } from '@archaka/contracts';
import { createRateLimiter, getUser, notFound, toApplicant } from '@archaka/service-kit';
import type { Router } from 'express';
import { type Application, findPayment, type PreviewRequest } from '../../domain/application.ts';
import { createPreviewMark, createTicketContent } from '../../domain/ticket-content.ts';
import type { ApplicationRepository } from '../../persistence/application-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { pagePolicy, renderPreviewPage, renderWaitingPage } from './preview-page.ts';

/** The event of a submission rarely takes longer. */
const MAX_WAIT_MS = 3000;
const POLL_MS = 100;

/** Far above the polling rate of one waiting applicant. */
const LIMIT = { name: 'previews', points: 120, seconds: 600 };

/** Undefined when its event does not arrive in time. */
async function waitUntilReceived(
  applicationId: string,
  applications: ApplicationRepository,
): Promise<Application | undefined> {
  const deadline = performance.now() + MAX_WAIT_MS;
  while (performance.now() < deadline) {
    await pause(POLL_MS);
    const application = await applications.find(applicationId);
    if (application?.newest) return application;
  }
  return undefined;
}

/** Undefined until its event arrives. @throws HttpProblem 404 for an unknown or another user's application */
async function findOwnApplication(
  application_id: string,
  user_id: string,
  { services, repositories: { applications } }: Dependencies,
): Promise<PreviewRequest | undefined> {
  if (!isApplicationId(application_id)) throw notFound();
  const stored = await applications.find(application_id);
  const { data = [] } = stored?.newest ? {} : await services.call(findVersion, { application_id, user_id });
  const application = data.length > 0 ? await waitUntilReceived(application_id, applications) : stored;
  const applicationVersion = application?.newest;
  if (data.length === 0 && applicationVersion?.user_id !== user_id) throw notFound();
  return application && applicationVersion
    ? { application_id, applicationVersion, payment: findPayment(application) }
    : undefined;
}

/** `GET /api/tickets/:application_id/preview`, for the owner: a page for a frame; 202 before the application arrives. */
export function registerPreviewTicketRoute(router: Router, deps: Dependencies): void {
  const limit = createRateLimiter(deps.db, LIMIT);
  router.get(routes.previewTicket.path, deps.guard.applicant, async ({ params }, response) => {
    const user = getUser(response);
    await limit.consume(user.id);
    const applicationId = String(params.application_id);
    const request = await findOwnApplication(applicationId, user.id, deps);
    response.setHeader('content-security-policy', pagePolicy);
    response.setHeader('cache-control', 'private, no-store');
    response.type('html');
    if (!request) {
      response.status(202).send(renderWaitingPage());
      return;
    }
    const photo = await deps.photos.read(request.applicationVersion.snapshot.photo);
    const actor = toApplicant(user);
    await deps.audit.record({ action: 'preview.read', actor, subject: { applicationId } });
    const content = createTicketContent(request, deps.examination);
    response.send(renderPreviewPage({ ...content, photo, mark: createPreviewMark(request) }));
  });
}

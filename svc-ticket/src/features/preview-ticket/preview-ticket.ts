import { findVersion, isApplicationId, routes } from '@archaka/contracts';
import {
  type AuditLog,
  type Guard,
  getUser,
  notFound,
  type RateLimiter,
  type ServiceClient,
  toApplicant,
} from '@archaka/service-kit';
import type { Router } from 'express';
import { findPayment, type PreviewRequest } from '../../domain/application.ts';
import type { ApplicationRepository } from '../../persistence/application-repository.ts';
import type { Previewer } from './previewer.ts';

const TIMEOUT_MS = 3000;

interface PreviewTicketDependencies {
  readonly applications: ApplicationRepository;
  readonly services: ServiceClient;
}

/** Undefined until the first event arrives. @throws HttpProblem 404 for an unknown or another user's application */
async function findOwnApplication(
  { application_id, user_id }: { application_id: string; user_id: string },
  { applications, services }: PreviewTicketDependencies,
): Promise<PreviewRequest | undefined> {
  if (!isApplicationId(application_id)) throw notFound();
  const application = (await applications.find(application_id)) ?? { application_id };
  const { newest } = application;
  if (newest?.user_id === user_id) {
    return { application_id, applicationVersion: newest, payment: findPayment(application) };
  }
  const { data = [] } = newest ? {} : await services.call(findVersion, { application_id, user_id });
  if (data.length === 0) throw notFound();
  return undefined;
}

/** `GET /api/tickets/:application_id/preview`, for the owner; 202 until the preview is made. */
export function registerPreviewTicketRoute(
  router: Router,
  guard: Guard,
  {
    limit,
    previewer,
    audit,
    ...deps
  }: PreviewTicketDependencies & { limit: RateLimiter; previewer: Previewer; audit: AuditLog },
): void {
  router.get(routes.previewTicket.path, guard.applicant, async ({ params }, response) => {
    const user = getUser(response);
    const { id: user_id } = user;
    await limit.consume(user_id);
    const applicationId = String(params.application_id);
    const previewRequest = await findOwnApplication({ application_id: applicationId, user_id }, deps);
    const png = previewRequest && (await previewer.preview(previewRequest, TIMEOUT_MS));
    if (png)
      await audit.record({
        action: 'preview.read',
        actor: toApplicant(user),
        subject: { applicationId },
      });
    response.setHeader('cache-control', 'private, no-store');
    if (png) response.setHeader('content-type', 'image/png').end(png);
    else response.status(202).setHeader('retry-after', '1').json({ state: 'being made' });
  });
}

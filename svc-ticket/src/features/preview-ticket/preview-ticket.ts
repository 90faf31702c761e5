import { setTimeout as pause } from 'node:timers/promises';
import { type Examination, findVersion, isApplicationId, routes } from '@archaka/contracts';
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
import { type Application, findPayment, type PreviewRequest } from '../../domain/application.ts';
import { createPreviewMark, createTicketContent } from '../../domain/ticket-content.ts';
import type { ApplicationRepository } from '../../persistence/application-repository.ts';
import type { PhotoReader } from '../make-ticket/photo-reader.ts';
import { pagePolicy, renderPreviewPage, renderWaitingPage } from './preview-page.ts';

/** The event of a submission rarely takes longer. */
const MAX_WAIT_MS = 3000;
const POLL_MS = 100;

interface PreviewDependencies {
  readonly applications: ApplicationRepository;
  readonly services: ServiceClient;
}

interface PreviewRouteDependencies extends PreviewDependencies {
  readonly limit: RateLimiter;
  readonly photos: Pick<PhotoReader, 'read'>;
  readonly audit: AuditLog;
  readonly examination: Examination;
}

interface OwnApplication {
  readonly application_id: string;
  readonly user_id: string;
}

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
  { application_id, user_id }: OwnApplication,
  { applications, services }: PreviewDependencies,
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
export function registerPreviewTicketRoute(
  router: Router,
  guard: Guard,
  { limit, photos, audit, examination, ...deps }: PreviewRouteDependencies,
): void {
  router.get(routes.previewTicket.path, guard.applicant, async ({ params }, response) => {
    const user = getUser(response);
    await limit.consume(user.id);
    const application_id = String(params.application_id);
    const previewRequest = await findOwnApplication({ application_id, user_id: user.id }, deps);
    response.setHeader('content-security-policy', pagePolicy);
    response.setHeader('cache-control', 'private, no-store');
    response.type('html');
    if (!previewRequest) {
      response.status(202).send(renderWaitingPage());
      return;
    }
    const photo = await photos.read(previewRequest.applicationVersion.snapshot.photo);
    await audit.record({
      action: 'preview.read',
      actor: toApplicant(user),
      subject: { applicationId: application_id },
    });
    const content = createTicketContent(previewRequest, examination);
    response.send(renderPreviewPage({ ...content, photo, mark: createPreviewMark(previewRequest) }));
  });
}

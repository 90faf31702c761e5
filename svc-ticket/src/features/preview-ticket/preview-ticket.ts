import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { findVersion, isApplicationId, routes } from '@archaka/contracts';
import { createRateLimiter, getUser, notFound, toApplicant } from '@archaka/service-kit';
import type { Router } from 'express';
import { type Application, findPayment, type PreviewRequest } from '../../domain/application.ts';
import {
  createPreviewMark,
  createTicketContent,
  type LocalizedText,
  type TicketContent,
} from '../../domain/ticket-content.ts';
import type { ApplicationRepository } from '../../persistence/application-repository.ts';
import { createPagePolicy, type Html, html, screenFontCss, style } from '../../render/html.ts';
import { renderTicketSheet } from '../../render/ticket-page.ts';
import type { Dependencies } from '../dependencies.ts';

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

/** Has no code, so that a preview cannot be mistaken for a ticket. */
interface PreviewContent extends TicketContent {
  /** JPEG; undefined when the applicant's picture was unreadable. */
  readonly photo: Buffer | undefined;
  readonly mark: Required<LocalizedText>;
}

const readCss = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const css = ['../../render/template/pages.css', '../../render/template/ticket.css', 'preview.css']
  .map(readCss)
  .join('\n');

/** Sandboxed also when it is opened outside of its frame. */
const pagePolicy = `${createPagePolicy({ styles: [css, screenFontCss], frameAncestors: "'self'" })}; sandbox`;

const renderPage = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="te">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=794">
    <title>${title}</title>
    ${style(css)}
  </head>
  <body>${body}${style(screenFontCss)}</body>
</html>
`.source;

/** The ticket's sheet with a mark, in the device's fonts. */
export function renderPreviewPage(ticket: PreviewContent): string {
  const code = html`<p class="empty">QR కోడ్ ఇక్కడ వస్తుంది <span lang="en">The QR code comes here</span></p>
    <p class="caption"><bdi>${ticket.edition}</bdi></p>`;
  return renderPage(ticket.title, html`<main>${renderTicketSheet({ ...ticket, code })}</main>`);
}

/** Shown until the application's event has arrived here. */
const renderWaitingPage = (): string =>
  renderPage(
    'హాల్ టికెట్ · Hall ticket',
    html`
    <main class="waiting">
      <p>మీ దరఖాస్తు దారిలో ఉంది. <span lang="en">Your application is on its way.</span></p>
      <p><a href="">మళ్లీ చూడండి <span lang="en">Look again</span></a></p>
    </main>`,
  );

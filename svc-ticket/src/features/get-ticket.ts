import { routes } from '@archaka/contracts';
import { forbidden, getUser, notFound, toApplicant } from '@archaka/service-kit';
import type { Response, Router } from 'express';
import { findDueTicket, type TicketRequest } from '../domain/application.ts';
import type { Ticket } from '../persistence/ticket-repository.ts';
import type { Dependencies } from './dependencies.ts';

/** @throws HttpProblem 404 for an unknown application or one without a ticket, 403 for another user's */
export async function getOwnDueTicket(
  { findExamination, repositories: { applications } }: Pick<Dependencies, 'findExamination' | 'repositories'>,
  applicationId: string,
  userId: string,
): Promise<TicketRequest> {
  const application = await applications.find(applicationId);
  if (!application?.newest) throw notFound();
  if (application.newest.user_id !== userId) throw forbidden();
  const due = findDueTicket(application, findExamination);
  if (!due) throw notFound();
  return due;
}

/**
 * `GET /api/tickets/:application_id`, for the owner; 202 until the newest version's ticket is made. The page's own
 * question whether it is made is a HEAD, which gets no ticket and so is no download.
 */
export function registerGetTicketRoute(router: Router, deps: Dependencies): void {
  const { guard, audit, repositories } = deps;
  router.get(routes.getTicket.path, guard.applicant, async ({ method, params }, response) => {
    const applicationId = String(params.application_id);
    const user = getUser(response);
    const ticketRequest = await getOwnDueTicket(deps, applicationId, user.id);
    const ticket = await repositories.tickets.findCurrent(applicationId);
    response.setHeader('cache-control', 'private, no-store');
    if (ticket?.version === ticketRequest.applicationVersion.version) {
      const { version } = ticket;
      if (method !== 'HEAD')
        await audit.record({
          action: 'ticket.downloaded',
          actor: toApplicant(user),
          subject: { applicationId },
          detail: { version },
        });
      sendPdf(response, ticket);
    } else
      response
        .status(202)
        .setHeader('retry-after', '1')
        .json({ state: 'being made', version: ticketRequest.applicationVersion.version });
  });
}

function sendPdf(response: Response, { application_id, version, pdf }: Ticket): void {
  const filename = `ticket-${application_id.replace(/[^\w-]/g, '_')}-${version}.pdf`;
  response.setHeader('content-type', 'application/pdf');
  response.setHeader('content-disposition', `attachment; filename="${filename}"`);
  response.setHeader('x-ticket-version', String(version));
  response.end(pdf);
}

import { routes } from '@archaka/contracts';
import { forbidden, type Guard, notFound, userOf } from '@archaka/service-kit';
import type { Response, Router } from 'express';
import { wantedTicket } from '../../domain/application.ts';
import type { Applications } from '../../store/applications.ts';
import type { Ticket, Tickets } from '../../store/tickets.ts';

interface Shelf {
  readonly applications: Applications;
  readonly tickets: Tickets;
}

/** `GET /api/tickets/:application_id`: the newest version's ticket for its owner; 202 while that is being made. */
export function getTicket(router: Router, guard: Guard, { applications, tickets }: Shelf): void {
  router.get(routes.getTicket.path, guard.applicant, async ({ params }, response) => {
    const applicationId = String(params.application_id);
    const application = await applications.find(applicationId);
    if (!application?.newest) throw notFound();
    if (application.newest.user_id !== userOf(response).id) throw forbidden();
    const wanted = wantedTicket(application);
    if (!wanted) throw notFound();
    const ticket = await tickets.findCurrent(applicationId);
    response.setHeader('cache-control', 'private, no-store');
    if (ticket?.version === wanted.edition.version) send(response, ticket);
    else
      response
        .status(202)
        .setHeader('retry-after', '1')
        .json({ state: 'being made', version: wanted.edition.version });
  });
}

function send(response: Response, { application_id, version, pdf }: Ticket): void {
  const filename = `ticket-${application_id.replace(/[^\w-]/g, '_')}-${version}.pdf`;
  response.setHeader('content-type', 'application/pdf');
  response.setHeader('content-disposition', `attachment; filename="${filename}"`);
  response.setHeader('x-ticket-version', String(version));
  response.end(pdf);
}

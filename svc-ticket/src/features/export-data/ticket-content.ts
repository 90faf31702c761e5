import { internalRoutes } from '@archaka/contracts';
import { type AuditLog, type Guard, getCaller, notFound } from '@archaka/service-kit';
import type { Router } from 'express';
import type { TicketRepository } from '../../persistence/ticket-repository.ts';

interface TicketContentDependencies {
  readonly tickets: Pick<TicketRepository, 'findCurrent'>;
  readonly audit: AuditLog;
}

/** `GET /internal/tickets/:application_id`, the current ticket for svc-auth's download of all data. */
export function registerTicketContentRoute(
  router: Router,
  guard: Guard,
  { tickets, audit }: TicketContentDependencies,
): void {
  const { path } = internalRoutes.ticketContent;
  router.get(path, guard.service(internalRoutes.ticketContent), async ({ params }, response) => {
    const applicationId = String(params.application_id);
    const ticket = await tickets.findCurrent(applicationId);
    if (!ticket) throw notFound();
    await audit.record({
      action: 'ticket.downloaded',
      actor: { kind: 'service', id: getCaller(response) },
      subject: { applicationId },
      detail: { version: ticket.version },
    });
    response.setHeader('content-type', 'application/pdf');
    response.setHeader('cache-control', 'private, no-store');
    response.end(ticket.pdf);
  });
}

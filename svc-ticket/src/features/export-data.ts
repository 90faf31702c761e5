import { exportTicketData, internalRoutes } from '@archaka/contracts';
import { type CallHandler, createExportHandler, getCaller, notFound } from '@archaka/service-kit';
import type { Router } from 'express';
import type { Dependencies } from './dependencies.ts';

export function createExportDataHandler({ db, audit, repositories }: Dependencies): CallHandler {
  const { applications, tickets, allotments } = repositories;
  const readRecords = (userId: string) =>
    db.transaction(async () => {
      const own = await applications.findByUser(userId);
      const ids = own.map(({ application_id }) => application_id);
      const current = await tickets.findCurrentRefs(ids);
      const seats = await allotments.findMany(ids);
      return {
        records: {
          snapshots: own.map(({ newest }) => newest?.snapshot),
          seats: seats.map(({ application_id, centre, seat, roll_number }) => ({
            ...{ application_id, centre, seat, roll_number },
          })),
        },
        files: current.map(({ application_id }) => ({ id: application_id, filetype: 'pdf' })),
      };
    });
  return createExportHandler(exportTicketData, { audit, readRecords });
}

/** `GET /internal/tickets/:application_id`, the current ticket for svc-auth's download of all data. */
export function registerTicketContentRoute(
  router: Router,
  { guard, audit, repositories: { tickets } }: Dependencies,
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

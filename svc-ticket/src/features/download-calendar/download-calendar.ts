import { type Examination, routes } from '@archaka/contracts';
import { forbidden, type Guard, getUser, notFound } from '@archaka/service-kit';
import type { Router } from 'express';
import { findDueTicket } from '../../domain/application.ts';
import type { AllotmentRepository } from '../../persistence/allotment-repository.ts';
import type { ApplicationRepository } from '../../persistence/application-repository.ts';
import { createCalendarFile } from './calendar-file.ts';

interface DownloadCalendarDependencies {
  readonly applications: ApplicationRepository;
  readonly allotments: AllotmentRepository;
  readonly examination: Examination;
  readonly portalOrigin: string;
}

/** `GET /api/tickets/:application_id/calendar`, for the owner; 404 before payment and while there is no date. */
export function registerDownloadCalendarRoute(
  router: Router,
  guard: Guard,
  { applications, allotments, examination, portalOrigin }: DownloadCalendarDependencies,
): void {
  router.get(routes.examinationCalendar.path, guard.applicant, async ({ params }, response) => {
    const applicationId = String(params.application_id);
    const application = await applications.find(applicationId);
    if (!application?.newest) throw notFound();
    if (application.newest.user_id !== getUser(response).id) throw forbidden();
    if (!findDueTicket(application)) throw notFound();
    const allotment = await allotments.find(applicationId);
    const file = createCalendarFile(examination, { applicationId, allotment, portalOrigin });
    if (!file) throw notFound();
    response.setHeader('cache-control', 'private, no-store');
    response.setHeader('content-type', 'text/calendar; charset=utf-8');
    response.setHeader('content-disposition', `attachment; filename="${applicationId}.ics"`);
    response.end(file);
  });
}

import { clockText, type Examination, routes, toIndianInstant } from '@archaka/contracts';
import { getUser, notFound } from '@archaka/service-kit';
import type { Router } from 'express';
import ical, { ICalAlarmType } from 'ical-generator';
import { type Allotment, findCentreOf } from '../domain/allotment.ts';
import type { Dependencies } from './dependencies.ts';
import { getOwnDueTicket } from './get-ticket.ts';

const DAY_SECONDS = 24 * 60 * 60;

interface CalendarOptions {
  readonly applicationId: string;
  readonly allotment: Allotment | undefined;
  readonly portalOrigin: string;
}

/** All day while the time is not known. */
function toExaminationDay(date: string, time: string | undefined) {
  if (time === undefined) return { start: new Date(`${date}T00:00:00Z`), allDay: true };
  const [hour = 0, minutes = 0] = time.split(':').map(Number);
  return { start: toIndianInstant(date, { hour: hour + minutes / 60 }), allDay: false };
}

function toLocation(allotment: Allotment | undefined, examination: Examination): string | undefined {
  const centre = allotment && findCentreOf(allotment, examination);
  if (!centre) return undefined;
  return `${centre.name_te}, ${centre.address_te} / ${centre.name}, ${centre.address}`;
}

const toPaperReminder = ({ identity_papers }: Examination): string =>
  identity_papers
    ? 'హాల్ టికెట్, అసలు గుర్తింపు పత్రం తెచ్చుకోండి. / Bring your hall ticket and your original identity paper.'
    : 'హాల్ టికెట్, అసలు ఆధార్ కార్డు తెచ్చుకోండి. / Bring your hall ticket and your original Aadhaar card.';

function toDescription(allotment: Allotment | undefined, examination: Examination): string {
  const { reporting_time } = examination;
  const time = reporting_time && clockText(reporting_time);
  const roll = allotment?.roll_number;
  const lines = [
    ...(roll ? [`రోల్ నంబరు / Roll number: ${roll}`] : []),
    ...(time ? [`హాజరు కావలసిన సమయం / Reporting time: ${time.te} / ${time.en}`] : []),
    toPaperReminder(examination),
  ];
  return lines.join('\n');
}

/** iCalendar (RFC 5545), with a reminder a day before; undefined while the date is not known. */
export function createCalendarFile(
  examination: Examination,
  { applicationId, allotment, portalOrigin }: CalendarOptions,
): string | undefined {
  const { examination_date: date, reporting_time: time, name, name_te } = examination;
  if (date === undefined) return undefined;
  const location = toLocation(allotment, examination);
  const calendar = ical({ prodId: { company: 'Archaka examinations', product: 'portal' } });
  const event = calendar.createEvent({
    ...toExaminationDay(date, time),
    // A file of a later day replaces this event in the calendar.
    id: `${applicationId}@${new URL(portalOrigin).host}`,
    summary: `${name_te} · ${name}`,
    description: toDescription(allotment, examination),
    url: portalOrigin,
    ...(location ? { location } : {}),
  });
  event.createAlarm({ type: ICalAlarmType.display, trigger: DAY_SECONDS });
  return calendar.toString();
}

/** `GET /api/tickets/:application_id/calendar`, for the owner; 404 before payment and while there is no date. */
export function registerDownloadCalendarRoute(router: Router, deps: Dependencies): void {
  const { guard, config, examination, repositories } = deps;
  const portalOrigin = config.PORTAL_ORIGIN;
  router.get(routes.examinationCalendar.path, guard.applicant, async ({ params }, response) => {
    const applicationId = String(params.application_id);
    await getOwnDueTicket(deps, applicationId, getUser(response).id);
    const allotment = await repositories.allotments.find(applicationId);
    const file = createCalendarFile(examination, { applicationId, allotment, portalOrigin });
    if (!file) throw notFound();
    response.setHeader('cache-control', 'private, no-store');
    response.setHeader('content-type', 'text/calendar; charset=utf-8');
    response.setHeader('content-disposition', `attachment; filename="${applicationId}.ics"`);
    response.end(file);
  });
}

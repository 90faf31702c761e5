import { randomBytes, randomUUID } from 'node:crypto';
import {
  addGrievanceEntry,
  type CallRequest,
  createGrievanceNumber,
  endApplicantSessions,
  endSessionsOfUser,
  getCaseAttempts,
  getGrievances,
  grievanceChanged,
  listAttempts,
  openGrievance,
  resendText,
  sendTextAgain,
  toIndianDay,
} from '@archaka/contracts';
import { businessError, type CallHandler, handleCall, invalid, notFound, ok } from '@archaka/service-kit';
import { isDue } from '../../domain/grievance.ts';
import type { Grievance, GrievanceEntry } from '../../persistence/grievance-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { findOwnCase } from '../read-case/read-case.ts';
import { toActor } from '../sign-in/sign-in.ts';
import { toGrievanceSummary } from './wire-grievance.ts';

/** @throws HttpProblem 400 for a call back without a day from today on */
function toEntry(
  { state, text, on }: Pick<CallRequest<typeof addGrievanceEntry>, 'state' | 'text' | 'on'>,
  { staffId, at }: { readonly staffId: string; readonly at: Date },
): GrievanceEntry {
  const entry = { id: randomUUID(), state, text, staffId, at };
  if (state === 'closed') return entry;
  if (on === undefined || on < toIndianDay(at))
    throw invalid([{ field: 'on', message: 'A call back needs a day that is not over.' }]);
  return { ...entry, on };
}

/** The applicant reads number, state and answer with the application. Call in a transaction. */
const publishChange = (
  { events }: Pick<Dependencies, 'events'>,
  { applicationId, userId, number, subject, openedAt }: Grievance,
  { state, on, text, at }: GrievanceEntry,
) =>
  events.publish(grievanceChanged, {
    application_id: applicationId,
    user_id: userId,
    number,
    subject,
    state,
    opened_at: openedAt.toISOString(),
    ...(on !== undefined && { on }),
    ...(state === 'closed' && { answer: text }),
    at: at.toISOString(),
  });

const createOpenHandler = (deps: Dependencies): CallHandler =>
  handleCall(openGrievance, {
    handle: async ({ body: { application_id: applicationId, subject, text }, staff: member }) => {
      const row = await findOwnCase(deps, applicationId, member);
      const [now, state] = [new Date(), 'open' as const];
      const grievance = {
        number: createGrievanceNumber(randomBytes(7), now),
        applicationId,
        userId: row.user_id,
        districtId: row.district_id,
        districtName: row.district_name,
        subject,
        state,
        openedAt: now,
      };
      const entry = { id: randomUUID(), state, text, staffId: member.id, at: now };
      await deps.db.transaction(async () => {
        await deps.grievances.open(grievance, entry);
        await publishChange(deps, grievance, entry);
        await deps.audit.record({
          action: 'grievance.opened',
          actor: toActor(member.id),
          subject: { applicationId, userId: row.user_id },
          detail: { number: grievance.number, subject },
        });
      });
      return ok({ data: [{ number: grievance.number }] });
    },
  });

function createGrievanceHandlers(deps: Dependencies): CallHandler[] {
  const { db, audit, grievances } = deps;
  return [
    createOpenHandler(deps),
    handleCall(getGrievances, {
      handle: async ({ body: page, staff: { id, districts } }) => {
        await audit.record({ action: 'grievances.listed', actor: toActor(id) });
        const now = new Date();
        const listed = await grievances.listOpen({ districts, today: toIndianDay(now) }, page);
        return ok({
          data: listed.map((grievance) => ({
            ...toGrievanceSummary(grievance),
            is_due: isDue(grievance, now),
          })),
        });
      },
    }),
    handleCall(addGrievanceEntry, {
      handle: async ({ body: { number, ...change }, staff: member }) => {
        const grievance = await grievances.find(number);
        if (!grievance) throw notFound();
        const { applicationId, userId } = grievance;
        await findOwnCase(deps, applicationId, member);
        const entry = toEntry(change, { staffId: member.id, at: new Date() });
        const isChanged = await db.transaction(async () => {
          if (!(await grievances.change(grievance, entry))) return false;
          await publishChange(deps, grievance, entry);
          await audit.record({
            action: 'grievance.changed',
            actor: toActor(member.id),
            subject: { applicationId, userId },
            detail: { number, state: entry.state },
          });
          return true;
        });
        return isChanged ? ok() : businessError(420);
      },
    }),
  ];
}

/** svc-payment knows the payments; svc-auth sends messages, ends sessions, and records both for the applicant. */
export function createHelpDeskHandlers(deps: Dependencies): CallHandler[] {
  const { audit, services } = deps;
  return [
    ...createGrievanceHandlers(deps),
    handleCall(getCaseAttempts, {
      handle: async ({ body: { application_id, purpose }, staff: member }) => {
        const { user_id: userId } = await findOwnCase(deps, application_id, member);
        await audit.record({
          action: 'attempts.read',
          actor: toActor(member.id),
          subject: { applicationId: application_id, userId },
        });
        const { data = [] } = await services.call(listAttempts, { application_id, purpose });
        return ok({ data });
      },
    }),
    handleCall(sendTextAgain, {
      handle: async ({ body: { application_id }, staff: member }) => {
        const { user_id: userId } = await findOwnCase(deps, application_id, member);
        const { status, data = [] } = await services.call(resendText, {
          application_id,
          staff_id: member.id,
        });
        if (status !== 200) return businessError(status);
        await audit.record({
          action: 'text.resent',
          actor: toActor(member.id),
          subject: { applicationId: application_id, userId },
        });
        return ok({ data });
      },
    }),
    handleCall(endApplicantSessions, {
      handle: async ({ body: { application_id, reason }, staff: member }) => {
        const { user_id: userId } = await findOwnCase(deps, application_id, member);
        const { data = [] } = await services.call(endSessionsOfUser, {
          user_id: userId,
          staff_id: member.id,
          reason,
        });
        await audit.record({
          action: 'sessions.ended',
          actor: toActor(member.id),
          subject: { applicationId: application_id, userId },
          why: reason,
        });
        return ok({ data });
      },
    }),
  ];
}

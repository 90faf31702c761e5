import { randomBytes, randomUUID } from 'node:crypto';
import {
  addGrievanceEntry,
  type CallRequest,
  createGrievanceNumber,
  endApplicantSessions,
  endSessionsOfUser,
  getCallerGrievance,
  getCaseAttempts,
  getGrievances,
  grievanceChanged,
  listAttempts,
  openGrievance,
  resendText,
  revealCaller,
  sendTextAgain,
  toIndianDay,
} from '@archaka/contracts';
import {
  businessError,
  type CallHandler,
  handleCall,
  invalid,
  notFound,
  ok,
  type SignedInMember,
} from '@archaka/service-kit';
import { type Grievance, type GrievanceEntry, isOfCaller } from '../../persistence/grievance-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { findOwnCase, maskNumber } from '../read-case/read-case.ts';
import { toActor } from '../sign-in/sign-in.ts';
import { listAuthors, toGrievanceSummary, toWireGrievance } from './wire-grievance.ts';

/** By a member of the staff. */
type NewEntry = GrievanceEntry & Required<Pick<GrievanceEntry, 'staffId'>>;

/** @throws HttpProblem 400 for a call back without a day from today on */
function toEntry(
  { state, text, on }: Pick<CallRequest<typeof addGrievanceEntry>, 'state' | 'text' | 'on'>,
  { staffId, at }: { readonly staffId: string; readonly at: Date },
): NewEntry {
  const entry = { id: randomUUID(), state, text, staffId, at };
  if (state === 'closed') return entry;
  if (on === undefined || on < toIndianDay(at))
    throw invalid([{ field: 'on', message: 'A call back needs a day that is not over.' }]);
  return { ...entry, on };
}

/** Nobody but the staff reads what belongs to a caller. Call in a transaction. */
async function recordChange(
  { events, audit }: Pick<Dependencies, 'events' | 'audit'>,
  grievance: Grievance,
  { state, on, text, at, staffId }: NewEntry,
): Promise<void> {
  const { number, subject, openedAt } = grievance;
  const change =
    state === 'open'
      ? { action: 'grievance.opened' as const, detail: { number, subject } }
      : { action: 'grievance.changed' as const, detail: { number, state } };
  if (isOfCaller(grievance)) return audit.record({ ...change, actor: toActor(staffId) });
  const { applicationId, userId } = grievance;
  await audit.record({ ...change, actor: toActor(staffId), subject: { applicationId, userId } });
  await events.publish(grievanceChanged, {
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
}

/** @throws HttpProblem 400 unless it names either an application or a mobile number; 404, 403 */
async function toGrievance(
  deps: Dependencies,
  { application_id, mobile, subject }: CallRequest<typeof openGrievance>,
  { member, now }: { readonly member: SignedInMember; readonly now: Date },
): Promise<Grievance> {
  const number = createGrievanceNumber(randomBytes(7), now);
  const facts = { number, subject, state: 'open', openedAt: now } as const;
  if (application_id !== undefined && mobile === undefined) {
    const row = await findOwnCase(deps, application_id, member);
    const { user_id: userId, district_id: districtId, district_name: districtName } = row;
    return { ...facts, userId, applicationId: row._id, districtId, districtName };
  }
  if (mobile === undefined || application_id !== undefined)
    throw invalid([{ field: 'mobile', message: 'Name either an application or a mobile number.' }]);
  const numberToken = deps.nameIndex.computeNumber(mobile);
  return { ...facts, userId: randomUUID(), numberToken, mobileMasked: maskNumber(mobile) };
}

const createCallerHandlers = (deps: Dependencies): CallHandler[] => [
  handleCall(getCallerGrievance, {
    handle: async ({ body: { number }, staff: { id } }) => {
      const history = await deps.grievances.findHistory(number);
      if (!history || !isOfCaller(history.grievance)) throw notFound();
      await deps.audit.record({ action: 'grievance.read', actor: toActor(id), detail: { number } });
      return ok({ data: [toWireGrievance(history, await deps.staff.findNames(listAuthors(history)))] });
    },
  }),
  handleCall(revealCaller, {
    handle: async ({ body: { number, reason }, staff: { id } }) => {
      const mobile = await deps.grievances.readMobile(number);
      if (mobile === undefined) throw notFound();
      const actor = toActor(id);
      await deps.audit.record({ action: 'grievance.revealed', actor, detail: { number }, why: reason });
      return ok({ data: [{ mobile }] });
    },
  }),
];

function createGrievanceHandlers(deps: Dependencies): CallHandler[] {
  const { db, audit, grievances } = deps;
  return [
    handleCall(openGrievance, {
      handle: async ({ body, staff: member }) => {
        const now = new Date();
        const grievance = await toGrievance(deps, body, { member, now });
        const { text, mobile } = body;
        const entry = { id: randomUUID(), state: 'open' as const, text, staffId: member.id, at: now };
        await db.transaction(async () => {
          await grievances.open(grievance, entry, mobile);
          await recordChange(deps, grievance, entry);
        });
        return ok({ data: [{ number: grievance.number }] });
      },
    }),
    handleCall(getGrievances, {
      handle: async ({ body: page, staff: { id, districts } }) => {
        await audit.record({ action: 'grievances.listed', actor: toActor(id) });
        const today = toIndianDay(new Date());
        const listed = await grievances.listOpen({ districts, today }, page);
        return ok({
          data: listed.map((grievance) => ({
            ...toGrievanceSummary(grievance),
            is_due: grievance.state === 'call-back' && grievance.on !== undefined && grievance.on <= today,
          })),
        });
      },
    }),
    ...createCallerHandlers(deps),
    handleCall(addGrievanceEntry, {
      handle: async ({ body: { number, ...change }, staff: member }) => {
        const grievance = await grievances.find(number);
        if (!grievance) throw notFound();
        if (!isOfCaller(grievance)) await findOwnCase(deps, grievance.applicationId, member);
        const entry = toEntry(change, { staffId: member.id, at: new Date() });
        const isChanged = await db.transaction(async () => {
          if (!(await grievances.change(grievance, entry))) return false;
          await recordChange(deps, grievance, entry);
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

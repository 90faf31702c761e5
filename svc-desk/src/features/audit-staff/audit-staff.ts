import { DAY_MS, getDeskAudit, getStaffActivity, type StaffActivity } from '@archaka/contracts';
import { type CallHandler, handleCall, ok } from '@archaka/service-kit';
import { ActivityRepository, type Period } from '../../persistence/activity-repository.ts';
import type { Dependencies } from '../dependencies.ts';

/** Above these numbers a member's day deserves a look; a clerk decides some 300 clean cases a day. */
const MANY = { cases: 500, reveals: 30 };

/** A day in India. */
function toPeriod(day: string): Period {
  const from = new Date(`${day}T00:00:00+05:30`);
  return { from, to: new Date(from.getTime() + DAY_MS) };
}

function listConcerns({
  cases,
  reveals,
  ownNumbers,
  atNight,
}: Pick<StaffActivity, 'cases' | 'reveals'> &
  Readonly<Record<'ownNumbers' | 'atNight', number>>): StaffActivity['concerns'] {
  return [
    ...(ownNumbers > 0 ? (['own-number'] as const) : []),
    ...(cases > MANY.cases ? (['many-cases'] as const) : []),
    ...(reveals > MANY.reveals ? (['many-reveals'] as const) : []),
    ...(atNight > 0 ? (['at-night'] as const) : []),
  ];
}

export function createStaffAuditHandlers({ db, staff }: Dependencies): CallHandler[] {
  const activity = new ActivityRepository(db);
  return [
    handleCall(getDeskAudit, {
      handle: async ({ body: { day, staff_id, application_id, before, limit } }) => {
        const period = application_id === undefined ? toPeriod(day) : undefined;
        const filter = { period, staffId: staff_id, applicationId: application_id };
        const entries = await activity.list(filter, { before, limit });
        const nameOf = await staff.findNames(entries.map(({ actor }) => actor.id));
        return ok({
          data: entries.map(({ _id, at, action, actor, subject, why }) => ({
            id: _id,
            at: at.toISOString(),
            action,
            staff_id: actor.id,
            name: nameOf(actor.id),
            ...(subject.applicationId && { application_id: subject.applicationId }),
            ...(why && { why }),
          })),
        });
      },
    }),
    handleCall(getStaffActivity, {
      handle: async ({ body: { day } }) => {
        const members = await activity.summarise(toPeriod(day));
        const nameOf = await staff.findNames(members.map(({ staffId }) => staffId));
        return ok({
          data: members.map(({ staffId, ownNumbers, atNight, ...counts }) => ({
            ...counts,
            staff_id: staffId,
            name: nameOf(staffId),
            concerns: listConcerns({ ...counts, ownNumbers, atNight }),
          })),
        });
      },
    }),
  ];
}

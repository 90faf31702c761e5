import {
  carryOutAllotment,
  confirmAllotment,
  getHalls,
  getPlannedSeats,
  listHalls,
  listPlannedSeats,
  type PlannedSeat,
  prepareAllotment,
  previewAllotment,
  routes,
  type StaffMember,
  seatExportQuery,
} from '@archaka/contracts';
import {
  type AuthenticateStaff,
  businessError,
  type CallHandler,
  conflict,
  forbidden,
  handleCall,
  ok,
} from '@archaka/service-kit';
import type { Router } from 'express';
import type * as z from 'zod';
import type { Dependencies } from '../dependencies.ts';
import { registerSpreadsheetRoute } from '../report-cases/spreadsheet-route.ts';
import { toActor } from '../sign-in/sign-in.ts';

/** A centre district is not the district of an address. @throws HttpProblem 403 */
function assertUnlimited({ districts }: StaffMember): void {
  if (districts) throw forbidden('Halls are allotted for all districts together.');
}

/** Reading and planning everything takes svc-ticket longer than another call. */
const TIMEOUT_MS = 20_000;

/** svc-ticket holds candidates and seats, and judges whether the second person is another one. */
export const createHallHandlers = ({ services, staff, audit }: Dependencies): CallHandler[] => [
  handleCall(getHalls, {
    handle: async ({ staff: member }) => {
      assertUnlimited(member);
      const { data = [] } = await services.call(listHalls, {}, { timeoutMs: TIMEOUT_MS });
      const ids = data.flatMap(({ plan }) => [plan?.prepared_by, plan?.confirmed_by]);
      const nameOf = await staff.findNames(ids.filter((each) => each !== undefined));
      return ok({
        data: data.map(({ plan, ...district }) => ({
          ...district,
          ...(plan && {
            plan: {
              ...plan,
              prepared_by: nameOf(plan.prepared_by),
              ...(plan.confirmed_by && { confirmed_by: nameOf(plan.confirmed_by) }),
              is_own: plan.prepared_by === member.id,
            },
          }),
        })),
      });
    },
  }),
  handleCall(getPlannedSeats, {
    handle: async ({ body, staff: member }) => {
      assertUnlimited(member);
      return ok({ data: (await services.call(listPlannedSeats, body)).data });
    },
  }),
  handleCall(previewAllotment, {
    handle: async ({ body, staff: member }) => {
      assertUnlimited(member);
      const request = { ...body, staff_id: member.id };
      const { status } = await services.call(prepareAllotment, request, { timeoutMs: TIMEOUT_MS });
      if (status === 420) return businessError(420);
      await audit.record({
        action: 'allotment.previewed',
        actor: toActor(member.id),
        detail: { district: body.district ?? 'all' },
      });
      return ok();
    },
  }),
  handleCall(confirmAllotment, {
    handle: async ({ body, staff: member }) => {
      assertUnlimited(member);
      const request = { ...body, staff_id: member.id };
      const { status, data = [] } = await services.call(carryOutAllotment, request, {
        timeoutMs: TIMEOUT_MS,
      });
      if (status === 420 || status === 421) return businessError(status);
      if (data.length > 0)
        throw conflict(
          'Candidates have changed since the preview: preview it again.',
          data.map(({ application_id: field, change: message }) => ({ field, message })),
        );
      await audit.record({
        action: 'allotment.confirmed',
        actor: toActor(member.id),
        detail: { district: body.district, plan: body.number },
      });
      return ok();
    },
  }),
];

const COLUMNS = ['roll_number', 'centre', 'seat', 'application_id', 'status', 'note', 'paid', 'ticket'];

const toRow = (planned: PlannedSeat) => [
  planned.roll_number ?? '',
  planned.centre ?? '',
  planned.seat ?? '',
  planned.application_id,
  planned.status,
  planned.note ?? '',
  planned.is_paid ? 'yes' : 'no',
  planned.has_ticket ? 'yes' : 'no',
];

const PAGE = 1000;

async function* readRows(
  services: Dependencies['services'],
  query: z.output<typeof seatExportQuery>,
): AsyncGenerator<ReturnType<typeof toRow>> {
  yield COLUMNS;
  let after = 0;
  for (;;) {
    const { data = [] } = await services.call(listPlannedSeats, { ...query, after, limit: PAGE });
    yield* data.map(toRow);
    if (data.length < PAGE) return;
    after = data.at(-1)?.position ?? 0;
  }
}

/** Streams the seats of a plan, without names. */
export const registerSeatExportRoute = (
  router: Router,
  { services, audit }: Dependencies,
  authenticateStaff: AuthenticateStaff,
): void =>
  registerSpreadsheetRoute(router, authenticateStaff, {
    path: routes.exportSeats.path,
    roles: getPlannedSeats.roles,
    query: seatExportQuery,
    open: async ({ query, member, format }) => {
      assertUnlimited(member);
      const { district, number, list } = query;
      await audit.record({
        action: 'seats.exported',
        actor: toActor(member.id),
        detail: { format, district, plan: number, list },
      });
      return { name: `seats-${district.replaceAll(/\W+/g, '-')}-${number}`, rows: readRows(services, query) };
    },
  });

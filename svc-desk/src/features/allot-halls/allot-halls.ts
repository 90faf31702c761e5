import { pipeline } from 'node:stream/promises';
import {
  carryOutAllotment,
  confirmAllotment,
  getHalls,
  getPlannedSeats,
  hallPackQuery,
  internalRoutes,
  listHalls,
  listPlannedSeats,
  makeHallPack,
  openHallPack,
  type PlannedSeat,
  prepareAllotment,
  previewAllotment,
  routes,
  seatExportQuery,
  startHallPack,
} from '@archaka/contracts';
import {
  type AuthenticateStaff,
  businessError,
  type CallHandler,
  conflict,
  handleCall,
  ok,
} from '@archaka/service-kit';
import type { Router } from 'express';
import type * as z from 'zod';
import type { Dependencies } from '../dependencies.ts';
import { registerDownloadRoute } from '../download-route.ts';
import { registerSpreadsheetRoute } from '../report-cases/spreadsheet-route.ts';
import { assertUnlimited, toActor } from '../sign-in/sign-in.ts';

/** Reading and planning everything takes svc-ticket longer than another call. */
const TIMEOUT_MS = 20_000;

type PackDependencies = Pick<Dependencies, 'services' | 'audit'>;

/** svc-ticket makes and stores the packs. */
const createPackHandler = ({ services, audit }: PackDependencies): CallHandler =>
  handleCall(makeHallPack, {
    handle: async ({ body: { district }, staff: member }) => {
      assertUnlimited(member);
      const { status } = await services.call(startHallPack, { district, staff_id: member.id });
      if (status === 420) return businessError(420);
      await audit.record({ action: 'pack.requested', actor: toActor(member.id), detail: { district } });
      return ok();
    },
  });

const toPiecePath = ({ district, number }: z.output<typeof hallPackQuery>, position: number): string =>
  internalRoutes.hallPackPiece.path
    .replace(':district', encodeURIComponent(district))
    .replace(':number', String(number))
    .replace(':position', String(position));

/** Streams a pack piece by piece. */
const registerPackRoute = (
  router: Router,
  { services, audit }: PackDependencies,
  authenticateStaff: AuthenticateStaff,
): void =>
  registerDownloadRoute(router, authenticateStaff, {
    path: routes.downloadHallPack.path,
    roles: makeHallPack.roles,
    query: hallPackQuery,
    open: async ({ query, member }) => {
      assertUnlimited(member);
      const { data } = await services.call(openHallPack, { ...query, staff_id: member.id });
      const { bytes = 0, pieces = 0 } = data?.[0] ?? {};
      const { district, number } = query;
      await audit.record({
        action: 'pack.downloaded',
        actor: toActor(member.id),
        detail: { district, pack: number },
      });
      return {
        name: `hall-pack-${district.replaceAll(/\W+/g, '-')}-${number}.zip`,
        type: 'application/zip',
        length: bytes,
        write: (response) =>
          pipeline(async function* () {
            for (let position = 0; position < pieces; position += 1)
              yield (await services.get('ticket', toPiecePath(query, position), { timeoutMs: TIMEOUT_MS }))
                .content;
          }, response),
      };
    },
  });

/** svc-ticket holds candidates and seats, and judges whether the second person is another one. */
export const createHallHandlers = ({ services, staff, audit }: Dependencies): CallHandler[] => [
  handleCall(getHalls, {
    handle: async ({ staff: member }) => {
      assertUnlimited(member);
      const { data = [] } = await services.call(listHalls, {}, { timeoutMs: TIMEOUT_MS });
      const ids = data.flatMap(({ plan, pack }) => [
        plan?.prepared_by,
        plan?.confirmed_by,
        pack?.requested_by,
      ]);
      const nameOf = await staff.findNames(ids.filter((each) => each !== undefined));
      return ok({
        data: data.map(({ plan, pack, ...district }) => ({
          ...district,
          ...(plan && {
            plan: {
              ...plan,
              prepared_by: nameOf(plan.prepared_by),
              ...(plan.confirmed_by && { confirmed_by: nameOf(plan.confirmed_by) }),
              is_own: plan.prepared_by === member.id,
            },
          }),
          ...(pack && { pack: { ...pack, requested_by: nameOf(pack.requested_by) } }),
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
  createPackHandler({ services, audit }),
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

/** Streams packs, and the seats of a plan without names. */
export function registerHallRoutes(
  router: Router,
  { services, audit }: Dependencies,
  authenticateStaff: AuthenticateStaff,
): void {
  registerPackRoute(router, { services, audit }, authenticateStaff);
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
}

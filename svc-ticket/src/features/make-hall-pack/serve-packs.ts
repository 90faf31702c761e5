import { type HallPack, internalRoutes, openHallPack, startHallPack } from '@archaka/contracts';
import {
  businessError,
  type CallHandler,
  handleCall,
  notFound,
  ok,
  type WorkQueue,
} from '@archaka/service-kit';
import type { Router } from 'express';
import type { HallPackRow } from '../../persistence/hall-pack-repository.ts';
import type { AllotDependencies } from '../allot-halls/work-on-plans.ts';
import type { Dependencies } from '../dependencies.ts';

export const toWirePack = (pack: HallPackRow): HallPack => {
  const { number, state, failure, done, total, counts } = pack;
  const isParked = state === 'making' && Boolean(pack.parked_at);
  return {
    ...{ number, state, done, total, requested_by: pack.requested_by },
    requested_at: pack.requested_at.toISOString(),
    ...(failure && { failure }),
    ...(isParked && { state: 'failed', failure: 'fault' }),
    ...(counts && { counts }),
    ...(pack.expires_at && { expires_at: pack.expires_at.toISOString() }),
  };
};

/** @throws HttpProblem 404 */
async function getMadePack(
  { examination, repositories: { packs } }: Pick<AllotDependencies, 'examination' | 'repositories'>,
  { district, number }: Pick<HallPackRow, 'district' | 'number'>,
): Promise<HallPackRow> {
  const pack = await packs.find(examination.examine_year, district);
  if (pack?.state !== 'made' || pack.number !== number) throw notFound();
  return pack;
}

/** For svc-desk, by whose members of the staff packs are requested and downloaded. */
export function createPackHandlers(deps: AllotDependencies, queue: Pick<WorkQueue, 'notify'>): CallHandler[] {
  const { audit, examination, repositories } = deps;
  const { examine_year: year, centres = [] } = examination;
  const { applications, packs } = repositories;
  return [
    handleCall(startHallPack, {
      handle: async ({ body: { district, staff_id } }) => {
        const known = [
          ...(await applications.countDue(examination)).keys(),
          ...centres.map((each) => each.district),
        ];
        if (!known.includes(district)) throw notFound();
        const request = { year, district, requested_by: staff_id, requested_at: new Date() };
        if (!(await packs.start(request))) return businessError(420);
        await audit.record({
          action: 'pack.requested',
          actor: { kind: 'operator', id: staff_id },
          detail: { district },
        });
        queue.notify();
        return ok();
      },
    }),
    handleCall(openHallPack, {
      handle: async ({ body: { staff_id, ...query } }) => {
        const { bytes = 0, pieces = 0 } = await getMadePack(deps, query);
        await audit.record({
          action: 'pack.downloaded',
          actor: { kind: 'operator', id: staff_id },
          detail: { district: query.district, pack: query.number },
        });
        return ok({ data: [{ bytes, pieces }] });
      },
    }),
  ];
}

/** The pieces of an opened pack, from 0. */
export function registerPackPieceRoute(router: Router, deps: Dependencies): void {
  const { path } = internalRoutes.hallPackPiece;
  router.get(path, deps.guard.service(internalRoutes.hallPackPiece), async ({ params }, response) => {
    const pack = await getMadePack(deps, {
      district: String(params.district),
      number: Number(params.number),
    });
    const piece = await deps.repositories.packs.findPiece(pack, Number(params.position));
    if (!piece) throw notFound();
    response.setHeader('content-type', 'application/octet-stream');
    response.setHeader('cache-control', 'private, no-store');
    response.end(piece);
  });
}

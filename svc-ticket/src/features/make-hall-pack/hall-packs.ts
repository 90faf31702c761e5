import { PassThrough } from 'node:stream';
import {
  DAY_MS,
  type HallPack,
  type HallPackFailure,
  internalRoutes,
  openHallPack,
  startHallPack,
} from '@archaka/contracts';
import { businessError, type CallHandler, handleCall, notFound, ok, WorkQueue } from '@archaka/service-kit';
import type { Router } from 'express';
import type { HallPackRow } from '../../persistence/hall-pack-repository.ts';
import { TicketSuperseded } from '../../persistence/ticket-repository.ts';
import { chooseChromium } from '../../render/chromium.ts';
import { packPrinting, SheetRenderer } from '../../render/renderer.ts';
import type { AllotDependencies } from '../allot-halls/work-on-plans.ts';
import type { Dependencies } from '../dependencies.ts';
import { makeHallPack, NothingToPack } from './make-hall-pack.ts';

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

const STORED_MS = 7 * DAY_MS;
const calculateExpiry = () => new Date(Date.now() + STORED_MS);

/** Below the 16 MB of a document in MongoDB. */
const PIECE_BYTES = 4 * 1024 * 1024;

async function* toPieces(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const bytes of stream) {
    parts.push(bytes);
    length += bytes.length;
    if (length < PIECE_BYTES) continue;
    yield Buffer.concat(parts);
    parts = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(parts);
}

/** Undefined for an error of the portal's own, after which the queue tries again. */
const findFailure = (error: unknown): HallPackFailure | undefined => {
  if (error instanceof TicketSuperseded) return 'ticket-changed';
  return error instanceof NothingToPack ? error.failure : undefined;
};

/** Stores the zip file in pieces while it is written. @throws as `makeHallPack` */
async function storePack(deps: Dependencies, pack: HallPackRow, renderer: SheetRenderer, stop: AbortSignal) {
  const { applications, packs } = deps.repositories;
  const centres = await applications.listCentres(pack.year);
  const centre = centres.find(({ name }) => name === pack.district);
  if (!centre) throw new NothingToPack('not-paid');
  const onProgress = async (done: number, total: number) => {
    stop.throwIfAborted();
    if (!(await packs.change(pack, { done, total }))) throw new Error('another instance makes the pack');
  };
  const out = new PassThrough();
  const stored = { bytes: 0, pieces: 0 };
  const store = async () => {
    for await (const piece of toPieces(out)) {
      await packs.addPiece(pack, stored.pieces, piece);
      stored.pieces += 1;
      stored.bytes += piece.length;
    }
  };
  const make = async () => {
    try {
      return await makeHallPack({ ...deps, renderer }, centre, { out, onProgress });
    } catch (error) {
      out.destroy(error as Error);
      throw error;
    }
  };
  const [{ total }] = await Promise.all([make(), store()]);
  return { ...stored, counts: total };
}

async function makePack(deps: Dependencies, pack: HallPackRow, stop: AbortSignal): Promise<void> {
  const { db, audit, config, log } = deps;
  const { packs } = deps.repositories;
  const renderer = await SheetRenderer.open({
    ...packPrinting,
    chromium: chooseChromium(config, log),
    log,
  });
  try {
    const made = await storePack(deps, pack, renderer, stop);
    const expires_at = calculateExpiry();
    await db.transaction(async () => {
      if (!(await packs.change(pack, { ...made, state: 'made', expires_at }))) return;
      await audit.record({
        action: 'pack.made',
        actor: { kind: 'service', id: 'svc-ticket' },
        detail: { district: pack.district, pack: pack.number },
      });
    });
  } catch (error) {
    const failure = findFailure(error);
    if (!failure) throw error;
    await packs.change(pack, { state: 'failed', failure, expires_at: calculateExpiry() });
  } finally {
    await renderer.close();
  }
}

/** Makes packs, one at a time in an instance and with a browser of their own, and deletes them after a week. */
export const createPackQueue = (deps: Dependencies): WorkQueue<HallPackRow> => {
  const { packs } = deps.repositories;
  return new WorkQueue<HallPackRow>({
    name: 'packs',
    rows: packs.rows,
    concurrency: 1,
    log: deps.log,
    handle: async (row, { stopping }) => {
      if (row.state !== 'making') {
        await deps.db.transaction(() => packs.remove(row));
        return 'completed';
      }
      const pack = await packs.begin(row);
      if (!pack) return undefined;
      try {
        await makePack(deps, pack, stopping);
        return { againInMs: STORED_MS };
      } catch (error) {
        if (stopping.aborted) return { againInMs: 0 };
        throw error;
      }
    },
  });
};

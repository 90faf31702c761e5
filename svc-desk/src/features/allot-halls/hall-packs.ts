import { pipeline } from 'node:stream/promises';
import {
  hallPackQuery,
  internalRoutes,
  makeHallPack,
  openHallPack,
  routes,
  startHallPack,
} from '@archaka/contracts';
import {
  type AuthenticateStaff,
  businessError,
  type CallHandler,
  handleCall,
  ok,
} from '@archaka/service-kit';
import type { Router } from 'express';
import type * as z from 'zod';
import type { Dependencies } from '../dependencies.ts';
import { registerDownloadRoute } from '../download-route.ts';
import { assertUnlimited, toActor } from '../sign-in/sign-in.ts';

/** Reading and planning everything takes svc-ticket longer than another call. */
export const TIMEOUT_MS = 20_000;

type PackDependencies = Pick<Dependencies, 'services' | 'audit'>;

/** svc-ticket makes and stores the packs. */
export const createPackHandler = ({ services, audit }: PackDependencies): CallHandler =>
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
export const registerPackRoute = (
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

import { routes } from '@archaka/contracts';
import { getUser } from '@archaka/service-kit';
import { type Locker, Server, type ServerOptions } from '@tus/server';
import type { Response } from 'express';
import type { Dependencies } from '../dependencies.ts';
import { beginUpload } from './begin-upload.ts';
import { ChunkStore } from './chunk-store.ts';
import { finishUpload } from './finish-upload.ts';
import { toProblem } from './tus-problem.ts';

/** No lock is needed: the chunk ids admit only one of two writers at an offset. */
const noopLocker: Locker = {
  newLock: () => ({ lock: async () => undefined, unlock: async () => undefined }),
};

type TusRequest = Parameters<NonNullable<ServerOptions['onUploadCreate']>>[0];

const getRequestUser = ({ runtime }: TusRequest) => getUser(runtime?.node?.res as Response);

export const createTusServer = (deps: Dependencies): Server =>
  new Server({
    path: routes.beginUpload.path,
    datastore: new ChunkStore(deps.repositories.uploads),
    locker: noopLocker,
    relativeLocation: true,
    allowedOrigins: [deps.config.PORTAL_ORIGIN],
    onUploadCreate: async (request, upload) => {
      await beginUpload(deps.repositories, { upload, ownerId: getRequestUser(request).id });
      return {};
    },
    onUploadFinish: async ({ method }, { id }) => ({
      // tus requires 201 for every creation, also for one with all bytes.
      status_code: method === 'POST' ? 201 : 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(await finishUpload(deps, { id, isComplete: true })),
    }),
    onResponseError: (_request, error) => {
      throw toProblem(error);
    },
  });

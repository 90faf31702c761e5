import { routes } from '@archaka/contracts';
import { userOf } from '@archaka/service-kit';
import { type Locker, Server, type ServerOptions } from '@tus/server';
import type { Response } from 'express';
import type { Setting } from '../setting.ts';
import { beginUpload } from './begin-upload.ts';
import { finishUpload } from './finish-upload.ts';
import { PiecesStore } from './pieces-store.ts';
import { refusalOf } from './tus-refusal.ts';

/** Nobody waits for anybody: of two writers at one place, the pieces themselves let one through. */
const unlocked: Locker = { newLock: () => ({ lock: async () => undefined, unlock: async () => undefined }) };

type Asked = Parameters<NonNullable<ServerOptions['onUploadCreate']>>[0];

/** Whom `guard.applicant` let in. */
const userOfRequest = ({ runtime }: Asked) => userOf(runtime?.node?.res as Response);

/** Speaks tus 1.0; errors come out as refusals. */
export const makeTusServer = (setting: Setting): Server =>
  new Server({
    path: routes.beginUpload.path,
    datastore: new PiecesStore(setting.stores.uploads),
    locker: unlocked,
    relativeLocation: true,
    allowedOrigins: [setting.config.PORTAL_ORIGIN],
    onUploadCreate: async (request, upload) => {
      await beginUpload(setting.stores, { upload, ownerId: userOfRequest(request).id });
      return {};
    },
    onUploadFinish: async ({ method }, { id }) => ({
      // The protocol wants 201 for every creation, also of one that brought all its bytes.
      status_code: method === 'POST' ? 201 : 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(await finishUpload(setting, id)),
    }),
    onResponseError: (_request, error) => {
      throw refusalOf(error);
    },
  });

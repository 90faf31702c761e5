import { routes } from '@archaka/contracts';
import {
  conflict,
  getUser,
  HttpProblem,
  notFound,
  retryOnConflict,
  tooLarge,
  unreadable,
  WriteConflict,
  wrongType,
} from '@archaka/service-kit';
import { type Locker, Metadata, Server, type ServerOptions, TUS_RESUMABLE, type Upload } from '@tus/server';
import type { RequestHandler, Response, Router } from 'express';
import { MAX_FILE_BYTES } from '../../domain/form-files.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import type { Dependencies } from '../dependencies.ts';
import { getKind, storeDocument, toUploadResponse } from '../upload-document/upload-document.ts';
import { ChunkStore, getRequestUpload, runWithUpload } from './chunk-store.ts';

/** tus 1.0 (https://tus.io/protocols/resumable-upload). GET repeats the final response if the client lost it. */
export function registerResumableUploadRoutes(router: Router, deps: Dependencies): void {
  const { guard, repositories } = deps;
  const server = createTusServer(deps);

  const assertUploadOwner: RequestHandler<{ id: string }> = async ({ params }, response, next) => {
    const upload = await repositories.uploads.find(params.id);
    if (upload?.ownerId !== getUser(response).id) throw notFound();
    runWithUpload(upload, next);
  };

  const sendOutcome: RequestHandler<{ id: string }> = async ({ params }, response) => {
    response.json(await finishUpload(deps, { id: params.id, isComplete: false }));
  };

  const handleTus: RequestHandler = (request, response) => server.handle(request, response);
  const guards = [guard.sameSite, assertTusHeaders, guard.applicant, assertWellFormedHeaders];
  const { path } = routes.getUpload;
  router.post(routes.beginUpload.path, guards, handleTus);
  router.head(path, guards, assertUploadOwner, handleTus);
  router.patch(path, guards, assertUploadOwner, handleTus);
  router.delete(path, guards, assertUploadOwner, handleTus);
  router.get(path, guard.applicant, assertUploadOwner, sendOutcome);
}

const OFFSET_TYPE = 'application/offset+octet-stream';

const createVersionMismatch = () =>
  new HttpProblem({
    code: 'invalid',
    status: 412,
    title: 'This upload uses another version of the protocol.',
    headers: { 'tus-version': TUS_RESUMABLE },
  });

/** @throws HttpProblem 412 for another protocol version, 415 for another content type, 413 over every file's limit. */
const assertTusHeaders: RequestHandler = ({ method, headers }, response, next) => {
  response.setHeader('tus-resumable', TUS_RESUMABLE);
  if (headers['tus-resumable'] !== TUS_RESUMABLE) throw createVersionMismatch();
  if (method === 'PATCH' && headers['content-type'] !== OFFSET_TYPE) throw wrongType();
  if (Number(headers['upload-length']) > MAX_FILE_BYTES) throw tooLarge();
  next();
};

const isByteCount = (text: string): boolean => /^(0|[1-9]\d{0,14})$/.test(text);

function isMetadata(text: string): boolean {
  try {
    Metadata.parse(text);
    return true;
  } catch {
    return false;
  }
}

const headerFormats = {
  'upload-length': isByteCount,
  'upload-offset': isByteCount,
  'upload-metadata': isMetadata,
};

/** @throws HttpProblem 400 for headers that the tus server would reject in plain text. */
export const assertWellFormedHeaders: RequestHandler = ({ headers }, _response, next) => {
  for (const [name, isWellFormed] of Object.entries(headerFormats)) {
    const value = headers[name];
    if (value !== undefined && !isWellFormed(String(value))) throw unreadable('The upload cannot be read.');
  }
  next();
};

/** No lock is needed: the chunk ids admit only one of two writers at an offset. */
const noopLocker: Locker = {
  newLock: () => ({ lock: async () => undefined, unlock: async () => undefined }),
};

type TusRequest = Parameters<NonNullable<ServerOptions['onUploadCreate']>>[0];

const getRequestUser = ({ runtime }: TusRequest) => getUser(runtime?.node?.res as Response);

const createTusServer = (deps: Dependencies): Server =>
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

/** Counts as a file of the day. @throws HttpProblem 429, 400 for an unknown kind or size, 413 over the kind's limit. */
async function beginUpload(
  repositories: Repositories,
  { upload, ownerId }: { upload: Upload; ownerId: string },
): Promise<void> {
  await repositories.uploadQuota.consume(ownerId);
  const { id, size, metadata = {} } = upload;
  const kind = getKind(metadata.kind);
  if (size === undefined) throw unreadable('The upload cannot be read.');
  if (size > kind.limit) throw tooLarge();
  await repositories.uploads.create({ id, ownerId, kind: kind.field, size, name: metadata.filename ?? '' });
}

/** Idempotent. @throws HttpProblem 415 or 400 for unfit bytes, 404 while incomplete. */
const finishUpload = (
  deps: Dependencies,
  /** `isComplete`: all bytes are known to be stored. */
  { id, isComplete }: { readonly id: string; readonly isComplete: boolean },
) =>
  retryOnConflict(
    async (attempt) => (attempt === 1 && getRequestUpload()) || deps.repositories.uploads.find(id),
    async (upload) => {
      const { uploads } = deps.repositories;
      if (!upload) throw notFound();
      const { size, outcome, ownerId } = upload;
      if (outcome) return toUploadResponse(outcome, size);
      if (!isComplete && (await uploads.countReceivedBytes(upload)) < size) throw notFound();
      const bytes = await uploads.read(id);
      // Another request has finished the upload and is deleting its chunks.
      if (bytes.length < size) throw new WriteConflict();
      const name = await uploads.readName(upload);
      const result = await storeDocument(deps, { ownerId, kind: getKind(upload.kind), bytes, name });
      await uploads.finish(id, result);
      return toUploadResponse(result, size);
    },
  );

const createOffsetConflict = () => conflict('The upload goes on from another place.');

const problemsByStatus: Readonly<Record<number, () => Error>> = {
  404: notFound,
  409: createOffsetConflict,
  410: notFound,
  413: tooLarge,
};

function toProblem(error: Error | { status_code: number }): Error {
  if (error instanceof WriteConflict) return createOffsetConflict();
  if ('status_code' in error && typeof error.status_code === 'number')
    return problemsByStatus[error.status_code]?.() ?? unreadable('The upload cannot be read.');
  return error as Error;
}

import type { IncomingMessage } from 'node:http';
import { routes } from '@archaka/contracts';
import { getUser, HttpProblem, invalid, tooLarge, unreadable, wrongType } from '@archaka/service-kit';
import { readBody } from '@archaka/service-kit/server';
import type { RequestHandler, Router } from 'express';
import type { FileRef } from '../../domain/application.ts';
import { type FormFile, findFormFile, MAX_FILE_BYTES } from '../../domain/form-files.ts';
import { createDocumentId } from '../../persistence/document-store.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import type { Dependencies } from '../dependencies.ts';
import type { FileInspector, RejectedFile, UploadedFile } from '../inspect-file/inspect-file.ts';

const FORM_OVERHEAD_BYTES = 16 * 1024;
const MAX_UPLOAD_BYTES = MAX_FILE_BYTES + FORM_OVERHEAD_BYTES;

interface Upload {
  /** The declared kind of the file. */
  readonly kind: string | undefined;
  readonly file: File | undefined;
}

/** @throws HttpProblem 415 for anything but multipart, 413 for a declared size over the limit. */
const assertUploadHeaders: RequestHandler = ({ headers }, _response, next) => {
  if (!/^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '')) throw wrongType();
  if (Number(headers['content-length']) > MAX_UPLOAD_BYTES) throw tooLarge();
  next();
};

/** At most one text `kind` and one file `file`, in any order. */
function toUpload(form: FormData): Upload {
  const names = [...form.keys()];
  const isKnown = names.every((name) => name === 'kind' || name === 'file');
  const [kind, file] = [form.get('kind') ?? undefined, form.get('file') ?? undefined];
  const isUpload = isKnown && new Set(names).size === names.length;
  if (!isUpload || kind instanceof File || typeof file === 'string') throw new TypeError('not an upload');
  return { kind, file };
}

/** @throws HttpProblem 413 over the limit, 400 for a body that is no upload. */
export async function readUpload(request: IncomingMessage): Promise<Upload> {
  const body = await readBody(request, MAX_UPLOAD_BYTES);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  try {
    return toUpload(await new Response(body, { headers }).formData());
  } catch {
    throw unreadable('The upload cannot be read.');
  }
}

/** @throws HttpProblem 400 without a known kind or a file, 413 over the kind's limit. */
async function getFile({ kind: name, file }: Upload): Promise<Omit<UploadedFile, 'ownerId'>> {
  const kind = getKind(name);
  if (!file) throw invalid([{ field: 'file', message: 'Choose a file' }]);
  if (file.size > kind.limit) throw tooLarge();
  return { kind, name: file.name, bytes: Buffer.from(await file.arrayBuffer()) };
}

export function registerUploadRoute(router: Router, deps: Dependencies): void {
  const { guard, repositories } = deps;
  const countFile: RequestHandler = async (_request, response, next) => {
    await repositories.uploadQuota.consume(getUser(response).id);
    next();
  };

  const storeUpload: RequestHandler = async (request, response) => {
    const file = await getFile(await readUpload(request));
    const result = await storeDocument(deps, { ownerId: getUser(response).id, ...file });
    response.status(201).json(toUploadResponse(result, file.bytes.length));
  };

  const guards = [guard.sameSite, assertUploadHeaders, guard.applicant, countFile];
  router.post(routes.uploadDocument.path, guards, storeUpload);
}

/** @throws HttpProblem 400 for an unknown kind. */
export function getKind(name: unknown): FormFile {
  const kind = findFormFile(name);
  if (!kind) throw invalid([{ field: 'kind', message: 'Choose what the file is' }]);
  return kind;
}

type StoreResult = FileRef | RejectedFile;

interface StoreDocumentDependencies {
  readonly inspectFile: FileInspector;
  readonly repositories: Repositories;
}

export async function storeDocument(
  { inspectFile, repositories }: StoreDocumentDependencies,
  file: UploadedFile,
): Promise<StoreResult> {
  const inspected = await inspectFile(file);
  if ('refused' in inspected) return inspected;
  const { ownerId } = file;
  const documentId = createDocumentId(ownerId, file.bytes);
  await repositories.documents.save({ documentId, ownerId, ...inspected });
  return { documentId, filetype: inspected.filetype };
}

/** `bytes`: size as received. @throws HttpProblem 415 for a wrong type, 400 for an invalid file. */
export function toUploadResponse(result: StoreResult, bytes: number) {
  if (!('refused' in result)) return { document_id: result.documentId, filetype: result.filetype, bytes };
  const { refused: message, why } = result;
  if (why === 'invalid') throw invalid([{ field: 'file', message }]);
  throw new HttpProblem({ code: 'wrong-type', status: 415, title: message });
}

/** Counts and inspects the files of concurrent identical forms once. */
export function createInlineFileStorer(deps: StoreDocumentDependencies): Dependencies['storeInlineFile'] {
  const inFlight = new Map<string, Promise<StoreResult>>();

  async function countAndStore(file: UploadedFile): Promise<StoreResult> {
    await deps.repositories.uploadQuota.consume(file.ownerId);
    return storeDocument(deps, file);
  }

  return (file) => {
    const key = `${createDocumentId(file.ownerId, file.bytes)} ${file.kind.name}`;
    const pending = inFlight.get(key);
    if (pending) return pending;
    const result = countAndStore(file).finally(() => inFlight.delete(key));
    inFlight.set(key, result);
    return result;
  };
}

import type { IncomingMessage } from 'node:http';
import { tooLarge, unreadable, wrongType } from '@archaka/service-kit';
import { readBody } from '@archaka/service-kit/server';
import type { RequestHandler } from 'express';
import { MAX_FILE_BYTES } from '../../domain/form-files.ts';

const FORM_OVERHEAD_BYTES = 16 * 1024;
const MAX_UPLOAD_BYTES = MAX_FILE_BYTES + FORM_OVERHEAD_BYTES;

export interface Upload {
  /** The declared kind of the file. */
  readonly kind: string | undefined;
  readonly file: File | undefined;
}

/** @throws HttpProblem 415 for anything but multipart, 413 for a declared size over the limit. */
export const assertUploadHeaders: RequestHandler = ({ headers }, _response, next) => {
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

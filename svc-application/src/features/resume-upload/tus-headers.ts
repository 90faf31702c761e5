import { HttpProblem, tooLarge, unreadable, wrongType } from '@archaka/service-kit';
import { Metadata, TUS_RESUMABLE } from '@tus/server';
import type { RequestHandler } from 'express';
import { MAX_FILE_BYTES } from '../../domain/form-files.ts';

const OFFSET_TYPE = 'application/offset+octet-stream';

const createVersionMismatch = () =>
  new HttpProblem({
    code: 'invalid',
    status: 412,
    title: 'This upload uses another version of the protocol.',
    headers: { 'tus-version': TUS_RESUMABLE },
  });

/** @throws HttpProblem 412 for another protocol version, 415 for another content type, 413 over every file's limit. */
export const assertTusHeaders: RequestHandler = ({ method, headers }, response, next) => {
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

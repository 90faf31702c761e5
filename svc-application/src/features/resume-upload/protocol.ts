import { Refusal, tooLarge, unreadable, wrongType } from '@archaka/service-kit';
import { Metadata, TUS_RESUMABLE } from '@tus/server';
import type { RequestHandler } from 'express';
import { LARGEST_FILE } from '../../domain/form-files.ts';

const OFFSET_TYPE = 'application/offset+octet-stream';

const otherVersion = () =>
  new Refusal({
    code: 'invalid',
    status: 412,
    title: 'This upload speaks another version of the protocol.',
    headers: { 'tus-version': TUS_RESUMABLE },
  });

/** @throws Refusal 412 for another protocol, 415 for bytes of another type, 413 beyond any file's size. */
export const refuseByHeaders: RequestHandler = ({ method, headers }, response, next) => {
  response.setHeader('tus-resumable', TUS_RESUMABLE);
  if (headers['tus-resumable'] !== TUS_RESUMABLE) throw otherVersion();
  if (method === 'PATCH' && headers['content-type'] !== OFFSET_TYPE) throw wrongType();
  if (Number(headers['upload-length']) > LARGEST_FILE) throw tooLarge();
  next();
};

const isSize = (text: string): boolean => /^(0|[1-9]\d{0,14})$/.test(text);

function isMetadata(text: string): boolean {
  try {
    Metadata.parse(text);
    return true;
  } catch {
    return false;
  }
}

const forms = { 'upload-length': isSize, 'upload-offset': isSize, 'upload-metadata': isMetadata };

/** @throws Refusal 400 for headers that the tus server would refuse in plain text. */
export const refuseMalformed: RequestHandler = ({ headers }, _response, next) => {
  for (const [name, isWellFormed] of Object.entries(forms)) {
    const value = headers[name];
    if (value !== undefined && !isWellFormed(String(value))) throw unreadable('The upload cannot be read.');
  }
  next();
};

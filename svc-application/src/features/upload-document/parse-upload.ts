import { tooLarge, unreadable, wrongType } from '@archaka/service-kit';
import type { RequestHandler } from 'express';
import multer from 'multer';
import { MAX_FILE_BYTES } from '../../domain/form-files.ts';

const FORM_OVERHEAD_BYTES = 16 * 1024;

const parseMultipart = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: MAX_FILE_BYTES, files: 1, fields: 4, fieldSize: 1024, parts: 5 },
}).single('file');

/** @throws HttpProblem 415 for anything but multipart, 413 for a declared size over the limit. */
export const assertUploadHeaders: RequestHandler = ({ headers }, _response, next) => {
  if (!/^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '')) throw wrongType();
  if (Number(headers['content-length']) > MAX_FILE_BYTES + FORM_OVERHEAD_BYTES) throw tooLarge();
  next();
};

function toProblem(error: unknown): Error {
  const overLimit = error instanceof multer.MulterError && error.code === 'LIMIT_FILE_SIZE';
  return overLimit ? tooLarge() : unreadable('The upload cannot be read.');
}

export const parseUpload: RequestHandler = (request, response, next) => {
  parseMultipart(request, response, (error: unknown) => next(error && toProblem(error)));
};

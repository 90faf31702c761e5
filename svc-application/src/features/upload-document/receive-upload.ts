import { tooLarge, unreadable, wrongType } from '@archaka/service-kit';
import type { RequestHandler } from 'express';
import multer from 'multer';
import { LARGEST_FILE } from '../../domain/form-files.ts';

/** What the form around the file may take. */
const FRAME = 16 * 1024;

const parse = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: LARGEST_FILE, files: 1, fields: 4, fieldSize: 1024, parts: 5 },
}).single('file');

/** @throws Refusal 415 for anything but a multipart form, 413 for one that says it is too large. */
export const refuseByHeaders: RequestHandler = ({ headers }, _response, next) => {
  if (!/^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '')) throw wrongType();
  if (Number(headers['content-length']) > LARGEST_FILE + FRAME) throw tooLarge();
  next();
};

function refusalOf(error: unknown): Error {
  const overLimit = error instanceof multer.MulterError && error.code === 'LIMIT_FILE_SIZE';
  return overLimit ? tooLarge() : unreadable('The upload cannot be read.');
}

/** Reads the form into memory, at most one file of 5 MB. */
export const receiveUpload: RequestHandler = (request, response, next) => {
  parse(request, response, (error: unknown) => next(error && refusalOf(error)));
};

import { msg } from '@lingui/core/macro';

/** Problems of a picked file, by the English message at its field. */
export const problems = {
  pdfOnly: 'Upload Pdf Only',
  emptyPdf: msg({ id: 'Upload Pdf Only. This file is empty' }).id,
  tooLarge: 'The file is larger than 2 MB',
  notAPhoto: 'Choose a photo that is JPEG or PNG',
  tooMany: 'Too many files were sent. Choose it again later',
  notSent: 'The file could not be sent. Check the connection and choose it again',
} as const;

import type { UnusableReason } from '@archaka/service-kit/decoder';

export const pdfMessages: Readonly<Partial<Record<UnusableReason, string>>> = {
  broken: 'This PDF cannot be opened. Please upload another copy of it.',
  locked: 'This PDF is locked. Please upload one that opens without a password.',
  'too-many-pages': 'This PDF has more than 100 pages. Please upload only those that are asked for.',
  'too-complex': 'This PDF takes too much work to open. Please scan the paper, or print it to a new PDF.',
  'too-large': 'This PDF is too large. Please upload a smaller one.',
  'page-size':
    'A page of this PDF is too large or too small. Please scan the paper, or print it to a new PDF.',
  'font-missing': 'This PDF lacks the fonts of its text. Please scan the paper, or print it to a new PDF.',
  'picture-missing':
    'A picture in this PDF cannot be shown. Please scan the paper, or print it to a new PDF.',
};

export const photoMessages: Readonly<Partial<Record<UnusableReason, string>>> = {
  broken: 'This photo cannot be opened. Please upload another copy of it.',
  'too-small': 'This photo is too small. Please upload a larger one.',
  'too-many-pixels': 'This photo has too many pixels. Please upload a smaller one.',
  'too-complex': 'This photo takes too much work to open. Please take it again, or upload a smaller one.',
};

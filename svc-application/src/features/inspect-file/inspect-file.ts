import { startsLikePdf } from '@archaka/contracts';
import { DecoderPool, UnusableFile, type UnusableReason } from '@archaka/service-kit/decoder';
import type { FormFile } from '../../domain/form-files.ts';
import type { DocumentDetails } from '../../persistence/document-store.ts';
import type { FileScanner } from '../scan-file/clamd.ts';

export interface DecoderJob {
  readonly filetype: 'pdf' | 'jpeg' | 'png';
  readonly bytes: Uint8Array;
}

export interface DecodedFile {
  readonly bytes: Buffer;
  readonly details: DocumentDetails;
}

export type FileDecoder = DecoderPool<DecoderJob, DecodedFile>;

/** Two of them fit the memory of the service's container beside it (docs/adr/0090). */
const PROCESSES = 2;

export const createFileDecoder = (): FileDecoder =>
  new DecoderPool({ entry: new URL('decoder-program.ts', import.meta.url), processes: PROCESSES });

export interface UploadedFile {
  readonly ownerId: string;
  readonly kind: FormFile;
  readonly bytes: Buffer;
  readonly name?: string | undefined;
}

export interface RejectedFile {
  readonly refused: string;
  readonly why: 'wrong-type' | 'invalid';
}

interface InspectedFile extends DecodedFile {
  readonly filetype: string;
}

export type InspectionResult = InspectedFile | RejectedFile;

const rejectFile = (why: RejectedFile['why'], refused: string): RejectedFile => ({ why, refused });

type Filetype = 'jpeg' | 'png' | 'pdf' | 'heic';

const JPEG = Buffer.from('ffd8ff', 'hex');
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const BRAND_BOX = Buffer.from('ftyp');
/** Of HEIC, HEIF and AVIF, the default formats of some phones. */
const BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'avif', 'avis'];

const startsWith = (bytes: Buffer, signature: Buffer, at = 0): boolean =>
  bytes.subarray(at, at + signature.length).equals(signature);

/** By the first bytes. Whether the file is whole only its decoder says. */
function detectFiletype(bytes: Buffer): Filetype | undefined {
  if (startsWith(bytes, JPEG)) return 'jpeg';
  if (startsWith(bytes, PNG)) return 'png';
  if (startsWith(bytes, BRAND_BOX, 4) && BRANDS.includes(bytes.toString('latin1', 8, 12))) return 'heic';
  return startsLikePdf(bytes) ? 'pdf' : undefined;
}

const pdfMessages: Readonly<Partial<Record<UnusableReason, string>>> = {
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

const photoMessages: Readonly<Partial<Record<UnusableReason, string>>> = {
  broken: 'This photo cannot be opened. Please upload another copy of it.',
  'too-small': 'This photo is too small. Please upload a larger one.',
  'too-many-pixels': 'This photo has too many pixels. Please upload a smaller one.',
  'too-complex': 'This photo takes too much work to open. Please take it again, or upload a smaller one.',
};

const UNSUPPORTED_FORMAT = 'This photo is in the HEIC format. Please upload it as JPEG or PNG.';
const INFECTED = 'This file contains a virus. Please upload a clean copy of it.';

export type FileInspector = (file: UploadedFile) => Promise<InspectionResult>;

function rejectUnusable({ kind }: UploadedFile, reason: UnusableReason): InspectionResult {
  if (kind.filetypes.includes('pdf'))
    return rejectFile('invalid', pdfMessages[reason] ?? kind.wrongTypeMessage);
  const message = photoMessages[reason];
  return message ? rejectFile('invalid', message) : rejectFile('wrong-type', kind.wrongTypeMessage);
}

/**
 * Trusts only the bytes, neither the file name nor the declared type. The accepted bytes are those of the decoder,
 * never the ones that were sent.
 */
export const createFileInspector =
  (decoder: FileDecoder, scan?: FileScanner): FileInspector =>
  async (file) => {
    const { bytes, kind, ownerId } = file;
    const filetype = detectFiletype(bytes);
    if (filetype === 'heic' && kind.filetypes.includes('jpeg'))
      return rejectFile('wrong-type', UNSUPPORTED_FORMAT);
    if (filetype === undefined || filetype === 'heic' || !kind.filetypes.includes(filetype))
      return rejectFile('wrong-type', kind.wrongTypeMessage);
    if ((await scan?.(bytes)) === 'infected') return rejectFile('invalid', INFECTED);
    try {
      const { bytes: decoded, details } = await decoder.decode(ownerId, { filetype, bytes });
      return { filetype, bytes: decoded, details: { name: file.name, ...details } };
    } catch (error) {
      if (error instanceof UnusableFile) return rejectUnusable(file, error.reason);
      throw error;
    }
  };

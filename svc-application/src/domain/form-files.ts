import {
  isAccommodationRequested,
  isEmpty,
  type RawBody,
  type Accommodation as RequestedAccommodation,
  toText,
} from '@archaka/contracts';
import type { Attachments, FileRef, Files } from './application.ts';

export interface FormFile {
  readonly field:
    | 'image'
    | 'birthcertificate'
    | 'perviouscertificate'
    | 'markmemos'
    | 'accommodationcertificate';
  readonly name: keyof Files | 'accommodationCertificate';
  readonly filetypes: readonly string[];
  /** Bytes. */
  readonly limit: number;
  readonly wrongTypeMessage: string;
}

const MEGABYTE = 1024 * 1024;
const pdfRules = { filetypes: ['pdf'], limit: 2 * MEGABYTE, wrongTypeMessage: 'Upload Pdf Only' };
const photoRules = {
  filetypes: ['jpeg', 'png'],
  limit: 5 * MEGABYTE,
  wrongTypeMessage: 'Please upload Your photo',
};

/** In the order of the checks (specification, section 5, then the optional part); limits from interfaces.md, Forms. */
export const formFiles: readonly FormFile[] = [
  { field: 'birthcertificate', name: 'birthCertificate', ...pdfRules },
  { field: 'perviouscertificate', name: 'previousCertificate', ...pdfRules },
  { field: 'markmemos', name: 'marksMemos', ...pdfRules },
  { field: 'image', name: 'photo', ...photoRules },
  { field: 'accommodationcertificate', name: 'accommodationCertificate', ...pdfRules },
];

export const findFormFile = (field: unknown): FormFile | undefined =>
  formFiles.find((file) => file.field === field);

export const MAX_FILE_BYTES = Math.max(...formFiles.map(({ limit }) => limit));

export const toWireFiles = (file: FileRef | null) =>
  file ? [{ document_id: file.documentId, filetype: file.filetype }] : [];

/** Omits the key without a request: such a form is stored and digested as before accommodations existed. */
export function toAccommodation(
  requested: RequestedAccommodation | null | undefined,
  /** Required with any request: `accommodationChecks`. */
  certificate: FileRef | null,
): Pick<Attachments, 'accommodation'> {
  if (!certificate || !isAccommodationRequested(requested)) return {};
  const { scribe, compensatory_time: compensatoryTime } = requested;
  return { accommodation: { scribe, compensatoryTime, certificate } };
}

/** Omits the key without a request, and always the certificate. */
export function toWireAccommodation({ accommodation }: Pick<Attachments, 'accommodation'>): {
  accommodation?: RequestedAccommodation;
} {
  if (!accommodation) return {};
  const { scribe, compensatoryTime: compensatory_time } = accommodation;
  return { accommodation: { scribe, compensatory_time } };
}

/** An item with neither bytes nor an id counts as no file. */
const isBlank = (item: unknown): boolean =>
  typeof item === 'object' &&
  item !== null &&
  isEmpty('reviewimg' in item ? item.reviewimg : undefined) &&
  isEmpty('document_id' in item ? item.document_id : undefined);
const hasNoFile = (list: unknown): boolean => isEmpty(list) || (Array.isArray(list) && list.every(isBlank));

const findStoredFile = (name: FormFile['name'], stored: Attachments | undefined): FileRef | null =>
  (name === 'accommodationCertificate' ? stored?.accommodation?.certificate : stored?.[name]) ?? null;

/** Fills in unchanged files, and the accommodation for a form that does not know it, which must not withdraw it. */
export function fillInAttachments(form: RawBody, stored: Attachments | undefined): RawBody {
  const merged: Record<string, unknown> = { ...form };
  for (const { field, name } of formFiles) {
    if (!hasNoFile(form[field])) continue;
    const replaced = toText(form[`${field}_ind`]) === '1';
    merged[field] = replaced ? [] : toWireFiles(findStoredFile(name, stored));
  }
  return form.accommodation === undefined && stored ? { ...merged, ...toWireAccommodation(stored) } : merged;
}

function countDataUrlBytes(url: string): number {
  const digits = url.replace(/=+$/, '').length - url.indexOf(',') - 1;
  return Math.floor((digits * 3) / 4);
}

export const hasOversizedFile = (form: RawBody): boolean =>
  formFiles.some(({ field, limit }) => {
    const list = form[field];
    return (
      Array.isArray(list) &&
      list.some((item) => typeof item?.reviewimg === 'string' && countDataUrlBytes(item.reviewimg) > limit)
    );
  });

/** Empty for text that is not a base64 data URL. Ignores the declared type. */
export function decodeDataUrl(url: string): Buffer {
  const comma = url.indexOf(',');
  const head = url.slice(0, comma);
  return /^data:[^,]*;base64$/i.test(head) ? Buffer.from(url.slice(comma + 1), 'base64') : Buffer.alloc(0);
}

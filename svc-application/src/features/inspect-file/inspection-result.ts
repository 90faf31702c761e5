import type { FormFile } from '../../domain/form-files.ts';

/** A file as it arrived. */
export interface UploadedFile {
  readonly ownerId: string;
  readonly kind: FormFile;
  readonly bytes: Buffer;
}

/** Words that refuse a file: one of another type than its kind takes, or one of the right type that is not fit. */
export interface RejectedFile {
  readonly refused: string;
  readonly why: 'wrong-type' | 'invalid';
}

/** What a file is and what is stored of it, or the words that refuse it. */
export type InspectionResult = { readonly filetype: string; readonly bytes: Buffer } | RejectedFile;

export const rejectFile = (why: RejectedFile['why'], refused: string): RejectedFile => ({ why, refused });

import type { FormFile } from '../../domain/form-files.ts';

export interface UploadedFile {
  readonly ownerId: string;
  readonly kind: FormFile;
  readonly bytes: Buffer;
}

export interface RejectedFile {
  readonly refused: string;
  readonly why: 'wrong-type' | 'invalid';
}

export type InspectionResult = { readonly filetype: string; readonly bytes: Buffer } | RejectedFile;

export const rejectFile = (why: RejectedFile['why'], refused: string): RejectedFile => ({ why, refused });
